import { fileURLToPath } from 'node:url';
import { bundleAssets } from './bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', wasm: 'application/wasm' };

/** How the library's source names a file that lies beside it in the built package. */
const BESIDE = /new URL\('\.\/([a-z-]+\.(?:html|js|wasm))', import\.meta\.url\)/g;

/** Serves the files of `bundleAssets` under `/bulkhead/`, the same ones a build writes, and has the library's source find them there. */
export function assetsPlugin() {
  let assets;
  const refresh = () => {
    assets = bundleAssets();
    assets.catch(() => {});
    return assets;
  };
  const serve = ({ middlewares }) => {
    refresh();
    middlewares.use('/bulkhead/', (request, response, next) => {
      const name = new URL(request.url ?? '/', 'http://host').pathname.slice(1);
      assets.then((files) => {
        const body = files[name];
        if (body === undefined) return next();
        response.setHeader('content-type', TYPES[name.split('.').pop()]);
        response.setHeader('cross-origin-embedder-policy', 'require-corp');
        response.setHeader('cross-origin-resource-policy', 'same-origin');
        response.end(body);
      }, next);
    });
  };
  return {
    name: 'bulkhead-assets',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${root}src/`) || !code.includes('import.meta.url')) return null;
      return { code: code.replace(BESIDE, "new URL('/bulkhead/$1', location.href)"), map: null };
    },
    configureServer(server) {
      serve(server);
      server.watcher.on('change', (file) => {
        if (/\/(worker|sandbox)\/|frame-page/.test(file)) refresh();
      });
    },
    configurePreviewServer: serve,
  };
}
