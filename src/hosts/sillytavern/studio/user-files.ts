import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { type Context, fieldsOf } from '../base/context.js';

/** A large file takes its time; a server that is gone does not answer at all. */
const ANSWER_MS = 60_000;

/** JSON files among those that SillyTavern's server keeps for its user. Nothing of them is in a card, a chat or the settings. */
export function userFiles(context: () => Context) {
  const post = (url: string, body: object): Promise<Response> => {
    const headers = context().getRequestHeaders?.() ?? {};
    const signal = AbortSignal.timeout(ANSWER_MS);
    return answered(fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }));
  };
  /** Those of these names that are there. @throws `STORE_FAILED`. */
  const existing = async (names: readonly string[]): Promise<readonly string[]> => {
    const found = fieldsOf(await (await post('/api/files/verify', { urls: names.map(pathOf) })).json());
    return names.filter((name) => found[pathOf(name)] === true);
  };
  const isThere = async (name: string) => (await existing([name])).length > 0;
  return {
    existing,
    /** What one holds as it is now, whoever has written it; `undefined` where there is none. @throws `STORE_FAILED`, `STORE_BROKEN`. */
    async read(name: string): Promise<unknown> {
      // Asked first: a browser writes each file that is not there to its console as an error.
      if (!(await isThere(name))) return undefined;
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await answered(fetch(pathOf(name), { cache: 'no-store', signal }));
      const text = await response.text();
      try {
        return JSON.parse(text);
      } catch (cause) {
        throw new BulkheadError('STORE_BROKEN', `the file ${name} is not readable`, {}, { cause });
      }
    },
    /** Replaces one, or makes it. @throws `STORE_FAILED`. */
    async write(name: string, value: unknown): Promise<void> {
      await post('/api/files/upload', { name, data: await base64(JSON.stringify(value)) });
    },
    /** Deletes one; nothing where there is none. @throws `STORE_FAILED`. */
    async remove(name: string): Promise<void> {
      if (await isThere(name)) await post('/api/files/delete', { path: pathOf(name) });
    },
  };
}

const pathOf = (name: string): string => `/user/files/${name}`;

async function answered(request: Promise<Response>): Promise<Response> {
  let status: string;
  try {
    const response = await request;
    if (response.ok) return response;
    status = `the server answered ${response.status}`;
  } catch (cause) {
    throw new BulkheadError('STORE_FAILED', 'the server cannot be reached', {}, { cause });
  }
  throw new BulkheadError('STORE_FAILED', status);
}

/** By the browser's own, which neither overflows a stack nor holds the page up. */
function base64(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([text]));
  });
}
