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

/** An extension: registers three tools through whatever port it is given, in a worker or in a frame. */
const EXTENSION = `import { connectToHost } from '/dist/extension.js';
addEventListener('message', async ({ data: { port } }) => {
  const host = connectToHost(port);
  let aborts = 0;
  await host.registerOrchestrationTool({ name: 'echo', mode: 'read', exec: (args) => ({ echo: args, origin: String(self.origin) }) });
  await host.registerOrchestrationTool({ name: 'wait', mode: 'write', exec: (args, ctx, { signal, log }) => {
    log('waiting');
    return new Promise((_, reject) => signal.addEventListener('abort', () => { aborts += 1; reject(signal.reason); }));
  } });
  await host.registerOrchestrationTool({ name: 'aborts', mode: 'read', exec: () => aborts });
});`;

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
      response.end(
        '<!doctype html><title>host</title><link rel="icon" href="data:,"><body><script type="module" src="/page.js"></script>',
      );
      return;
    }
    if (path === '/extension.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
      response.end(EXTENSION);
      return;
    }
    if (path === '/extension.html') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><script type="module" src="/extension.js"></script>');
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
      response.writeHead(200, {
        'content-type': TYPES[path.split('.').pop() ?? ''] ?? 'text/plain',
        // A frame without an origin may load the library, too.
        'access-control-allow-origin': '*',
        ...coep,
      });
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
