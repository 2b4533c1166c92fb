import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { freePort } from '../free-port.mjs';
import { assetsPlugin } from './assets.mjs';
import { preludePlugin } from './bundle.mjs';

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));

/**
 * Builds pages and serves them as files on a free loopback port: a page that is opened anew for each test then takes a few
 * requests, where one that is served from source takes hundreds.
 * @param pages `root`: the folder of their sources; `input`: the pages in it; `name`: of the folder they are built to; `plugins`:
 * what else their server has.
 * @returns the server's address, and `close()` to end it.
 */
export async function serveBuilt({ root, input, name, plugins = [] }) {
  const config = { configFile: false, root, logLevel: 'warn' };
  const outDir = `${cache}${name}`;
  await build({
    ...config,
    base: './',
    plugins: [preludePlugin(), assetsPlugin()],
    // Without Vite's `development` condition, lit comes as it does to a user.
    resolve: { conditions: ['module', 'browser'] },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      target: 'es2022',
      rolldownOptions: { input: input.map((page) => `${root}/${page}`), checks: { pluginTimings: false } },
    },
  });
  const server = await preview({
    ...config,
    appType: 'mpa',
    plugins: [assetsPlugin(), ...plugins],
    build: { outDir },
    preview: { host: '127.0.0.1', port: await freePort(), strictPort: true },
  });
  const [url = ''] = server.resolvedUrls?.local ?? [];
  return { url, close: () => server.close() };
}
