import type { PluginReview } from '../../index.js';
import { type Command, EXIT } from '../command.js';
import { errorData, errorLines } from '../faults.js';
import { permissionLine } from '../permission-lines.js';
import { readPlugin } from '../plugin-files.js';
import { scriptsIn } from '../scripts.js';
import { count, size, type Terminal } from '../terminal.js';
import { undeclaredIn } from '../undeclared.js';

/** Loads a plugin in a guest without permissions, as an installation would, and keeps nothing. */
async function reviewOf(path: string): Promise<PluginReview & { readonly undeclared: readonly string[] }> {
  const { source, files } = await readPlugin(path);
  const { createHost } = await import('../../node/index.js');
  await using host = createHost({ guests: 'thread', spareWorkers: 0, ...everyService });
  const { id } = await host.plugins.install(source);
  const review = await host.plugins.review(id);
  return { ...review, undeclared: undeclaredIn(await scriptsIn(files), review.plugin.manifest) };
}

/** A check looks at what a plugin asks for, whichever application it is made for. */
const everyService = {
  services: {
    chat: { current: () => undefined, length: () => 0, read: () => [], apply: () => {} },
    llm: { complete: async () => ({ text: '' }) },
    notify: () => {},
    clipboard: { writeText: async () => {} },
    memory: { current: () => null },
  },
} as const;

function print(review: Awaited<ReturnType<typeof reviewOf>>, { out, style }: Terminal): void {
  const { plugin, permissions, secrets, undeclared } = review;
  const { manifest, tools, sourceBytes } = plugin;
  out(
    `${style('bold', plugin.id)}${manifest ? ` ${manifest.version}` : ' (without a manifest)'}, ${size(sourceBytes)}`,
  );
  out(`\n${style('bold', count(tools.length, 'tool'))}`);
  for (const { name, mode, description } of tools) {
    out(`  ${name} ${style('dim', mode === 'read' ? '(reads only)' : '(may change something)')}  ${description}`);
  }
  out(`\n${style('bold', 'What its user is asked')}`);
  if (permissions.length === 0) out('  Nothing: it reaches nothing outside its guest.');
  for (const view of permissions) out(`  ${permissionLine(view)}`);
  for (const { name, hosts } of secrets) out(`  It may use the secret ${name}, sent to ${hosts.join(', ')} only.`);
  for (const line of undeclared) out(`\n${style('yellow', 'Not declared')} ${line}`);
  out(undeclared.length === 0 ? `\n${style('green', 'No faults.')}` : '');
}

export const check: Command = {
  summary: 'Load a plugin without permissions and show its tools, what it asks for, and every fault.',
  usage: 'FILE|FOLDER',
  options: { json: { type: 'boolean', help: 'print one JSON document' } },
  examples: ['check plugin.js', 'check my-plugin --json', 'check my-plugin-1.0.0.zip'],
  async run({ words: [path = ''], flags }, terminal) {
    try {
      const review = await reviewOf(path);
      const { plugin, permissions, undeclared } = review;
      const { id, manifest, tools, sourceBytes, filesHash } = plugin;
      if (flags.json) {
        const about = {
          id,
          version: manifest?.version ?? null,
          sourceBytes,
          filesHash,
          tools,
          permissions,
          undeclared,
        };
        terminal.out(JSON.stringify({ ok: undeclared.length === 0, ...about }, null, 2));
      } else print(review, terminal);
      return undeclared.length === 0 ? EXIT.ok : EXIT.failed;
    } catch (error) {
      if (flags.json) terminal.out(JSON.stringify({ ok: false, error: errorData(error) }, null, 2));
      else for (const line of errorLines(error, terminal)) terminal.error(line);
      return EXIT.failed;
    }
  },
};
