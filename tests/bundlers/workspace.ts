import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
  /** Copies an example, installs what its package.json asks for, and returns its folder. `as`: the folder's name. */
  example(name: string, as?: string): Promise<string>;
}

/** Not what somebody has installed or built in an example's own folder. */
const isSource = (path: string) => !['node_modules', 'dist', 'build', 'bulkhead', '.next'].includes(basename(path));

/** What npm writes to `node_modules/.bin`: the commands of the packages that an application asks for itself. */
async function linkCommands(app: string, homeOf: (name: string) => string): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'));
  await mkdir(join(app, 'node_modules/.bin'), { recursive: true });
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const { bin = {} } = JSON.parse(await readFile(join(homeOf(name), 'package.json'), 'utf8'));
    const commands: object = typeof bin === 'string' ? { [name]: bin } : bin;
    for (const [command, file] of Object.entries(commands)) {
      const target = join(homeOf(name), file);
      await chmod(target, 0o755);
      await symlink(target, join(app, 'node_modules/.bin', command));
    }
  }
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
  const install = async (app: string) => {
    await mkdir(join(app, 'node_modules'), { recursive: true });
    await cp(unpacked, join(app, 'node_modules/bulkhead'), { recursive: true });
  };
  return {
    ...{ bundlers, tarball, unpacked },
    async example(name, as = name) {
      const app = join(folder, as);
      await cp(join(root, 'examples', name), app, { recursive: true, filter: isSource });
      await install(app);
      const own = (dependency: string) => (dependency === 'bulkhead' ? app : bundlers);
      await linkCommands(app, (dependency) => join(own(dependency), 'node_modules', dependency));
      return app;
    },
    async app(name, { options = '', from = 'bulkhead', files = {} } = {}) {
      const app = join(folder, name.replaceAll(' ', '-'));
      await install(app);
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
