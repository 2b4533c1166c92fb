import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed, JOBS } from './packages.js';

type Options = { readonly [name: string]: unknown };

/** What esbuild makes of a job: a source, or what it says is wrong. */
export type Bundle = { readonly source: string } | { readonly refused: string };

interface Asked {
  readonly path: string;
  readonly importer: string;
  readonly kind: string;
}

interface EsbuildPlugin {
  onResolve(options: { readonly filter: RegExp }, work: (asked: Asked) => unknown): void;
  resolve(path: string, options: { readonly kind: string; readonly resolveDir: string }): unknown;
}

interface Esbuild {
  build(options: Options): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>;
}

const esbuild: Esbuild = createRequire(join(installed(), 'package.json'))('esbuild');
const page = readFileSync(fileURLToPath(new URL('../../docs/plugins.md', import.meta.url)), 'utf8');

/** The command of the documents, as options of esbuild's function. @throws when the documents have another than one. */
export function documentedOptions(): Options {
  const commands = page.match(/^npx esbuild .*$/gm) ?? [];
  const [command] = commands;
  if (command === undefined || commands.length !== 1)
    throw new Error(`docs/plugins.md has ${commands.length} commands`);
  const options: { [name: string]: unknown } = {};
  for (const [, flag = '', value] of command.matchAll(/ --([a-z-]+(?::[\w.]+)?)(?:=(\S+))?/g)) {
    const [name = '', key] = flag.split(':');
    if (name === 'outfile') continue;
    if (key !== undefined) options[name] = { ...(options[name] as object), [key]: value };
    else options[name] = name === 'conditions' ? value?.split(',') : (value ?? true);
  }
  return options;
}

async function bundle(contents: string, options: Options): Promise<Bundle> {
  const folder = installed();
  // Jobs find their packages in the cache folder, as an author's code finds them beside itself.
  const where = { nodePaths: [join(folder, 'node_modules')], stdin: { contents, resolveDir: folder } };
  // And not in the packages of this project, which may have others of the same names.
  const plugins = [
    {
      name: 'packages-of-jobs',
      setup: ({ onResolve, resolve }: EsbuildPlugin) =>
        onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) =>
          importer.startsWith(JOBS) ? resolve(path, { kind, resolveDir: folder }) : undefined,
        ),
    },
  ];
  try {
    const { outputFiles } = await esbuild.build({ ...options, ...where, plugins, write: false, logLevel: 'silent' });
    return { source: outputFiles[0]?.text ?? '' };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

const job = (name: string) => JSON.stringify(`${JOBS}${name}.js`);

/** A plugin whose tool `main` answers what the function `run` of these lines gives, bundled as the documents say. */
export const pluginFrom = (lines: string): Promise<Bundle> =>
  bundle(
    `${lines}
registerTool({ name: 'main', mode: 'read', parameters: { type: 'object' }, exec: () => run() });`,
    documentedOptions(),
  );

/** The plugin of a job. */
export const pluginOf = (name: string): Promise<Bundle> => pluginFrom(`import run from ${job(name)};`);

/** A program for Node, bundled with what esbuild takes for Node: does the jobs one after another and prints their results. */
export const programOf = (names: readonly string[]): Promise<Bundle> =>
  bundle(
    `${names.map((name, at) => `import job${at} from ${job(name)};`).join('\n')}
const jobs = [${names.map((name, at) => `[${JSON.stringify(name)}, job${at}]`).join(', ')}];
(async () => {
  const results = [];
  for (const [name, run] of jobs) results.push([name, await run()]);
  process.stdout.write(JSON.stringify(results));
})();`,
    { bundle: true, platform: 'node', format: 'cjs' },
  );
