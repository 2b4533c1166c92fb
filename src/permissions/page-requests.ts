import { BulkheadError } from '../../worker/protocol/errors.js';
import type { CompletionRequest, Services } from '../contracts/index.js';
import type { CallSession } from './call-session.js';
import { ChatRequests, toChange } from './chat.js';
import type { LlmPace } from './llm-pace.js';
import { toInfo } from './plugin-entry.js';

/** One plugin's tool calls another's. */
export type CallTool = (session: CallSession, name: string, args: unknown, signal: AbortSignal) => Promise<unknown>;

type Fields = { readonly [key: string]: unknown };
type Answer = (method: string, args: unknown, signal: AbortSignal) => Promise<unknown>;

const TEXT_CHARS = 1024 * 1024;
const NOTE_CHARS = 500;

/** What bounds the requests of one call: its plugin's pace of asking the model, and how many notices it may show. */
export interface PageLimits {
  readonly pace: LlmPace;
  readonly noticesPerCall: number;
}

/** What the page itself answers, by group: each request is checked against the call's rights before it is heard. */
export function pageRequests(
  session: CallSession,
  services: Services,
  callTool: CallTool,
  { pace, noticesPerCall }: PageLimits,
): { [group: string]: Answer } {
  const plugin = session.entry.record.id;
  const { simulation } = session;
  const fields = (args: unknown): Fields => Object(args);
  const { chat, llm, notify } = services;
  let notices = 0;
  const unknown = (method: string) => new BulkheadError('BAD_ARGS', `there is no ${method.slice(0, 64)}`);
  return {
    ...(chat && {
      async chat(method, args, signal) {
        const requests = new ChatRequests(chat, plugin, session.chat, simulation);
        if (method === 'chat.read') {
          await session.must('chat.read', 'read the chat');
          return requests.read(fields(args));
        }
        if (session.mode === 'read') throw denied(`${method}: for a tool that only reads`);
        // Known before anybody is asked: no stranger's word stands in a question as the name of what is to be done.
        const change = toChange(method, fields(args));
        if (!simulation) await session.must('chat.write', `change the chat (chat.${change.op})`);
        await requests.change(change, signal);
        return undefined;
      },
    }),
    async tools(method, args, signal) {
      if (method !== 'tools.call') throw unknown(method);
      const { name, args: given } = fields(args);
      const tool = String(name).slice(0, 64);
      const right = session
        .rightsOf('tool.call')
        .find(({ permission }) => permission.cap === 'tool.call' && permission.tools.includes(tool));
      if (!right) throw denied(`tool.call ${tool} is in no permission of the manifest`);
      if (!(await session.may(right, `call the tool ${tool}`))) throw denied(right.denial);
      signal.throwIfAborted();
      return callTool(session, tool, given, signal);
    },
    ...(llm && {
      async llm(method, args, signal) {
        if (method !== 'llm.complete') throw unknown(method);
        const request = toCompletion(fields(args));
        await session.must('llm', 'ask the language model');
        signal.throwIfAborted();
        const ask = async () => String((await llm.complete(request, { plugin: toInfo(session.entry), signal })).text);
        return { text: await pace.complete(request, signal, ask) };
      },
    }),
    ...(notify && {
      async notify(method, args, signal) {
        if (method !== 'notify.show') throw unknown(method);
        notices += 1;
        if (notices > noticesPerCall) {
          const why = `more than ${noticesPerCall} notices in one call: put the rest into one, or show them in the next call`;
          throw new BulkheadError('CAPABILITY_LIMIT', why);
        }
        const text = String(fields(args).text ?? '').slice(0, NOTE_CHARS);
        if (simulation) simulation.add({ kind: 'notify', plugin, text });
        else {
          await session.must('notify', 'show a notice');
          signal.throwIfAborted();
          notify(text, toInfo(session.entry));
        }
        return undefined;
      },
    }),
  };
}

const denied = (why: string) => new BulkheadError('CAPABILITY_DENIED', `not granted: ${why}`);

/** @throws `BAD_ARGS` naming what is wrong with it. */
function toCompletion({ messages, prompt, maxTokens }: Fields): CompletionRequest {
  const bad = (why: string) => new BulkheadError('BAD_ARGS', `llm.complete: ${why}`);
  const given = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : messages;
  if (!Array.isArray(given) || given.length === 0) throw bad('a prompt, or a list of messages');
  let left = TEXT_CHARS;
  const list = given.map((one: unknown) => {
    const { role, content } = Object(one) as Fields;
    if (role !== 'user' && role !== 'assistant' && role !== 'system') throw bad('role: user, assistant or system');
    if (typeof content !== 'string') throw bad('content must be a text');
    left -= content.length;
    return { role, content } as const;
  });
  if (left < 0) throw bad(`more than ${TEXT_CHARS} characters`);
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && (maxTokens as number) > 0)) {
    throw bad('maxTokens must be a whole number above 0');
  }
  return { messages: list, ...(maxTokens !== undefined && { maxTokens: maxTokens as number }) };
}
