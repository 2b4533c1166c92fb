import { FILES, PACKAGE, readAsset } from '../cli/internal.js';

const TYPES: { readonly [ending: string]: string } = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  wasm: 'application/wasm',
};

/** Where the files are served, below the application's base. */
const FOLDER = 'bulkhead/';

/** Stands for the way from a file of the build to that folder, until it is known where the file lies. */
const RELATIVE = '__BULKHEAD_FOLDER__/';

/** How the built package names a file that lies beside it. */
const BESIDE = /new URL\([`'"]\.\/([a-z-]+\.(?:html|js|wasm))[`'"],\s*import\.meta\.url\)/g;

/** A request handler of a server of Node, as far as it is needed here: the types of Node need not be installed. */
type Handle = (
  request: { readonly url?: string | undefined },
  response: { setHeader(name: string, value: string): unknown; end(body: Uint8Array): unknown },
  next: (error?: unknown) => void,
) => void;

/** What this plugin needs of Vite, in every version from 6 on. */
export interface BulkheadVitePlugin {
  readonly name: string;
  config(): { readonly optimizeDeps: { readonly exclude: string[] } };
  configResolved(config: { readonly base: string; readonly command: string }): void;
  configureServer(server: { readonly middlewares: { use(handle: Handle): void } }): void;
  transform(code: string, id: string): { readonly code: string; readonly map: null } | null;
  renderChunk(code: string, chunk: { readonly fileName: string }): { readonly code: string; readonly map: null } | null;
  generateBundle(this: {
    emitFile(file: { readonly type: 'asset'; readonly fileName: string; readonly source: Uint8Array }): void;
  }): Promise<void>;
}

/**
 * A plugin for Vite: the files that workers and the frame are loaded from are served and written byte for byte, under
 * `bulkhead/` of the application's base. Without it, the development server answers them changed or not at all, and the page loads
 * the copies inside the package, which a strict CSP may not allow.
 *
 * @example
 * import { bulkhead } from 'bulkhead/vite';
 * export default { plugins: [bulkhead()] };
 */
export function bulkhead(): BulkheadVitePlugin {
  let base = '/';
  /** True for a build whose files may lie under any address. */
  let isRelative = false;
  return {
    name: 'bulkhead',
    config: () => ({ optimizeDeps: { exclude: ['bulkhead'] } }),
    configResolved(config) {
      base = config.base;
      isRelative = config.command === 'build' && !/^(https?:)?\//.test(base);
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [pathname = '/'] = (request.url ?? '/').split(/[?#]/);
        const name = pathname.slice(pathname.lastIndexOf('/') + 1);
        if (!pathname.endsWith(`/${FOLDER}${name}`) || !FILES.includes(name)) return next();
        readAsset(name).then((body) => {
          response.setHeader('content-type', TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '');
          response.setHeader('cross-origin-embedder-policy', 'require-corp');
          response.setHeader('cross-origin-resource-policy', 'same-origin');
          response.end(body);
        }, next);
      });
    },
    transform(code, id) {
      // A linked package has another address than the one in node_modules.
      if (!(id.startsWith(PACKAGE) || /[\\/]bulkhead[\\/]dist[\\/]/.test(id)) || !code.includes('import.meta.url'))
        return null;
      const place = (name: string) =>
        isRelative
          ? `new URL("${RELATIVE}"+"${name}", import.meta.url)`
          : `new URL(${JSON.stringify(`${base}${FOLDER}`)}+"${name}", document.baseURI)`;
      return { code: code.replace(BESIDE, (_, name: string) => place(name)), map: null };
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(RELATIVE)) return null;
      const up = '../'.repeat(fileName.split('/').length - 1);
      return { code: code.replaceAll(RELATIVE, `${up === '' ? './' : up}${FOLDER}`), map: null };
    },
    async generateBundle() {
      for (const name of FILES)
        this.emitFile({ type: 'asset', fileName: `${FOLDER}${name}`, source: await readAsset(name) });
    },
  };
}
