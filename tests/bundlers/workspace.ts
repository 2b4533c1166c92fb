import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installBundlers } from '../../scripts/bundlers/cache.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const execute = promisify(execFile);

/** Uses each part of Bulkhead that is loaded from a file of its own. `options` are those of `createHost`, as source. */
const main = (options: string, from: string) => `import { assetsAt, createHost } from '${from}';
window.run = async () => {
  const host = createHost(${options});
  try {
    const parameters = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    await host.plugins.install({
      code: "registerTool({ name: 'next', description: 'Adds one.', mode: 'read', parameters: " +
        JSON.stringify(parameters) + ", exec: ({ a }) => a + 1 });",
    }, { enable: true });
    const { value } = await host.tools.execute('next', { a: 2 });
    const names = (await host.tools.search('adds')).map(({ name }) => name);
    const { calls } = await host.textCalls.parse('[CALL: next(a=2)]', { dialect: 'bracket-call' });
    const { session } = await host.memory.open('a chat');
    await session.createNode({ type: 'event', fields: { summary: 'It rains.' } });
    const walls = host.status().walls.filter(({ stands }) => stands).map(({ wall }) => wall);
    return { value, names, calls: calls.length, walls };
  } catch (error) {
    return { code: error.code, message: error.message };
  } finally {
    await host.erase().catch(() => {});
    await host.dispose();
  }
};`;

/** The one page of an application without a framework. */
export const page = (script = '<script type="module" src="./main.js"></script>') =>
  `<!doctype html><title>App</title><link rel="icon" href="data:,">${script}`;

export interface AppOptions {
  /** Options of `createHost`, as source. Default: none. */
  readonly options?: string;
  /** What the module is imported from. Default: `bulkhead`. */
  readonly from?: string;
  /** More files, by path. */
  readonly files?: { readonly [path: string]: string };
}

/** A place for applications in which the packed package is installed, beside the bundlers. */
export interface Workspace extends AsyncDisposable {
  readonly bundlers: string;
  /** The packed package, as npm would publish it, and the folder that it was unpacked into. */
  readonly tarball: string;
  readonly unpacked: string;
  /** Makes an application and returns its folder. */
  app(name: string, options?: AppOptions): Promise<string>;
}

/** Packs the package as npm would publish it, and unpacks it for applications. */
export async function openWorkspace(): Promise<Workspace> {
  const bundlers = installBundlers();
  const folder = await mkdtemp(join(bundlers, 'apps-'));
  const { stdout } = await execute('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    shell: process.platform === 'win32',
  });
  const tarball = join(folder, stdout.trim());
  const unpacked = join(folder, 'package');
  await execute('tar', ['-xzf', tarball, '-C', folder]);
  return {
    ...{ bundlers, tarball, unpacked },
    async app(name, { options = '', from = 'bulkhead', files = {} } = {}) {
      const app = join(folder, name.replaceAll(' ', '-'));
      await mkdir(join(app, 'node_modules'), { recursive: true });
      await cp(unpacked, join(app, 'node_modules/bulkhead'), { recursive: true });
      const all = {
        'package.json': '{ "name": "app", "private": true, "type": "module" }',
        'index.html': page(),
        'main.js': main(options, from),
        ...files,
      };
      for (const [path, text] of Object.entries(all)) {
        await mkdir(join(app, path, '..'), { recursive: true });
        await writeFile(join(app, path), text);
      }
      return app;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
