import { createServer as createNet } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { assetsPlugin } from './vite/assets.mjs';
import { preludePlugin } from './vite/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createNet().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

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
