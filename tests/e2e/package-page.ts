import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const LIT = '/node_modules/';
/** What a page without a bundler says of the names that are imported. */
const IMPORTS = JSON.stringify({
  imports: {
    bulkhead: '/dist/index.js',
    'bulkhead/studio': '/dist/studio.js',
    'bulkhead/ui': '/dist/ui.js',
    lit: `${LIT}lit/index.js`,
    'lit/': `${LIT}lit/`,
    'lit-html': `${LIT}lit-html/lit-html.js`,
    'lit-html/': `${LIT}lit-html/`,
    'lit-element/': `${LIT}lit-element/`,
    '@lit/reactive-element': `${LIT}@lit/reactive-element/reactive-element.js`,
    '@lit/reactive-element/': `${LIT}@lit/reactive-element/`,
  },
});
const HASH = createHash('sha256').update(IMPORTS).digest('base64');

const policy = (elsewhere: string): string =>
  [
    ...["default-src 'none'", `script-src 'self' 'sha256-${HASH}'`, "style-src 'self'", "worker-src 'self'"],
    ...[`connect-src 'self' ${elsewhere}`, "frame-src 'self'", "img-src 'self' data:", "base-uri 'none'"],
    ...["form-action 'none'", "require-trusted-types-for 'script'"],
    'trusted-types bulkhead lit-html dompurify',
  ].join('; ');

const HTML = `<!doctype html><html lang="en"><title>Stranger</title><link rel="icon" href="data:,"><script type="importmap">${IMPORTS}</script><body><script type="module" src="/page.js"></script>`;

const TYPES: { readonly [end: string]: string } = { html: 'text/html', wasm: 'application/wasm' };

/** A page of somebody who serves the built package as it is and has no bundler, under the strictest policy; `script` is its program. */
export async function servePackagePage(
  script: string,
  elsewhere: string,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://host');
    try {
      if (pathname === '/') {
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy(elsewhere) });
        response.end(HTML);
        return;
      }
      const body = pathname === '/page.js' ? script : await readFile(root + pathname.slice(1));
      const type = TYPES[pathname.split('.').at(-1) ?? ''] ?? 'text/javascript';
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
