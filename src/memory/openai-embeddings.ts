import type { EmbeddingRequest } from '../../worker/protocol/embeddings.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { OpenAiProfile } from './embedding-profile.js';

const MOST_DIMS = 16_384;
const SHOWN_CHARS = 200;
const failed = (message: string, cause?: unknown) => new BulkheadError('EMBEDDING_FAILED', message, {}, { cause });

/**
 * The address that a profile's requests go to: `https://host/v1` and `https://host` mean `https://host/v1/embeddings`.
 * @throws `EMBEDDING_FAILED` for what is no address.
 */
export function embeddingUrl(endpoint: string): URL {
  if (!URL.canParse(endpoint)) throw failed('the embedding profile has no address: enter one with https://');
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/embeddings')) url.pathname = `${path === '' ? '/v1' : path}/embeddings`;
  else url.pathname = path;
  return url;
}

/** The request for the vectors of some texts. @throws `EMBEDDING_FAILED` for a profile without an address. */
export function embeddingRequest(profile: OpenAiProfile, texts: readonly string[]): EmbeddingRequest {
  const { endpoint, model, dims, shorten, encoding, key } = profile;
  return {
    url: embeddingUrl(endpoint).href,
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer {{secret:${key}}}` }),
    },
    body: JSON.stringify({
      model,
      input: texts,
      ...(encoding !== undefined && { encoding_format: encoding }),
      ...(shorten && dims !== undefined && { dimensions: dims }),
    }),
  };
}

/**
 * Reads the body of an answer: one vector for each text, in the order of the texts.
 * @throws `EMBEDDING_FAILED` for anything else.
 */
export function readEmbeddings(body: string, count: number, dims?: number): readonly Float32Array[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    throw failed('the embedding server answered no JSON: check its address', cause);
  }
  const { data } = Object(parsed) as { data?: unknown };
  if (!Array.isArray(data)) {
    throw failed(`the embedding server answered without vectors: ${serverWords(body)}: check its address and model`);
  }
  const items = data.map((item: unknown) => Object(item) as { index?: unknown; embedding?: unknown });
  if (items.length !== count) throw failed(wrongCount(items.length, count));
  const ordered = Array.from<unknown>({ length: count });
  const taken = new Set<number>();
  items.forEach(({ index, embedding }, position) => {
    // Some servers leave the index out; then the order is that of the texts.
    const place = index === undefined ? position : index;
    if (typeof place !== 'number' || !Number.isInteger(place) || place < 0 || place >= count || taken.has(place)) {
      throw failed('the embedding server numbers its vectors wrongly: it does not speak the embeddings API');
    }
    taken.add(place);
    ordered[place] = typeof embedding === 'string' ? fromBase64(embedding) : embedding;
  });
  return checkVectors(ordered, count, dims);
}

/**
 * Checks what should be one vector for each text, and copies them.
 * @throws `EMBEDDING_FAILED` for another number, for vectors of other or different dimensions, and for what is no number.
 */
export function checkVectors(given: unknown, count: number, dims?: number): readonly Float32Array[] {
  if (!Array.isArray(given)) throw failed('the embedding function gave no list: it must give one vector for each text');
  if (given.length !== count) throw failed(wrongCount(given.length, count));
  let expected = dims;
  return given.map((item: unknown) => {
    const vector = toVector(item);
    expected ??= vector.length;
    if (vector.length !== expected) {
      const what = `a vector of ${vector.length} dimensions came where ${expected} were expected`;
      throw failed(`${what}: check the model, or make the index anew`);
    }
    return vector;
  });
}

function toVector(item: unknown): Float32Array {
  const listed = Array.isArray(item) ? item.every((value) => typeof value === 'number') : item instanceof Float32Array;
  if (!listed) throw failed('an embedding came that is no list of numbers: check the model');
  const vector = Float32Array.from(item as ArrayLike<number>);
  if (vector.length === 0 || vector.length > MOST_DIMS) {
    throw failed(`an embedding of ${vector.length} dimensions came: 1 to ${MOST_DIMS}, choose another model`);
  }
  if (!vector.every(Number.isFinite))
    throw failed('an embedding came with what is no number: try again, or change the model');
  return vector;
}

/** 32-bit floats, the lowest byte first. */
function fromBase64(text: string): Float32Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch (cause) {
    throw failed('the embedding server answered broken base64: choose the encoding float', cause);
  }
  if (binary.length % 4 !== 0) throw failed('the embedding server answered half a number: choose the encoding float');
  const view = new DataView(Uint8Array.from(binary, (char) => char.charCodeAt(0)).buffer);
  return Float32Array.from({ length: binary.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
}

const wrongCount = (came: number, count: number) =>
  `${came} vectors came for ${count} texts: the embedding model must give one for each`;

/** What a server says is wrong, short; else the begin of its answer. */
export function serverWords(body: string): string {
  let said: unknown = body;
  try {
    const { error, message, detail } = Object(JSON.parse(body)) as { [name: string]: unknown };
    said = (Object(error) as { message?: unknown }).message ?? error ?? message ?? detail ?? body;
  } catch {
    // The text itself then.
  }
  const text = (typeof said === 'string' ? said : JSON.stringify(said)).replace(/\s+/g, ' ').trim();
  return text === '' ? 'an empty answer' : text.slice(0, SHOWN_CHARS);
}
