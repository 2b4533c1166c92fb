import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { freePort } from './free-port.mjs';
import { assetsPlugin } from './vite/assets.mjs';
import { preludePlugin } from './vite/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Serves the repository's pages from source on a free loopback port. */
export async function servePages() {
  const port = await freePort();
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: `${root}.cache/vite-pages`,
    logLevel: 'warn',
    plugins: [preludePlugin(), assetsPlugin()],
    server: { host: '127.0.0.1', port, strictPort: true, hmr: false },
    optimizeDeps: { noDiscovery: true, include: ['comlink', 'zod/mini', '@cfworker/json-schema'] },
  });
  await server.listen();
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
