import type { Effect, Effects, Host, LogLine } from '../../index.js';
import { readPlugin } from '../../node/internal-files.js';
import { cacheFolder } from '../cache-folder.js';
import { type Command, EXIT, PluginFault, UsageError } from '../command.js';
import { errorData } from '../faults.js';
import type { Terminal } from '../terminal.js';

function readArguments(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`bulkhead run: the arguments are no JSON: ${text.slice(0, 200)}. For example '{"count":1}'`);
  }
}

/** The permissions to grant: ids of the manifest, or capabilities. @throws `UsageError` naming those that the plugin has. */
function allowOf(wanted: string | undefined, declared: readonly { readonly id: string; readonly cap: string }[]) {
  if (wanted === 'all') return 'all' as const;
  const names = wanted?.split(',').map((name) => name.trim()) ?? [];
  const known = declared.flatMap(({ id, cap }) => [id, cap]);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `bulkhead run: it asks for no ${unknown}; ${known.length === 0 ? 'it asks for nothing' : `it asks for ${known.join(', ')}`}`,
    );
  const granted = declared.filter(({ id, cap }) => names.includes(id) || names.includes(cap));
  return Object.fromEntries(granted.map(({ id }) => [id, 'always' as const]));
}

/** Answers the questions of a call: yes with `--yes`; otherwise no, and says what was asked. */
function answerAsks(host: Host, yes: boolean, { error, style }: Terminal): void {
  const seen = new Set<number>();
  host.asks.onChange(() => {
    for (const { id, kind, tool, what, scopes } of host.asks.list()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const question = kind === 'call' ? `may ${tool.name} be called?` : `${what ?? kind}`;
      error(style('dim', `asked: ${question} ${yes ? 'yes' : 'no (answer yes with --yes)'}`));
      host.asks.answer(id, yes ? (scopes[0] ?? null) : null);
    }
  });
}

export const run: Command = {
  summary: 'Call one tool of a plugin in a guest, with the permissions that you name.',
  usage: 'FILE|FOLDER TOOL [ARGUMENTS]',
  options: {
    allow: { type: 'string', value: 'LIST', help: 'permissions to grant: all, or ids and capabilities with commas' },
    simulate: { type: 'boolean', help: 'show what the call would do, and do none of it' },
    yes: { type: 'boolean', help: 'answer yes to every question' },
    json: { type: 'boolean', help: 'print one JSON document' },
  },
  examples: [
    `run dice.plugin.js roll '{"notation":"2d6"}'`,
    `run dice-1.0.0.zip roll '{"notation":"2d6"}'`,
    `run my-plugin fetch_weather '{"city":"Berlin"}' --allow net --simulate`,
  ],
  async run({ words: [path = '', tool = '', text = '{}'], flags, values }, terminal) {
    const args = readArguments(text);
    const plugin = await readPlugin(path);
    const { createHost } = await import('../../node/index.js');
    await using host = createHost({ guests: 'thread', spareWorkers: 0, imageCache: cacheFolder() });
    answerAsks(host, flags.yes === true, terminal);
    const log: LogLine[] = [];
    try {
      const { id, manifest } = await host.plugins.install(plugin.source);
      const declared = [...(manifest?.permissions ?? []), ...(manifest?.optionalPermissions ?? [])];
      await host.plugins.enable(id, { allow: allowOf(values.allow, declared), staged: false });
      const options = {
        onLog: (line: LogLine) => {
          log.push(line);
          if (!flags.json) terminal.error(terminal.style('dim', `${line.level}: ${line.text}`));
        },
      };
      const result = flags.simulate
        ? await host.tools.simulate(tool, args, options)
        : await host.tools.execute(tool, args, options);
      const effects: readonly Effect[] = 'effects' in result ? (result.effects as Effects).items : [];
      if (flags.json)
        terminal.out(JSON.stringify({ ok: true, value: result.value, log, effects, usage: result.usage }, null, 2));
      else {
        terminal.out(
          typeof result.value === 'string' ? result.value : (JSON.stringify(result.value, null, 2) ?? 'undefined'),
        );
        for (const effect of effects) terminal.out(`would: ${JSON.stringify(effect)}`);
      }
      return EXIT.ok;
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const fault = new PluginFault(plugin, error);
      if (!flags.json) throw fault;
      terminal.out(JSON.stringify({ ok: false, error: errorData(fault), log }, null, 2));
      return EXIT.failed;
    }
  },
};
