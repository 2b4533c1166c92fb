import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const TYPES = {
  '': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** An isolated page's clock ticks 5 µs instead of 0.1 ms. */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves the built library under `/bulkhead/`, and beside it what is given, on a free loopback port. */
export async function serveBenches(files) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    try {
      const body = files[path] ?? (await readFile(dist + path.replace(/^\/bulkhead\//, '')));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', ...HEADERS }).end(body);
    } catch {
      response.writeHead(404, HEADERS).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
