import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { createServer } from 'vite';
import { freePort } from './free-port.mjs';
import { assetsPlugin } from './vite/assets.mjs';
import { serveBuilt } from './vite/built-pages.mjs';
import { preludePlugin } from './vite/bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const examples = join(root, 'examples');
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
};

/** What an extension gets by `bulkhead/extension`, as one module that a frame without a bundler can load. */
async function bundlePeer() {
  const build = await rolldown({
    input: join(root, 'worker/peer/index.ts'),
    cwd: root,
    platform: 'browser',
    logLevel: 'silent',
    transform: { target: 'es2022' },
  });
  const { output } = await build.generate({ format: 'es', codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** The dice plugin, bundled in memory as its own `npm run build` bundles it to a file. */
async function bundleDice() {
  const { default: config } = await import('../examples/dice/rolldown.config.js');
  const build = await rolldown(config);
  const { output } = await build.generate(config.output);
  await build.close();
  return output[0].code;
}

/** Files of the examples that are made when they are first asked for, and by what. */
const MADE = { '/extension/bulkhead-extension.js': bundlePeer, '/dice/dist/dice.plugin.js': bundleDice };

/** Serves the examples as the plain files they are: what a guest gets must not pass through Vite. */
function examplesPlugin() {
  const made = new Map();
  const serve = ({ middlewares }) => {
    middlewares.use('/examples/', (request, response, next) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
      // To a sandboxed frame even its own scripts are another origin's.
      response.setHeader('access-control-allow-origin', '*');
      if (Object.hasOwn(MADE, path)) {
        if (!made.has(path)) made.set(path, MADE[path]());
        made.get(path).then((code) => {
          response.setHeader('content-type', TYPES['.js']);
          response.end(code);
        }, next);
        return;
      }
      const file = normalize(join(examples, path));
      const type = TYPES[extname(file)];
      if (!file.startsWith(examples + sep) || !type) return next();
      readFile(file).then(
        (body) => {
          response.setHeader('content-type', type);
          response.end(body);
        },
        () => {
          response.statusCode = 404;
          response.end();
        },
      );
    });
  };
  return { name: 'bulkhead-examples', configureServer: serve, configurePreviewServer: serve };
}

/** Where the workbench's own files are. */
const home = join(root, 'src/workbench');

/** Serves the workbench built, for those who open it again and again. @returns its address, and `close()` to end it. */
export const serveBuiltWorkbench = () =>
  serveBuilt({ root: home, input: ['index.html'], name: 'workbench', plugins: [examplesPlugin()] });

/**
 * Serves the workbench from source on a free loopback port.
 * @returns its address, and `close()` to end it.
 */
export async function serveWorkbench({ port } = {}) {
  const server = await createServer({
    configFile: false,
    root: home,
    cacheDir: join(root, '.cache/vite'),
    logLevel: 'warn',
    plugins: [preludePlugin(), assetsPlugin(), examplesPlugin()],
    server: {
      host: '127.0.0.1',
      port: port ?? (await freePort()),
      strictPort: true,
      hmr: false,
      fs: { allow: [root] },
    },
    // Without Vite's `development` condition, lit comes as it does to a user.
    resolve: { conditions: ['module', 'browser'] },
    optimizeDeps: {
      noDiscovery: true,
      include: [
        'lit',
        'lit/directives/repeat.js',
        'comlink',
        'zod/mini',
        '@cfworker/json-schema',
        '@modelcontextprotocol/client',
        'yaml',
      ],
    },
  });
  await server.listen();
  const address = server.httpServer.address();
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
