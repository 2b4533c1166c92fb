import type { PluginReview } from '../../index.js';
import { readPlugin } from '../../node/internal-files.js';
import { type Command, EXIT } from '../command.js';
import { permissionLine } from '../permission-lines.js';
import { count, size, type Terminal } from '../terminal.js';
import { undeclaredIn } from '../undeclared.js';

/** Loads a plugin in a guest without permissions, as an installation would, and keeps nothing. */
async function reviewOf(path: string): Promise<PluginReview & { readonly undeclared: readonly string[] }> {
  const { source, files } = await readPlugin(path);
  const { createHost } = await import('../../node/index.js');
  await using host = createHost({ spareWorkers: 0, ...everyService });
  const { id } = await host.plugins.install(source);
  const review = await host.plugins.review(id);
  const texts = [...files]
    .filter(([name]) => /\.[cm]?js$/.test(name))
    .map(([, bytes]) => new TextDecoder().decode(bytes));
  return { ...review, undeclared: undeclaredIn(texts, review.plugin.manifest) };
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
  examples: ['check plugin.js', 'check my-plugin --json'],
  async run({ words: [path = ''], flags }, terminal) {
    const review = await reviewOf(path);
    const { plugin, permissions, undeclared } = review;
    const { id, manifest, tools, sourceBytes, filesHash } = plugin;
    const ok = undeclared.length === 0;
    const about = { id, version: manifest?.version ?? null, sourceBytes, filesHash, tools, permissions, undeclared };
    if (flags.json) terminal.out(JSON.stringify({ ok, ...about }, null, 2));
    else print(review, terminal);
    return ok ? EXIT.ok : EXIT.failed;
  },
};
