import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const TYPES: { readonly [end: string]: string } = {
  html: 'text/html',
  js: 'text/javascript',
  wasm: 'application/wasm',
};

export interface HostPage extends AsyncDisposable {
  readonly url: string;
  /** Resolves with what the page posts to /report next. */
  report(): Promise<string>;
}

export interface HostPageOptions {
  readonly headers?: { readonly [name: string]: string };
  /** Files of the package that this site forgot. */
  readonly missing?: readonly string[];
}

/** A host page on loopback with the built package beside it, and with the headers a site might send. */
export async function serveHostPage(
  headers: { readonly [name: string]: string } = {},
  missing: readonly string[] = [],
): Promise<HostPage> {
  const isolated = headers['cross-origin-embedder-policy'] !== undefined;
  const waiting: ((report: string) => void)[] = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html', ...headers });
      response.end('<!doctype html><title>host</title><body><script type="module" src="/page.js"></script>');
      return;
    }
    if (path === '/report') {
      let text = '';
      for await (const chunk of request) text += chunk;
      for (const wake of waiting.splice(0)) wake(text);
      response.end();
      return;
    }
    if (path === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end("import * as bulkhead from '/dist/index.js'; window.bulkhead = bulkhead;");
      return;
    }
    try {
      if (missing.some((name) => path.endsWith(name))) throw new Error('missing');
      const body = await readFile(dist + path.replace('/dist/', ''));
      const coep = isolated ? { 'cross-origin-embedder-policy': 'require-corp' } : {};
      response.writeHead(200, { 'content-type': TYPES[path.split('.').pop() ?? ''] ?? 'text/plain', ...coep });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    report: () => new Promise((resolve) => waiting.push(resolve)),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

declare global {
  interface Window {
    bulkhead: typeof import('../../src/index.js');
    host: import('../../src/index.js').Host;
  }
}
