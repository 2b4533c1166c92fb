import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** An application that is served. */
export interface Served {
  readonly url: string;
  close(): Promise<unknown>;
}

export interface ServeOptions {
  /** Content-Security-Policy of every page but the frame's. */
  readonly csp?: string;
  /** Answers every unknown address with the page, as servers of single-page applications do. */
  readonly fallback?: boolean;
}

/** Serves a folder on loopback. */
export async function serveFolder(folder: string, { csp, fallback = false }: ServeOptions = {}): Promise<Served> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const isPage = path.endsWith('.html') && !path.endsWith('frame.html');
    if (csp && isPage) response.setHeader('content-security-policy', csp);
    try {
      const body = await readFile(join(folder, path));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      if (!fallback) response.statusCode = 404;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(fallback ? await readFile(join(folder, 'index.html')) : 'not found');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((done) => server.close(done)),
  };
}
