import { randomId } from '../../worker/primitives/random-id.js';
import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError, fromErrorData } from '../../worker/protocol/errors.js';
import type { Limits } from '../../worker/protocol/limits.js';
import { NO_USAGE } from '../../worker/protocol/outcome.js';
import type { CallOutcome, Usage } from '../../worker/protocol/tool.js';
import type { ToolInfo } from '../contracts/index.js';
import type { CallOptions, Executor, Phase } from '../isolation/guests/index.js';
import type { Policy } from '../questions/index.js';
import type { Simulation } from '../simulation/index.js';
import type { AuditLog } from './audit.js';
import { budgetOf } from './budget.js';
import { stagesMemory } from './call-rights.js';
import type { Consent } from './consent.js';
import { withNextStep } from './denial.js';
import type { PluginEntry } from './plugin-entry.js';
import { rightsOf } from './rights.js';

export interface PluginExecutorOptions {
  readonly entry: () => PluginEntry | undefined;
  readonly consent: Consent;
  readonly audit: AuditLog;
  readonly limits: Limits;
  readonly policy: Policy;
  /** Holds the writes of one call until its user has seen them. */
  readonly stage: () => Simulation;
  /** Makes real what the user has seen. @throws `EFFECTS_STALE` and its like. */
  readonly keep: (effects: Effects) => Promise<unknown>;
}

const page = randomId(1);
let calls = 0;

/** Executes the tools of one plugin: asks for consent where that is needed, enforces the budget, and writes the log. */
export class PluginExecutor implements Executor {
  readonly #options: PluginExecutorOptions;

  constructor(options: PluginExecutorOptions) {
    this.#options = options;
  }

  async execute(tool: string, phase: Phase, args: string, given: CallOptions): Promise<CallOutcome> {
    const { consent, audit, limits, policy } = this.#options;
    const entry = this.#options.entry();
    const declared = entry?.record.tools.find(({ name }) => name === tool);
    if (!entry || !declared) throw new BulkheadError('TOOL_NOT_FOUND', `no tool is named ${tool}`);
    calls += 1;
    const id = `${page}-${calls}`;
    const plugin = entry.record.id;
    const info: ToolInfo = { ...declared, owner: plugin, kind: 'plugin', source: 'extension' };
    const simulated = given.simulation !== undefined;
    const began = performance.now();
    // Taken now: whatever ends the plugin from here on ends this call, wherever it is.
    const { stopping } = entry.runner;
    const budget = budgetOf(entry.record.manifest, limits);
    const note = (outcome: string, { cpuMs, bytesOut }: Pick<Usage, 'cpuMs' | 'bytesOut'>) =>
      audit.note({
        ...{ type: 'call', plugin, tool, call: id, outcome, ms: Math.round(performance.now() - began) },
        ...{ cpuMs: Math.round(cpuMs), bytesOut },
        ...(simulated && { simulated }),
      });
    try {
      const options: CallOptions = {
        ...given,
        id,
        // A call by a tool is of the chat of that one, whatever has been opened since.
        ...(given.callers ? {} : { chat: policy.where().chat, memory: policy.memory() }),
        timeoutMs: Math.min(given.timeoutMs, budget.timeoutMs),
        cpuMs: Math.min(given.cpuMs, budget.cpuMs),
      };
      const asks = phase === 'execute' && info.mode === 'write' && !simulated;
      const askedMs = asks
        ? await consent.beforeCall(entry, info, args, { ...options, signal: either(given, stopping) })
        : 0;
      stopping.throwIfAborted();
      // Where its writes for the memory wait, if it can have any, and they need to.
      const stages = asks && stagesMemory(rightsOf(entry.record, entry.grant, policy, tool), entry.grant);
      const staging = stages ? this.#options.stage() : undefined;
      const call = { ...options, startedAt: given.startedAt + askedMs };
      const outcome = staging
        ? await this.#runStaged(entry, info, args, call, staging)
        : await entry.runner.execute(tool, phase, args, call);
      const { usage, error, refused = [] } = outcome;
      entry.usage.add(usage, !error);
      for (const what of refused) {
        entry.usage.refuse();
        const refusal = { type: 'refused', plugin, tool, call: id, what, outcome: 'CAPABILITY_DENIED' } as const;
        audit.note({ ...refusal, ...(simulated && { simulated }) });
      }
      note(error?.code ?? 'ok', usage);
      return error?.code === 'CAPABILITY_DENIED'
        ? { ...outcome, error: withNextStep(error, entry.record, tool) }
        : outcome;
    } catch (error) {
      const usage = { ...NO_USAGE, wallMs: performance.now() - began };
      entry.usage.add(usage, false);
      const { code } = Object(error) as { code?: unknown };
      note(typeof code === 'string' ? code : 'STOPPED', usage);
      throw error;
    }
  }

  /** Executes a call, shows its user what it has written for the memory, and keeps that, all of it or nothing. */
  async #runStaged(
    entry: PluginEntry,
    tool: ToolInfo,
    args: string,
    options: CallOptions,
    staging: Simulation,
  ): Promise<CallOutcome> {
    const { consent, keep } = this.#options;
    const { stopping } = entry.runner;
    let outcome: CallOutcome;
    try {
      outcome = await entry.runner.execute(tool.name, 'execute', args, { ...options, staging });
    } catch (error) {
      await staging.end().catch(() => {});
      throw error;
    }
    const written = await staging.end();
    // What a call that has failed had written is dropped.
    if (outcome.error || written.items.length === 0) return outcome;
    // It has read the earlier state: only the nodes that it has changed must still be equal.
    const effects = { ...written, reads: [] };
    await consent.afterCall(entry, tool, args, effects, { ...options, signal: either(options, stopping) });
    stopping.throwIfAborted();
    await keep(effects);
    return outcome;
  }
}

const either = ({ signal }: CallOptions, stopping: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, stopping]) : stopping;

/** Runs a tool over an overlay, for the user to see what it would do: `simulate`, else `exec`. @throws the tool's failure. */
export async function simulateForAsk(
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
  let outcome: CallOutcome;
  try {
    outcome = await entry.runner.execute(name, phase, args, { ...rest, ...limits, simulation });
  } catch (error) {
    // The overlay is given up however it ends.
    await simulation.end();
    throw error;
  }
  const effects = await simulation.end();
  if (outcome.error) throw fromErrorData(outcome.error);
  return effects;
}
