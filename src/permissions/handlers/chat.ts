import { displayLine } from '../../../worker/protocol/display-text.js';
import type { ChatOperation } from '../../../worker/protocol/effects.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { ChatMessage } from '../../contracts/index.js';
import type { Fields, Handler } from './handler.js';

/** Messages one reading may answer. */
const MESSAGES = 1_000;
const TEXT_CHARS = 256 * 1024;
/** The changes of a chat. */
const CHANGES = ['append', 'edit', 'remove'];

const bad = (why: string) => new BulkheadError('BAD_ARGS', why);

/** Answers `ctx.chat`, on the chat itself, or over it in a simulation. */
export const chat: Handler = ({ call, services }) => {
  const service = services.chat;
  if (!service) return undefined;
  const { simulation } = call;

  /** @throws `CAPABILITY_DENIED` when another chat has been opened since, because the answer was about the earlier one. */
  const sameChat = (): void => {
    if (service.current()?.chat !== call.chat) {
      throw new BulkheadError('CAPABILITY_DENIED', 'not granted: another chat was opened during the call');
    }
  };

  /** Answers `{ length, messages }` for `{ from, to }`, or for the `last` so many. @throws `BAD_ARGS`. */
  const read = async (given: Fields): Promise<unknown> => {
    sameChat();
    const open = simulation ? simulation.chat() : service.current() && service;
    if (!open) throw noChat();
    const length = await open.length();
    const place = (value: unknown, name: string, otherwise: number): number => {
      if (value === undefined || value === null) return otherwise;
      if (!Number.isInteger(value) || (value as number) < 0) throw bad(`chat.read: ${name} must be a whole number`);
      return Math.min(value as number, length);
    };
    const last = place(given.last, 'last', length);
    const from = place(given.from, 'from', length - last);
    const to = place(given.to, 'to', length);
    if (to - from > MESSAGES) throw bad(`chat.read: at most ${MESSAGES} messages at once, e.g. { last: 100 }`);
    const messages = from < to ? await open.read(from, to) : [];
    sameChat();
    return { length, messages: messages.map(toMessage) };
  };

  /** @throws `BAD_ARGS` for a change of a message that is not there. */
  const apply = async (change: ChatOperation, signal: AbortSignal): Promise<void> => {
    sameChat();
    if (simulation) {
      const simulated = simulation.chat();
      if (!simulated) throw noChat();
      return simulated.apply(call.plugin.id, change);
    }
    if (!service.current()) throw noChat();
    if (change.op !== 'append' && change.index >= (await service.length())) {
      throw bad(`the chat has no message ${change.index}`);
    }
    // What ended the call, or opened another chat, may have come while the length was asked for.
    signal.throwIfAborted();
    sameChat();
    await service.apply([change]);
  };

  return async (method, args, signal) => {
    if (method === 'chat.read') {
      await call.must('chat.read', 'read the chat');
      return read(args);
    }
    if (call.mode === 'read') {
      throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${method}: for a tool that only reads`);
    }
    // Checked before the question, so that no untrusted word names the action in it.
    const change = toChange(method, args);
    if (!simulation) await call.must('chat.write', `change the chat (chat.${change.op})`);
    return apply(change, signal);
  };
};

const noChat = () => bad('no chat is open');

function toMessage({ index, role, name, text }: ChatMessage): ChatMessage {
  return { index, role, ...(name !== undefined && { name }), text };
}

/** The change that a request asks for. @throws `BAD_ARGS` if it asks for none. */
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
