import { createHash } from 'node:crypto';
import { hashes } from '../../assets/internal-hashes.js';
import { ASSET_FILES, type AssetName } from '../../assets/internal-names.js';

/** How a server answers one of the files. */
export interface Served {
  readonly name: string;
  readonly url: string;
  /** 0 where nothing answers. */
  readonly status: number;
  readonly type: string;
  /** True where it is the file of this version, byte for byte. */
  readonly sameVersion: boolean;
  readonly problem?: string;
}

/** An answer as far as it is looked at. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** Why nothing answered. */
  readonly failure?: string;
}

/** Asks a server, anew. Never rejects. */
export async function ask(url: URL): Promise<Answer> {
  try {
    const response = await fetch(url, { cache: 'no-store' });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { url: response.url, status: response.status, headers: response.headers, bytes };
  } catch (error) {
    const { cause, message } = error as Error;
    const failure = (cause instanceof Error && cause.message) || message;
    return { url: url.href, status: 0, headers: new Headers(), bytes: new Uint8Array(), failure };
  }
}

const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/;

/** What is wrong with the answer for a file; nothing where it may stay so. */
function problemOf(name: AssetName, answer: Answer, isSame: boolean): string | undefined {
  const { status, headers, failure } = answer;
  const type = headers.get('content-type') ?? '';
  if (failure !== undefined) return `nothing answers: ${failure}`;
  if (status !== 200) return 'is not there';
  if (name !== 'frame' && type.startsWith('text/html'))
    return 'is a page: the server answers unknown addresses with the application';
  if (!isSame) return 'is another file than that of this version: copy the files anew';
  if (name === 'frame') return frameProblem(headers, type);
  if (name !== 'wasm' && !JAVASCRIPT.test(type))
    return `needs the content type text/javascript, or no browser starts a worker from it`;
  return undefined;
}

/** The frame brings its own policy in a tag, and has to be framed by the page. */
function frameProblem(headers: Headers, type: string): string | undefined {
  if (!type.startsWith('text/html')) return 'needs the content type text/html';
  if (headers.has('content-security-policy'))
    return 'has a Content-Security-Policy: serve it without, it brings its own';
  if (/deny/i.test(headers.get('x-frame-options') ?? '')) return 'has X-Frame-Options: DENY: serve it without';
  return undefined;
}

/** Looks at every file that a page needs beside its bundle. */
export async function served(folder: URL): Promise<readonly Served[]> {
  const names = Object.keys(ASSET_FILES) as AssetName[];
  return Promise.all(
    names.map(async (name) => {
      const answer = await ask(new URL(ASSET_FILES[name], folder));
      const sameVersion = createHash('sha256').update(answer.bytes).digest('base64') === hashes[name];
      const problem = problemOf(name, answer, sameVersion);
      const { url, status, headers } = answer;
      const about = { name: ASSET_FILES[name], url, status, type: headers.get('content-type') ?? '', sameVersion };
      return { ...about, ...(problem === undefined ? {} : { problem }) };
    }),
  );
}
