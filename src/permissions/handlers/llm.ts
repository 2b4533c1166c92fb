import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { CompletionRequest } from '../../contracts/index.js';
import { checkMethod, type Fields, type Handler } from './handler.js';

const TEXT_CHARS = 1024 * 1024;

/** Answers `ctx.llm`. */
export const llm: Handler = ({ call, services, pace }) => {
  const service = services.llm;
  if (!service) return undefined;
  return async (method, args, signal) => {
    checkMethod(method, 'llm.complete');
    const request = toCompletion(args);
    await call.must('llm', 'ask the language model');
    signal.throwIfAborted();
    const ask = async () => String((await service.complete(request, { plugin: call.plugin, signal })).text);
    return { text: await pace.complete(request, signal, ask) };
  };
};

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
