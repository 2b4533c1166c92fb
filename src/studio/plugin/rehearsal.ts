import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Effect, Plugins, Rehearsal, RehearsedCall } from '../../index.js';
import type { RehearsalCheck, RehearsalReport } from '../base/types.js';
import { type PluginArtifact, type PluginTest, pluginFile } from './artifact.js';
import { misses, show } from './match.js';
import { namesNotThere } from './names-not-there.js';
import { effectWords, forModel, isHeld, verdictOf } from './rehearsal-words.js';
import { sampleArguments } from './sample.js';
import type { Say } from './words.js';

/** One call of a rehearsal, and all of them. */
const CALL = { timeoutMs: 5_000, cpuMs: 2_000 };
const TOTAL_MS = 30_000;
const LOG_LINES = 100;
const LOG_CHARS = 500;
const EFFECTS = 50;
/** The order in which effects are listed: those that leave the page first. */
const ORDER = { net: 0, chat: 1, memory: 2, clipboard: 3, notify: 4, storage: 5, unknown: 6 } as const satisfies {
  readonly [kind in Effect['kind']]: number;
};
const DETAIL_CHARS = 600;

class Findings {
  readonly checks: RehearsalCheck[] = [];
  readonly log: { readonly level: string; readonly text: string }[] = [];
  readonly #effects = new Map<string, Effect['kind']>();
  readonly used = new Set<string>();

  check(name: string, verdict: RehearsalCheck['verdict'], detail?: string, ms?: number): void {
    const cut = detail !== undefined && detail.length > DETAIL_CHARS ? `${detail.slice(0, DETAIL_CHARS)}…` : detail;
    this.checks.push({ name, verdict, ...(cut !== undefined && { detail: cut }), ...(ms !== undefined && { ms }) });
  }

  effect(kind: Effect['kind'], words: string): void {
    this.#effects.set(words, kind);
  }

  /** Returns the effects, those that leave the page first. The last line counts those that are not listed. */
  effects(say: Say): readonly string[] {
    const all = [...this.#effects].sort(([, one], [, other]) => ORDER[one] - ORDER[other]).map(([words]) => words);
    const rest = all.length - EFFECTS;
    return rest > 0 ? [...all.slice(0, EFFECTS), say('effect.more', rest)] : all;
  }

  note(level: string, text: string): void {
    if (this.log.length < LOG_LINES) this.log.push({ level, text: text.slice(0, LOG_CHARS) });
  }
}

/** Loads a plugin in a real isolate, plays its tests in a made-up world, and simulates a call of each untested tool. @throws the signal’s reason, `PLUGIN_DISABLED`. */
export async function tryPlugin(
  plugins: Pick<Plugins, 'rehearse'>,
  plugin: PluginArtifact,
  say: Say,
  signal: AbortSignal,
): Promise<RehearsalReport> {
  const found = new Findings();
  if (plugin.source.trim() === '') {
    return { verdict: 'failed', summary: say('summary.empty'), checks: [], log: [], effects: [] };
  }
  const names = namesNotThere(plugin.source);
  if (names.length > 0) found.note('warn', say('log.named', names.join(', ')));
  const began = performance.now();
  const rehearsal = await load(plugins, plugin, found, say, signal);
  if (rehearsal) {
    try {
      await play(rehearsal, plugin, found, say, signal, began + TOTAL_MS);
    } finally {
      await rehearsal.end();
    }
  }
  return toReport(found, say);
}

async function load(
  plugins: Pick<Plugins, 'rehearse'>,
  plugin: PluginArtifact,
  found: Findings,
  say: Say,
  signal: AbortSignal,
): Promise<Rehearsal | undefined> {
  const name = say('check.loads');
  const began = performance.now();
  try {
    const rehearsal = await plugins.rehearse({ code: pluginFile(plugin) }, { signal });
    const tools = rehearsal.plugin.tools.map((tool) => tool.name).join(', ');
    const ms = Math.round(performance.now() - began);
    found.check(name, 'passed', say('detail.loaded', tools), ms);
    return rehearsal;
  } catch (error) {
    signal.throwIfAborted();
    // Nothing can be said of a plugin where none may run.
    if (!(error instanceof BulkheadError) || error.fault !== 'plugin') throw error;
    const { verdict, detail } = verdictOf({ error, refused: [] }, say);
    found.check(name, verdict, detail);
    return undefined;
  }
}

async function play(
  rehearsal: Rehearsal,
  { tests }: PluginArtifact,
  found: Findings,
  say: Say,
  signal: AbortSignal,
  until: number,
): Promise<void> {
  const { tools, manifest } = rehearsal.plugin;
  const untested = tools.filter((tool) => !tests.some((test) => test.tool === tool.name));
  const calls: readonly (PluginTest & { readonly madeUp?: true })[] = [
    ...tests,
    ...untested.map(({ name, parameters }) => ({
      ...{ name: say('check.simulated', name), tool: name, args: sampleArguments(parameters) },
      madeUp: true as const,
    })),
  ];
  let held = false;
  for (const test of calls) {
    if (held || performance.now() > until) {
      found.check(test.name, 'failed', say(held ? 'detail.notTried' : 'detail.noTime'));
      continue;
    }
    const phase = test.madeUp && tools.find(({ name }) => name === test.tool)?.hasSimulate ? 'simulate' : 'execute';
    const world = test.world ? { world: test.world } : {};
    const call = await called(() => rehearsal.call(test.tool, test.args, { ...world, ...CALL, phase, signal }), signal);
    for (const { level, text } of call.log) found.note(level, text);
    for (const effect of call.effects) found.effect(effect.kind, effectWords(effect, say));
    for (const permission of call.used) found.used.add(permission);
    judge(test, call, found, say);
    held = isHeld(call);
  }
  if (held) return;
  const asked = [...(manifest?.permissions ?? []), ...(manifest?.optionalPermissions ?? [])];
  if (asked.length > 0) {
    const unused = asked.map(({ id }) => id).filter((id) => !found.used.has(id));
    found.check(
      say('check.permissions'),
      unused.length > 0 ? 'failed' : 'passed',
      unused.length > 0 ? say('detail.unused', unused.join(', ')) : undefined,
    );
  }
  if (rehearsal.forbidden.length > 0) {
    const why = rehearsal.forbidden.map(({ permission, why }) =>
      say(why === 'policy' ? 'detail.forbidden' : 'detail.notProvided', permission),
    );
    found.check(say('check.allowed'), 'failed', why.join('; '));
  }
}

/** What could not even be called is a failed call, too: a test may name anything. @throws the signal’s reason, `STOPPED`. */
async function called(work: () => Promise<RehearsedCall>, signal: AbortSignal): Promise<RehearsedCall> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BulkheadError) || error.code === 'STOPPED') throw error;
    const { code, message, details } = error;
    const usage = { wallMs: 0, cpuMs: 0, memoryBytes: 0, logLines: 0, logLinesDropped: 0, requests: 0, bytesOut: 0 };
    return { error: { code, message, details }, log: [], effects: [], used: [], refused: [], usage };
  }
}

function judge(test: PluginTest & { readonly madeUp?: true }, call: RehearsedCall, found: Findings, say: Say): void {
  const ms = Math.round(call.usage.wallMs);
  const judged = verdictOf(call, say);
  if (judged.verdict === 'contained') {
    found.check(test.name, 'contained', judged.detail, ms);
    return;
  }
  const kind = call.error?.details?.guest?.name ?? '';
  // Arguments that nobody would give may well be refused; a slip of the program is one whatever it was given.
  if (test.madeUp && call.error?.code === 'TOOL_ERROR' && !/^(Reference|Type|Syntax|Range)Error$/.test(kind)) {
    found.check(test.name, 'passed', say('detail.madeUp', call.error.message), ms);
    return;
  }
  const missed = misses(test.expect, call);
  found.check(
    test.name,
    missed === undefined ? 'passed' : 'failed',
    missed ?? say('detail.returned', show(call.value, 300)),
    ms,
  );
}

function toReport(found: Findings, say: Say): RehearsalReport {
  const { checks, log } = found;
  const contained = checks.find(({ verdict }) => verdict === 'contained');
  const failed = checks.filter(({ verdict }) => verdict === 'failed').length;
  const verdict = contained ? 'contained' : failed > 0 ? 'failed' : 'passed';
  const summary = contained
    ? say('summary.contained', contained.detail)
    : failed > 0
      ? say('summary.failed', failed, checks.length)
      : say('summary.passed', checks.length);
  const report = { verdict, summary, checks, log, effects: found.effects(say) } as const;
  return { ...report, forModel: forModel(report) };
}
