import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** A fixture as one script that a page or a worker can load. */
export async function bundleFixture(name: string): Promise<string> {
  const build = await rolldown({ input: fixtures + name, platform: 'browser' });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}

/** A page that loads `/page.js`, with other scripts beside it by their paths. */
export async function serveScripts(scripts: { readonly [path: string]: string }) {
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts[url];
    response.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript' });
    response.end(script ?? '<!doctype html><link rel="icon" href="data:,"><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
