import { execFileSync, spawn } from 'node:child_process';
import { cp, rename, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';
import { type Served, type ServeOptions, serveFolder } from './serve.js';
import { type AppOptions, page, type Workspace } from './workspace.js';

/** Builds an application and serves it. */
export type Maker = (workspace: Workspace, name: string) => Promise<Served>;

const CLASSIC = page('<script defer src="./main.js"></script>');

/** A module of one of the bundlers. They are not in our dependency tree, so nothing is known of their types here. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Foreign = any;

export async function bundler({ bundlers }: Workspace, name: string): Promise<Foreign> {
  const require = createRequire(join(bundlers, 'package.json'));
  return import(pathToFileURL(require.resolve(name)).href);
}

/** Vite imports its ES module: what `require` finds of version 6 is deprecated. */
export const vite = ({ bundlers }: Workspace, version: string): Promise<Foreign> =>
  import(pathToFileURL(join(bundlers, 'node_modules', version, 'dist/node/index.js')).href);

async function plugins(app: string, withPlugin: boolean): Promise<readonly unknown[]> {
  if (!withPlugin) return [];
  const { bulkhead } = await import(pathToFileURL(join(app, 'node_modules/bulkhead/dist/vite.js')).href);
  return [bulkhead()];
}

export const viteDev =
  (version: string, withPlugin = false): Maker =>
  async (workspace, name) => {
    const app = await workspace.app(name);
    const server = await (await vite(workspace, version)).createServer({
      ...{ configFile: false, root: app, logLevel: 'error', plugins: await plugins(app, withPlugin) },
      server: { host: '127.0.0.1', port: await freePort() },
    });
    await server.listen();
    return { url: server.resolvedUrls.local[0], close: () => server.close() };
  };

export const viteBuild =
  (version: string, withPlugin = false, options: ServeOptions = {}): Maker =>
  async (workspace, name) => {
    const app = await workspace.app(name);
    const config = { configFile: false, root: app, logLevel: 'error', plugins: await plugins(app, withPlugin) };
    await (await vite(workspace, version)).build(config);
    return serveFolder(join(app, 'dist'), options);
  };

/** Built to lie anywhere (`base: './'`), and served below a folder, with the plugin. */
export const viteRelative =
  (version: string, options: ServeOptions = {}): Maker =>
  async (workspace, name) => {
    const app = await workspace.app(name);
    const own = { configFile: false, root: app, base: './', logLevel: 'error', plugins: await plugins(app, true) };
    await (await vite(workspace, version)).build({ ...own, build: { outDir: 'dist/deep/app' } });
    const { url, close } = await serveFolder(join(app, 'dist'), options);
    return { url: `${url}deep/app/`, close };
  };

/** With the plugin, and with the package as a link to a folder of another name, as `npm link` and workspaces make it. */
export const viteLinked =
  (version: string): Maker =>
  async (workspace, name) => {
    const app = await workspace.app(name);
    const [place, elsewhere] = [join(app, 'node_modules/bulkhead'), join(app, 'linked/sandbox-of-mine')];
    await cp(place, elsewhere, { recursive: true });
    await rename(place, join(app, 'unused'));
    await symlink(elsewhere, place);
    const server = await (await vite(workspace, version)).createServer({
      ...{ configFile: false, root: app, logLevel: 'error', plugins: await plugins(app, true) },
      server: { host: '127.0.0.1', port: await freePort() },
    });
    await server.listen();
    return { url: server.resolvedUrls.local[0], close: () => server.close() };
  };

/** One script, and the files where `npx bulkhead assets` has copied them, under a policy that allows no copies. */
export const copiedAssets =
  (csp: string): Maker =>
  async (workspace, name) => {
    const app = await workspace.app(name, { options: "{ assets: assetsAt('/bulkhead/') }" });
    const cli = join(app, 'node_modules/bulkhead/dist/cli.js');
    execFileSync(process.execPath, [cli, 'assets', 'dist/bulkhead'], { cwd: app });
    const { build } = await bundler(workspace, 'esbuild');
    await build({
      ...{ entryPoints: [join(app, 'main.js')], outdir: join(app, 'dist'), bundle: true, minify: true },
      ...{ format: 'esm', splitting: true, logLevel: 'silent' },
    });
    await writeFile(join(app, 'dist/index.html'), page());
    return serveFolder(join(app, 'dist'), { csp });
  };

export const webpackBuild: Maker = async (workspace, name) => {
  const app = await workspace.app(name);
  const { default: webpack } = await bundler(workspace, 'webpack');
  const config = { mode: 'production', context: app, entry: './main.js', output: { path: join(app, 'dist') } };
  await new Promise<void>((done, fail) =>
    webpack(config, (error: Error | null, stats: Foreign) =>
      error || stats.hasErrors() ? fail(error ?? new Error(stats.toString('errors-only'))) : done(),
    ),
  );
  await writeFile(join(app, 'dist/index.html'), CLASSIC);
  return serveFolder(join(app, 'dist'));
};

export const webpackDev: Maker = async (workspace, name) => {
  const app = await workspace.app(name, { files: { 'public/index.html': CLASSIC } });
  const [{ default: webpack }, { default: Server }] = [
    await bundler(workspace, 'webpack'),
    await bundler(workspace, 'webpack-dev-server'),
  ];
  const compiler = webpack({
    ...{ mode: 'development', context: app, entry: './main.js' },
    ...{ infrastructureLogging: { level: 'error' }, stats: 'errors-only' },
  });
  const port = await freePort();
  const server = new Server({ host: '127.0.0.1', port, static: join(app, 'public') }, compiler);
  await server.start();
  return { url: `http://127.0.0.1:${port}/`, close: () => server.stop() };
};

export const rollup: Maker = async (workspace, name) => {
  const app = await workspace.app(name);
  const [{ rollup: bundle }, { nodeResolve }] = [
    await bundler(workspace, 'rollup'),
    await bundler(workspace, '@rollup/plugin-node-resolve'),
  ];
  const build = await bundle({ input: join(app, 'main.js'), plugins: [nodeResolve({ browser: true })] });
  await build.write({ dir: join(app, 'dist'), format: 'es' });
  await cp(join(app, 'index.html'), join(app, 'dist/index.html'));
  // The files beside the bundle were not copied, and the server answers their addresses with the page.
  return serveFolder(join(app, 'dist'), { fallback: true });
};

export const esbuild =
  (format: 'esm' | 'iife'): Maker =>
  async (workspace, name) => {
    const app = await workspace.app(name);
    const { build } = await bundler(workspace, 'esbuild');
    await build({
      ...{ entryPoints: [join(app, 'main.js')], outdir: join(app, 'dist'), bundle: true, minify: true },
      ...{ format, splitting: format === 'esm', logLevel: 'silent' },
    });
    await writeFile(join(app, 'dist/index.html'), format === 'esm' ? page() : CLASSIC);
    return serveFolder(join(app, 'dist'));
  };

const NEXT_APP: AppOptions = {
  files: {
    'next.config.mjs': 'export default { devIndicators: false };',
    'app/layout.js': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
    'app/page.js': `'use client';
import { useEffect } from 'react';
export default function Page() {
  useEffect(() => void import('../main.js'), []);
  return <p>App</p>;
}`,
  },
};

/** Starts `next` and waits until it says a word. */
function next({ bundlers }: Workspace, app: string, args: readonly string[], until?: string) {
  const { NODE_ENV: _, ...env } = process.env;
  const bin = join(bundlers, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, [bin, ...args], { cwd: app, env: { ...env, NEXT_TELEMETRY_DISABLED: '1' } });
  let said = '';
  const ready = new Promise<void>((done, fail) => {
    const read = (chunk: Buffer) => {
      said += chunk;
      if (until && said.includes(until)) done();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`next ${args.join(' ')}: ${said}`))));
  });
  return { ready, stop: () => child.kill() };
}

export const nextApp =
  (mode: 'build' | 'dev'): Maker =>
  async (workspace, name) => {
    const app = await workspace.app(name, NEXT_APP);
    if (mode === 'build') await next(workspace, app, ['build']).ready;
    const port = await freePort();
    const place = ['-p', String(port), '-H', '127.0.0.1'];
    const { ready, stop } = next(workspace, app, [mode === 'build' ? 'start' : 'dev', ...place], 'Ready');
    await ready;
    return { url: `http://127.0.0.1:${port}/`, close: async () => stop() };
  };

/** A page without a bundler: modules and files straight from the package, under a policy. */
export const plainPage =
  (csp: string): Maker =>
  async (workspace, name) => {
    const from = '/node_modules/bulkhead/dist/index.js';
    return serveFolder(await workspace.app(name, { from }), { csp });
  };
