import type { EmbeddingAnswer, EmbeddingMaker, EmbeddingRequest } from '../../worker/protocol/embeddings.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { sleep, untilAborted } from '../primitives/index.js';
import { embeddingMaker, type FunctionProfile, type OpenAiProfile, type RemoteProfile } from './embedding-profile.js';
import { checkVectors, embeddingRequest, readEmbeddings, serverWords } from './openai-embeddings.js';

/** Sends a request, whose headers may name secrets, and follows no redirect to another host. */
export type EmbeddingSend = (request: EmbeddingRequest, signal: AbortSignal) => Promise<EmbeddingAnswer>;

/** What an embedder needs of its page. */
export interface EmbedderOptions {
  readonly send: EmbeddingSend;
  /** Resolves after so long, or rejects with the signal's reason. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970, for servers that say until when to wait. */
  readonly now?: () => number;
}

/** Makes vectors of texts. */
export interface Embedder {
  readonly maker: EmbeddingMaker;
  /**
   * One vector for each text, in their order; all of one embedder have the same dimensions.
   * @throws `EMBEDDING_FAILED` with what to do, or the signal's reason.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}

const BATCH = 50;
/** Waits before the second and the third try, where the server does not say how long. */
const PAUSES_MS = [1_000, 4_000];
const LONGEST_PAUSE_MS = 60_000;

const failed = (message: string, cause?: unknown) => new BulkheadError('EMBEDDING_FAILED', message, {}, { cause });

/** Makes the embedder of a profile; its batches go out one after the other. */
export function createEmbedder(profile: RemoteProfile, options: EmbedderOptions): Embedder {
  let { dims } = profile;
  const size = Math.max(1, Math.floor(profile.batch ?? BATCH) || BATCH);
  const one = (texts: readonly string[], signal: AbortSignal) =>
    profile.kind === 'function'
      ? callFunction(profile, texts, dims, signal)
      : askServer(profile, texts, dims, options, signal);
  return {
    maker: embeddingMaker(profile),
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      while (vectors.length < texts.length) {
        signal.throwIfAborted();
        const some = await one(texts.slice(vectors.length, vectors.length + size), signal);
        dims ??= some[0]?.length;
        vectors.push(...some);
      }
      return vectors;
    },
  };
}

async function callFunction(
  profile: FunctionProfile,
  texts: readonly string[],
  dims: number | undefined,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  let given: unknown;
  try {
    given = await untilAborted(Promise.resolve(profile.embed(texts, signal)), signal);
  } catch (cause) {
    signal.throwIfAborted();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw failed(`the embedding function ${profile.id} failed: ${why.slice(0, 200)}`, cause);
  }
  return checkVectors(given, texts.length, dims);
}

async function askServer(
  profile: OpenAiProfile,
  texts: readonly string[],
  dims: number | undefined,
  options: EmbedderOptions,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const request = embeddingRequest(profile, texts);
  const answer = await sendPatiently(request, options, signal);
  if (answer !== 'too large') return readEmbeddings(answer.body, texts.length, dims);
  if (texts.length === 1)
    throw failed('one text is too large for the embedding server: choose a model that takes more');
  const half = Math.ceil(texts.length / 2);
  const first = await askServer(profile, texts.slice(0, half), dims, options, signal);
  const rest = await askServer(profile, texts.slice(half), dims ?? first[0]?.length, options, signal);
  return [...first, ...rest];
}

/** Sends, and again where the server asks for patience. */
async function sendPatiently(
  request: EmbeddingRequest,
  { send, wait = sleep, now = Date.now }: EmbedderOptions,
  signal: AbortSignal,
): Promise<EmbeddingAnswer | 'too large'> {
  const { host } = new URL(request.url);
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    let answer: EmbeddingAnswer;
    try {
      answer = await untilAborted(send(request, signal), signal);
    } catch (cause) {
      signal.throwIfAborted();
      // The answer of many texts: that of fewer is smaller.
      if (cause instanceof BulkheadError && cause.code === 'CAPABILITY_LIMIT') return 'too large';
      throw failed(`${host}: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
    }
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    if (status === 413) return 'too large';
    const ms = retryAfterMs(answer, now()) ?? PAUSES_MS[tries] ?? 0;
    const again = status === 429 || (status >= 500 && status < 600);
    if (!again || tries >= PAUSES_MS.length || ms > LONGEST_PAUSE_MS) throw failed(`${host}: ${refusal(answer)}`);
    await wait(ms, signal);
  }
}

/** What `retry-after` says: seconds, or a date. Pages see it only of servers that allow it. */
function retryAfterMs({ headers }: EmbeddingAnswer, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function refusal(answer: EmbeddingAnswer): string {
  const { status, body } = answer;
  const said = `${status}: ${serverWords(body)}`;
  if (status === 401 || status === 403)
    return `refuses the key (${said}): enter the key of the embedding profile again`;
  if (status === 404) return `has no such address or model (${said}): check both in the embedding profile`;
  if (status === 429) return `takes no more requests for now (${said}): try again later, or check the account`;
  if (status >= 500) return `has trouble of its own (${said}): try again later`;
  return `refuses the texts (${said}): check the model of the embedding profile`;
}
