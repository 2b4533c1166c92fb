import type { PluginReview } from '../../index.js';
import { readPlugin } from '../../node/internal-files.js';
import { about, type Command, EXIT } from '../command.js';
import { permissionLine } from '../permission-lines.js';
import { scriptsIn } from '../scripts.js';
import { count, size, type Terminal } from '../terminal.js';
import { schemaFaults, toolAdvice } from '../tool-faults.js';
import { undeclaredIn } from '../undeclared.js';

/** Loads a plugin in a guest without permissions, as an installation would, and keeps nothing. */
async function reviewOf(path: string): Promise<Checked> {
  const plugin = await readPlugin(path);
  const { createHost } = await import('../../node/index.js');
  await using host = createHost({ guests: 'thread', spareWorkers: 0, ...everyService });
  const { id } = await about(plugin, host.plugins.install(plugin.source));
  const review = await host.plugins.review(id);
  const texts = await scriptsIn(plugin.files);
  const { manifest, tools } = review.plugin;
  return {
    ...review,
    faults: [...undeclaredIn(texts, manifest), ...tools.flatMap(schemaFaults)],
    advice: tools.flatMap(toolAdvice),
  };
}

/** A review, with what is wrong all the same, and what could be better. */
interface Checked extends PluginReview {
  readonly faults: readonly string[];
  readonly advice: readonly string[];
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

function print({ plugin, permissions, secrets, faults, advice }: Checked, { out, style }: Terminal): void {
  const { manifest, tools, sourceBytes } = plugin;
  const files = Object.keys(Object(manifest && 'files' in manifest ? manifest.files : undefined)).length;
  const sizes = `${files > 0 ? `${count(files, 'file')}, ` : ''}${size(sourceBytes)}`;
  out(`${style('bold', plugin.id)}${manifest ? ` ${manifest.version}` : ' (without a manifest)'}, ${sizes}`);
  out(`\n${style('bold', count(tools.length, 'tool'))}`);
  for (const { name, mode, description } of tools) {
    const does = style('dim', mode === 'read' ? '(reads only)' : '(may change something)');
    out(`  ${name} ${does}${description ? `  ${description}` : ''}`);
  }
  out(`\n${style('bold', 'What its user is asked')}`);
  if (permissions.length === 0) out('  Nothing: it reaches nothing outside its guest.');
  for (const view of permissions) out(`  ${permissionLine(view)}`);
  for (const { name, hosts } of secrets) out(`  It may use the secret ${name}, sent to ${hosts.join(', ')} only.`);
  out('');
  for (const line of faults) out(`${style('red', 'Fault')} ${line}`);
  for (const line of advice) out(`${style('yellow', 'Advice')} ${line}`);
  out(faults.length === 0 ? style('green', 'No faults.') : `${count(faults.length, 'fault')}.`);
}

export const check: Command = {
  summary: 'Load a plugin without permissions and show its tools, what it asks for, and every fault.',
  usage: 'FILE|FOLDER',
  options: { json: { type: 'boolean', help: 'print one JSON document' } },
  examples: ['check plugin.js', 'check my-plugin --json', 'check my-plugin-1.0.0.zip'],
  async run({ words: [path = ''], flags }, terminal) {
    const review = await reviewOf(path);
    const { plugin, permissions, faults, advice } = review;
    const { id, manifest, tools, sourceBytes, filesHash } = plugin;
    const ok = faults.length === 0;
    const version = manifest?.version ?? null;
    const found = { id, version, sourceBytes, filesHash, tools, permissions, faults, advice };
    if (flags.json) terminal.out(JSON.stringify({ ok, ...found }, null, 2));
    else print(review, terminal);
    return ok ? EXIT.ok : EXIT.failed;
  },
};
