import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import { estimateTokens } from '../../../worker/protocol/tokens.js';
import { RequestQueue, tryAgain } from '../../../worker/rpc/request-queue.js';
import type { CompletionRequest } from '../../contracts/index.js';
import { checkMethod, type Fields, type Handler } from './handler.js';

const TEXT_CHARS = 1024 * 1024;
const HOUR_MS = 3_600_000;

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

/** @throws `BAD_ARGS` naming the fault. */
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

/** The limits of requests to the page's language model. */
export type LlmLimits = Pick<Limits, 'llmAtOnce' | 'llmPerMinute' | 'llmTokensPerCall' | 'llmTokensPerHour'>;

/**
 * The requests of one plugin to the page's language model, over all of its calls: so many at once and within a minute, so many
 * tokens in one and within an hour. Tokens are estimated, for a page does not say how many there were.
 */
export class LlmPace {
  readonly #limits: LlmLimits;
  readonly #now: () => number;
  readonly #queue: RequestQueue;
  #spent: { readonly at: number; tokens: number }[] = [];

  constructor(limits: LlmLimits, now: () => number = () => performance.now()) {
    const { llmAtOnce: atOnce, llmPerMinute: perMinute } = limits;
    this.#limits = limits;
    this.#now = now;
    this.#queue = new RequestQueue({ what: 'requests to the language model', atOnce, perMinute }, now);
  }

  /**
   * Asks by `send` in its turn. @returns the model's text.
   * @throws `CAPABILITY_LIMIT`, which says when to try again, or with how much less; what `send` throws; the signal's reason.
   */
  async complete(request: CompletionRequest, signal: AbortSignal, send: () => Promise<string>): Promise<string> {
    const asked = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const spent = this.#take(asked + (request.maxTokens ?? 0));
    let answered = 0;
    let sent = false;
    try {
      return await this.#queue.run(signal, async () => {
        sent = true;
        const text = await send();
        answered = estimateTokens(text);
        return text;
      });
    } finally {
      // What was asked for and did not come may be asked for again.
      spent.tokens = sent ? asked + answered : 0;
    }
  }

  #take(tokens: number): { tokens: number } {
    const { llmTokensPerCall, llmTokensPerHour } = this.#limits;
    const most = Math.min(llmTokensPerCall, llmTokensPerHour);
    if (tokens > most) {
      const why = `llm.complete: about ${tokens} tokens with its answer, of ${most}: send less text, or ask for fewer maxTokens`;
      throw new BulkheadError('CAPABILITY_LIMIT', why);
    }
    const at = this.#now();
    this.#spent = this.#spent.filter((one) => at - one.at < HOUR_MS && one.tokens > 0);
    let left = llmTokensPerHour - this.#spent.reduce((sum, one) => sum + one.tokens, 0);
    for (const one of this.#spent) {
      if (left >= tokens) break;
      left += one.tokens;
      if (left < tokens) continue;
      const wait = tryAgain(one.at + HOUR_MS - at);
      const why = `more than ${llmTokensPerHour} tokens of the language model within an hour: ${wait}`;
      throw new BulkheadError('CAPABILITY_LIMIT', why);
    }
    const spent = { at, tokens };
    this.#spent.push(spent);
    return spent;
  }
}
