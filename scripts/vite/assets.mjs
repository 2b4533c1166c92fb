import { bundleAssets } from './bundle.mjs';

const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', wasm: 'application/wasm' };

/** Serves the files of `bundleAssets` under `/bulkhead/`, the same ones a build writes. */
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
    configureServer(server) {
      serve(server);
      server.watcher.on('change', (file) => {
        if (/\/(worker|sandbox)\/|frame-page/.test(file)) refresh();
      });
    },
    configurePreviewServer: serve,
  };
}
