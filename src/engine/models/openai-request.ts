import { debounce } from '../../../worker/primitives/timers.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LLMCompleteOptions, Message } from '../base/types.js';
import type { OpenAiModelOptions } from './openai.js';
import { readAnswer, textsOf } from './openai-answer.js';
import { toWireMessages, toWireTools } from './openai-messages.js';
import { refusal } from './openai-refusal.js';
import { CLOCK, ModelError } from './retries.js';

export { joined } from './openai-answer.js';

const TIMEOUT_MS = 60_000;
const REACH = 'check its address, that it runs, and that it allows this page (CORS)';
/** Of what a server says of its refusal. */
const MOST_WORDS = 64 * 1024;

/** One request whose answer has begun. `touch` says that it goes on; without that it is cut off. */
export interface Begun {
  readonly response: Response;
  readonly touch: () => void;
  readonly end: () => void;
}

/** Reads its answer to the end. @throws {ModelError}, the signal’s reason. */
export async function* read({ response, touch, end }: Begun, signal: AbortSignal | undefined) {
  try {
    yield* readAnswer(textsOf(response.body, touch));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ModelError) throw error;
    if (error instanceof RangeError)
      throw new ModelError(`the model’s server sends ${error.message}`, { again: false });
    throw failed('the answer broke off', error, 'try again');
  } finally {
    end();
  }
}

/** Sends one request. @throws {ModelError} for a status that is a failure too, the signal’s reason. */
export async function ask(
  options: OpenAiModelOptions,
  messages: Message[],
  { tools, signal, ...more }: LLMCompleteOptions,
  stream: boolean,
): Promise<Begun> {
  const { endpoint, model, key, headers, body, fetch: send = fetch, timeoutMs = TIMEOUT_MS, clock = CLOCK } = options;
  if (!URL.canParse(endpoint))
    throw new ModelError('the model has no address: enter one with https://', { again: false });
  signal?.throwIfAborted();
  const late = new AbortController();
  const tooLate = () => late.abort(new ModelError(`no answer within ${timeoutMs / 1_000} s`, { again: true }));
  const { again: touch, cancel: end } = debounce(timeoutMs, tooLate);
  touch();
  try {
    const response = await send(`${endpoint.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify({
        ...{ model, messages: toWireMessages(messages), stream },
        ...(tools && tools.length > 0 && { tools: toWireTools(tools) }),
        ...body,
        ...more,
      }),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    touch();
    if (response.ok) return { response, touch, end };
    const words = await wordsIn(response);
    const said = key ? words.replaceAll(key, '[key]') : words;
    throw refusal(response.status, said, response.headers.get('retry-after'), clock.now());
  } catch (error) {
    end();
    signal?.throwIfAborted();
    if (error instanceof ModelError) throw error;
    throw failed('the model’s server cannot be reached', error, REACH);
  }
}

/** What did not come through, in the words of who sent it; a page's own `fetch` has none. */
function failed(what: string, cause: unknown, advice: string): ModelError {
  if (!(cause instanceof BulkheadError)) return new ModelError(`${what}: ${advice}`, { again: true }, {}, cause);
  return new ModelError(`${what}: ${cause.message}`, { again: cause.code === 'NET_FAILED' }, {}, cause);
}

async function wordsIn({ body }: Response): Promise<string> {
  let words = '';
  try {
    for await (const text of textsOf(body, () => {})) {
      words += text;
      if (words.length > MOST_WORDS) break;
    }
  } catch {
    // The status says enough.
  }
  return words;
}
