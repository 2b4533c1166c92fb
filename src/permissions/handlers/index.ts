import type { PageGroup } from '../../../worker/protocol/capabilities/index.js';
import { chat } from './chat.js';
import { clipboard } from './clipboard.js';
import { type Answer, checkMethod, type Handler, type HandlerParts } from './handler.js';
import { llm } from './llm.js';
import { notify } from './notify.js';

/** Answers `ctx.tools`. */
const tools: Handler =
  ({ call, callTool }) =>
  async (method, { name, args }, signal) => {
    checkMethod(method, 'tools.call');
    const tool = String(name).slice(0, 64);
    await call.must('tool.call', `call the tool ${tool}`, {
      of: (permission) => permission.cap === 'tool.call' && permission.tools.includes(tool),
      otherwise: `tool.call ${tool} is in no permission of the manifest`,
    });
    signal.throwIfAborted();
    return callTool(tool, args, signal);
  };

/** The handlers of the page, by the group of `ctx`. A group without a handler does not compile. */
const HANDLERS = { chat, tools, llm, notify, clipboard } satisfies { readonly [group in PageGroup]: Handler };

/** The handlers of one call's requests, by group. */
export function pageAnswers(parts: HandlerParts): { readonly [group: string]: Answer } {
  const answers: { [group: string]: Answer } = {};
  for (const [group, handler] of Object.entries<Handler>(HANDLERS)) {
    const answer = handler(parts);
    if (answer) answers[group] = answer;
  }
  return answers;
}
