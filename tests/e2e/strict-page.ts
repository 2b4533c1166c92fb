import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html dompurify";

/** A fixture as a page of its own, with what it loads later beside it, under the strictest policy that a site can have. */
export async function serveStrictly(name: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const build = await rolldown({ input: fixtures + name, platform: 'browser', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'es', entryFileNames: 'page.js' });
  await build.close();
  const scripts = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])));
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url.split('?')[0] ?? '/');
    const type = script === undefined ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-security-policy': CSP });
    response.end(
      script ??
        '<!doctype html><html lang="en"><title>Strict</title><link rel="icon" href="data:,"><main></main><script type="module" src="/page.js"></script></html>',
    );
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
