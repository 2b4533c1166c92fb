import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Serves the gallery of the elements from source, on a free port of loopback. */
export async function serveGallery(): Promise<{ url: string } & AsyncDisposable> {
  const server = await createServer({
    configFile: false,
    root: `${root}tests/fixtures`,
    cacheDir: `${root}.cache/vite-gallery`,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: [root] } },
    resolve: { conditions: ['module', 'browser'] },
    optimizeDeps: { noDiscovery: true, include: ['lit', 'lit/directives/repeat.js'] },
  });
  await server.listen();
  const [url = ''] = server.resolvedUrls?.local ?? [];
  return {
    url: `${url}gallery.html`,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
