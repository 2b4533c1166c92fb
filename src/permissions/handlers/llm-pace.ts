import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Limits } from '../../../worker/protocol/limits.js';
import { estimateTokens } from '../../../worker/protocol/tokens.js';
import { RequestQueue, tryAgain } from '../../../worker/rpc/request-queue.js';
import type { CompletionRequest } from '../../contracts/index.js';

const HOUR_MS = 3_600_000;

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
