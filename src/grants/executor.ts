import type { Effects } from '../../worker/protocol/effects.js';
import { fromErrorData } from '../../worker/protocol/errors.js';
import type { Limits } from '../../worker/protocol/limits.js';
import type { CallOutcome } from '../../worker/protocol/tool.js';
import type { AuditLog } from '../audit.js';
import type { CallOptions, Executor, Phase } from '../call.js';
import type { PluginEntry } from '../plugin-entry.js';
import type { ToolInfo } from '../tool-info.js';
import { budgetOf } from './budget.js';
import type { Consent } from './consent.js';
import type { Simulation } from './simulation.js';

export interface PluginExecutorOptions {
  readonly entry: () => PluginEntry | undefined;
  readonly consent: Consent;
  readonly audit: AuditLog;
  readonly limits: Limits;
}

const page = Array.from(crypto.getRandomValues(new Uint32Array(1)), (part) => part.toString(36)).join('');
let calls = 0;

/** Executes the tools of one plugin: asks first where it must, keeps to its budget, and tells the log. */
export class PluginExecutor implements Executor {
  readonly #options: PluginExecutorOptions;

  constructor(options: PluginExecutorOptions) {
    this.#options = options;
  }

  async execute(tool: string, phase: Phase, args: string, given: CallOptions): Promise<CallOutcome> {
    const { consent, audit, limits } = this.#options;
    const entry = this.#options.entry();
    const declared = entry?.record.tools.find(({ name }) => name === tool);
    if (!entry || !declared) throw fromErrorData({ code: 'TOOL_NOT_FOUND', message: `no tool is named ${tool}` });
    calls += 1;
    const id = `${page}-${calls}`;
    const info: ToolInfo = { ...declared, owner: entry.record.id, kind: 'plugin', source: 'extension' };
    const plugin = entry.record.id;
    const simulated = given.simulation !== undefined;
    const began = performance.now();
    const note = (outcome: string, more: { cpuMs?: number; bytesOut?: number } = {}) =>
      audit.note({
        ...{ type: 'call', plugin, tool, call: id, outcome, ms: Math.round(performance.now() - began), ...more },
        ...(simulated && { simulated }),
      });
    try {
      const asks = phase === 'execute' && info.mode === 'write' && !simulated;
      const askedMs = asks ? await consent.beforeCall(entry, info, args, { ...given, id }) : 0;
      const budget = budgetOf(entry.record.manifest, limits);
      const options: CallOptions = {
        ...given,
        id,
        startedAt: given.startedAt + askedMs,
        timeoutMs: Math.min(given.timeoutMs, budget.timeoutMs),
        cpuMs: Math.min(given.cpuMs, budget.cpuMs),
      };
      const outcome = await entry.runner.execute(tool, phase, args, options);
      const { usage, error } = outcome;
      entry.usage.add(usage, !error);
      for (const what of outcome.refused ?? []) {
        entry.usage.refuse();
        const refusal = { type: 'refused', plugin, tool, call: id, what, outcome: 'CAPABILITY_DENIED' } as const;
        audit.note({ ...refusal, ...(simulated && { simulated }) });
      }
      note(error?.code ?? 'ok', { cpuMs: Math.round(usage.cpuMs), bytesOut: usage.bytesOut });
      return outcome;
    } catch (error) {
      note(String((error as { code?: unknown } | null)?.code ?? 'STOPPED'));
      throw error;
    }
  }
}

/**
 * Runs a tool without effect, for the user to see what it would do: `simulate` where it brings one, else `exec`, both over
 * an overlay.
 * @throws the tool's failure.
 */
export async function previewCall(
  entry: PluginEntry,
  { name, mode, hasSimulate }: ToolInfo,
  args: string,
  options: CallOptions,
  simulation: Simulation,
  ms: number,
): Promise<Effects> {
  const phase: Phase = mode === 'write' && hasSimulate ? 'simulate' : 'execute';
  const { onLog: _log, onProgress: _progress, ...rest } = options;
  const limits = { timeoutMs: ms, cpuMs: Math.min(ms, options.cpuMs), startedAt: performance.now() };
  const outcome = await entry.runner.execute(name, phase, args, { ...rest, ...limits, simulation });
  const effects = await simulation.end();
  if (outcome.error) throw fromErrorData(outcome.error);
  return effects;
}
