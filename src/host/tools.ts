import type { Effects } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { AskFirst, ToolInfo } from '../contracts/index.js';
import { checkSignal } from '../primitives/index.js';
import type { BatchCall, BatchResult, ExecuteOptions, SimulatedResult, ToolResult } from '../tools/calls/index.js';
import type { ToolsChange } from '../tools/index.js';
import type { PageToolSpec, Registration } from '../tools/page/index.js';
import type { HostBase } from './base.js';
import { checkKeys } from './options.js';

/** The registry, as `host.tools`. */
export interface Tools {
  /** Every tool that can be called now, in the order of registration. */
  list(): readonly ToolInfo[];
  /**
   * Registers a tool whose functions run in this page: for code the page trusts. The same owner may register a name
   * again, which replaces its tool. With `ask`, its user is asked before each call of a `write` tool, as before a plugin's.
   * @throws `SPEC_INVALID`, `NAME_INVALID`, `EXEC_INVALID`, `MODE_INVALID`, `SIMULATE_INVALID`, `NAME_RESERVED`,
   * `NAME_TAKEN`, in this order; `SCHEMA_INVALID`.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const host = createHost();
   * const registration = host.tools.register<{ room: string }>({
   *   name: 'room_price', description: 'Tells what a room costs a night.', mode: 'read',
   *   parameters: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
   *   exec: ({ room }) => (room === 'attic' ? 12 : 30),
   * }, { owner: 'inn' });
   */
  register<Args = Record<string, unknown>>(
    spec: PageToolSpec<Args>,
    options: { readonly owner: string; readonly ask?: AskFirst },
  ): Registration;
  /**
   * Executes a tool where it lives.
   * @throws `TOOL_NOT_FOUND`, `PLUGIN_DISABLED`, `PLUGIN_STRUCK`, `TOOL_ARGUMENTS_INVALID`, `TOOL_ERROR`, `TOOL_TIMEOUT`, `TOOL_MEMORY`, `TOOL_CRASHED`,
   * `TOOL_RESULT_*`, `ARGUMENTS_*`, `WORKER_LOST`, `STOPPED`, or the signal's own reason. What the call cost stands
   * in `details.usage`, if its worker was able to report it.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const signal = AbortSignal.timeout(10_000);
   * const { value, usage } = await createHost().tools.execute('roll_dice', { notation: '2d6' }, { signal });
   */
  execute(name: string, args?: unknown, options?: ExecuteOptions): Promise<ToolResult>;
  /**
   * Runs a tool without effect. A plugin's runs over an overlay: `simulate` of a `write` tool that brings one, else `exec`; what it
   * would have done is in `effects`. Of other tools, which nothing confines, a `read` tool executes, a `write` tool runs its
   * `simulate`, and one without is not run.
   * @throws as `execute` does; then nothing has changed.
   */
  simulate(name: string, args?: unknown, options?: ExecuteOptions): Promise<SimulatedResult>;
  /**
   * Does what a simulation would have done: all of it, once for each simulation, or nothing.
   * @throws `EFFECTS_STALE` when what it had read has changed since, `BAD_ARGS` when not all of it could be simulated,
   * `CAPABILITY_DENIED` when a plugin may not do that now, `CAPABILITY_LIMIT` over a quota. Then nothing has changed.
   */
  commit(effects: Effects): Promise<{ readonly applied: boolean }>;
  /** Executes several calls at once. Each has an outcome of its own, in the order given; the signal stops all. */
  executeBatch(
    calls: readonly BatchCall[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly BatchResult[]>;
  /** Finds tools by words of their name, label, description and owner, despite a typing error; the best first. */
  search(query: string, options?: { readonly signal?: AbortSignal }): Promise<readonly ToolInfo[]>;
  /** Tells of what was registered and removed, once for all changes of one turn. @returns a function that ends it. */
  onChange(listener: (change: ToolsChange) => void): () => void;
}

/** The registry as a page uses it. */
export function hostTools({ registry, pages, calls, plugins, life }: HostBase): Tools {
  const { executions, ready } = calls;
  const call = async (
    name: string,
    args: unknown,
    options: ExecuteOptions,
    simulated: boolean,
  ): Promise<SimulatedResult> => {
    const startedAt = performance.now();
    const stop = life.stopping;
    life.alive();
    checkOptions(options);
    const waiting = ready(options.signal, name, options.timeoutMs);
    if (waiting) await waiting;
    const ways = executions();
    return (ways instanceof Promise ? await ways : ways).call(name, args, options, simulated, startedAt, stop);
  };
  const execute = async (name: string, args: unknown, options: ExecuteOptions = {}): Promise<ToolResult> => {
    const { value, usage } = await call(name, args, options, false);
    return { value, usage };
  };
  return {
    list: () => registry.list(),
    register(spec, options) {
      life.alive();
      checkKeys(options ?? {}, { owner: 0, ask: 0 }, 'register');
      return pages.register(spec, options?.owner, undefined, options?.ask);
    },
    execute,
    simulate: async (name, args, options = {}) => call(name, args, options, true),
    commit: async (effects) => (await plugins.load()).commit(effects),
    async executeBatch(calls, { signal } = {}) {
      if (!Array.isArray(calls))
        throw new BulkheadError('BAD_ARGS', `executeBatch takes a list of { name, args }; got ${calls}`);
      checkSignal(signal);
      const one = async ({ name, args, options = {} }: BatchCall): Promise<BatchResult> => {
        const both = [signal, options.signal].filter((given) => given !== undefined);
        const given = both.length > 0 ? { ...options, signal: AbortSignal.any(both) } : options;
        try {
          return { ok: true, result: await execute(name, args, given) };
        } catch (error) {
          return { ok: false, error };
        }
      };
      return Promise.all(calls.map(one));
    },
    async search(query, options) {
      life.alive();
      await ready(options?.signal);
      return (await calls.catalog()).search(String(query), options);
    },
    onChange: (listener) => registry.onChange(listener),
  };
}

/** @throws `BAD_ARGS` naming the option that is wrong. */
function checkOptions(options: ExecuteOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new BulkheadError('BAD_ARGS', `options must be an object; got ${options}`);
}
