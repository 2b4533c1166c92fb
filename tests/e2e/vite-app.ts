import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createLogger, preview } from 'vite';
import { freePort } from '../../scripts/free-port.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What `bulkhead/ui` imports and does not bring along, as npm would install it. */
const LIT = ['lit', 'lit-html', 'lit-element', '@lit'];

export interface ViteApp extends AsyncDisposable {
  readonly url: string;
  /** What Vite warned of while it built. */
  readonly warnings: readonly string[];
}

export interface ViteAppOptions {
  /** Vite's `base`. Default: `/`. */
  readonly base?: string;
  /** Files of the package that the application serves itself, under `/bulkhead/`. */
  readonly served?: readonly string[];
}

/** An application that somebody begins today: the built package in its `node_modules`, `main` as its one module, Vite as it comes. */
export async function buildViteApp(main: string, { base = '/', served = [] }: ViteAppOptions = {}): Promise<ViteApp> {
  const app = await mkdtemp(join(tmpdir(), 'bulkhead-vite-'));
  const modules = join(app, 'node_modules');
  const home = join(modules, 'bulkhead');
  await mkdir(join(home, 'dist'), { recursive: true });
  await mkdir(join(app, 'public/bulkhead'), { recursive: true });
  await cp(`${root}package.json`, join(home, 'package.json'));
  for (const file of await readdir(`${root}dist`, { withFileTypes: true })) {
    if (file.isFile()) await cp(`${root}dist/${file.name}`, join(home, 'dist', file.name));
  }
  for (const name of served) await cp(`${root}dist/${name}`, join(app, 'public/bulkhead', name));
  for (const name of LIT) await symlink(`${root}node_modules/${name}`, join(modules, name));
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  await writeFile(
    join(app, 'index.html'),
    '<!doctype html><title>App</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>',
  );
  await writeFile(join(app, 'main.js'), main);

  const warnings: string[] = [];
  const customLogger = createLogger('warn');
  customLogger.warn = customLogger.warnOnce = (message) => warnings.push(message);
  const config = { configFile: false, root: app, base } as const;
  // How large an application is, and how long it takes to build, is not what is asked here.
  const quiet = {
    ...{ chunkSizeWarningLimit: Number.POSITIVE_INFINITY, reportCompressedSize: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  };
  await build({ ...config, customLogger, build: quiet });
  const server = await preview({
    ...config,
    appType: 'mpa',
    preview: { host: '127.0.0.1', port: await freePort(), strictPort: true },
  });
  const [url = ''] = server.resolvedUrls?.local ?? [];
  return {
    url,
    warnings,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(app, { recursive: true });
    },
  };
}
