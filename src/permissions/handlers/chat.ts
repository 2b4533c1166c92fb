import { displayLine } from '../../../worker/protocol/display-text.js';
import type { ChatOperation } from '../../../worker/protocol/effects.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { ChatMessage, ChatService } from '../../contracts/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { Fields, Handler } from './handler.js';

/** Messages one reading may answer. */
const MESSAGES = 1_000;
const TEXT_CHARS = 256 * 1024;
/** What can be done to a chat. */
const CHANGES = ['append', 'edit', 'remove'];

const bad = (why: string) => new BulkheadError('BAD_ARGS', why);

/** Answers `ctx.chat`. */
export const chat: Handler = ({ call, services }) => {
  const service = services.chat;
  if (!service) return undefined;
  const { simulation } = call;
  const requests = new ChatRequests(service, call.plugin.id, call.chat, simulation);
  return async (method, args, signal) => {
    if (method === 'chat.read') {
      await call.must('chat.read', 'read the chat');
      return requests.read(args);
    }
    if (call.mode === 'read') {
      throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${method}: for a tool that only reads`);
    }
    // Known before anybody is asked: no stranger's word stands in a question as the name of what is to be done.
    const change = toChange(method, args);
    if (!simulation) await call.must('chat.write', `change the chat (chat.${change.op})`);
    await requests.change(change, signal);
    return undefined;
  };
};

/** What a plugin's requests of the group `chat` come to: on the chat itself, or over it in a simulation. */
class ChatRequests {
  readonly #service: ChatService;
  readonly #plugin: string;
  /** The chat that was open when the call was asked for. */
  readonly #chatId: string | undefined;
  readonly #simulation: Simulation | undefined;

  constructor(service: ChatService, plugin: string, chat: string | undefined, simulation: Simulation | undefined) {
    this.#service = service;
    this.#plugin = plugin;
    this.#chatId = chat;
    this.#simulation = simulation;
  }

  /** Answers `{ length, messages }` for `{ from, to }`, or for the `last` so many. @throws `BAD_ARGS`. */
  async read(given: Fields): Promise<{ readonly length: number; readonly messages: readonly ChatMessage[] }> {
    const chat = this.#chat();
    const length = await chat.length();
    const place = (value: unknown, name: string, otherwise: number): number => {
      if (value === undefined || value === null) return otherwise;
      if (!Number.isInteger(value) || (value as number) < 0) throw bad(`chat.read: ${name} must be a whole number`);
      return Math.min(value as number, length);
    };
    const last = place(given.last, 'last', length);
    const from = place(given.from, 'from', length - last);
    const to = place(given.to, 'to', length);
    if (to - from > MESSAGES) throw bad(`chat.read: at most ${MESSAGES} messages at once, e.g. { last: 100 }`);
    const messages = from < to ? await chat.read(from, to) : [];
    this.#sameChat();
    return { length, messages: messages.map(toMessage) };
  }

  /** @throws `BAD_ARGS` for a change of a message that is not there. */
  async change(change: ChatOperation, signal: AbortSignal): Promise<void> {
    this.#sameChat();
    const simulated = this.#simulation?.chat();
    if (this.#simulation) {
      if (!simulated) throw noChat();
      await simulated.apply(this.#plugin, change);
      return;
    }
    if (!this.#service.current()) throw noChat();
    if (change.op !== 'append' && change.index >= (await this.#service.length())) {
      throw bad(`the chat has no message ${change.index}`);
    }
    // What ended the call, or opened another chat, may have come while the length was asked for.
    signal.throwIfAborted();
    this.#sameChat();
    await this.#service.apply([change]);
  }

  /** @throws `CAPABILITY_DENIED` when another chat has been opened since: nobody was asked about that one. */
  #sameChat(): void {
    if (this.#service.current()?.chat !== this.#chatId) {
      throw new BulkheadError('CAPABILITY_DENIED', 'not granted: another chat was opened during the call');
    }
  }

  #chat(): Pick<ChatService, 'length' | 'read'> {
    this.#sameChat();
    const chat = this.#simulation ? this.#simulation.chat() : this.#service.current() && this.#service;
    if (!chat) throw noChat();
    return chat;
  }
}

const noChat = () => bad('no chat is open');

function toMessage({ index, role, name, text }: ChatMessage): ChatMessage {
  return { index, role, ...(name !== undefined && { name }), text };
}

/** The change that a request asks for. @throws `BAD_ARGS` for one that is none. */
function toChange(method: string, given: Fields): ChatOperation {
  const { index, text, role = 'assistant', name } = given;
  const op = method.slice('chat.'.length);
  if (!CHANGES.includes(op)) throw bad(`there is no ${displayLine(method, 64)}: chat.append, chat.edit or chat.remove`);
  if (op !== 'remove' && (typeof text !== 'string' || text.length > TEXT_CHARS)) {
    throw bad(`${method}: text must be a text of at most ${TEXT_CHARS} characters`);
  }
  if (op === 'append') {
    if (role !== 'user' && role !== 'assistant' && role !== 'system') throw bad('role: user, assistant or system');
    if (name !== undefined && (typeof name !== 'string' || name.length > 200)) throw bad('name must be a short text');
    return { op, role, ...(name !== undefined && { name }), text: text as string };
  }
  if (!Number.isInteger(index) || (index as number) < 0) throw bad(`${method}: index must be a whole number`);
  if (op === 'edit') return { op, index: index as number, text: text as string };
  return { op: 'remove', index: index as number };
}
