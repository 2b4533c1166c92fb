import type { Def, EngineToolRuntime, Result, ToolExecutionContext } from '../base/types.js';
import { checksItself } from './arguments.js';
import { unknownTool } from './registry.js';

export interface ToolHost {
  readonly tools: {
    list(): readonly { readonly name: string; readonly description: string; readonly parameters: object }[];
    execute(
      name: string,
      args?: unknown,
      options?: { readonly signal?: AbortSignal },
    ): Promise<{ readonly value: unknown }>;
  };
}

/** Schemas of a host's tools, in the engine's form. The same object each time, so that none is compiled twice. */
const parametersOf = new WeakMap<object, Record<string, unknown>>();

function uncheckedSchema(parameters: object): Record<string, unknown> {
  const known = parametersOf.get(parameters);
  if (known) return known;
  const copy = { ...parameters };
  checksItself(copy);
  parametersOf.set(parameters, copy);
  return copy;
}

/**
 * The tools of a host for an agent: those of plugins run as guests, under their users' grants, and each is asked about as ever.
 * The host checks arguments itself, and has deadlines of its own, which stand still while somebody is asked: the engine's hold
 * for none of them.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { hostTools } from 'bulkhead/engine';
 * const tools = hostTools(createHost());
 * const { success, data, error } = await tools.executeTool('roll_dice', { notation: '2d6' });
 */
export const hostTools = ({ tools }: ToolHost): EngineToolRuntime => ({
  getToolDefinitions: (): Def[] =>
    tools
      .list()
      .map(({ name, description, parameters }) => ({ name, description, parameters: uncheckedSchema(parameters) })),
  async executeTool(name: string, args: Record<string, unknown>, ctx?: ToolExecutionContext): Promise<Result> {
    try {
      const { value } = await tools.execute(name, args, ctx && { signal: ctx.signal });
      return { success: true, data: value };
    } catch (error) {
      if (tools.list().some((one) => one.name === name)) throw error;
      return unknownTool(name);
    }
  },
  timeoutOf: () => Number.POSITIVE_INFINITY,
});

/**
 * Two sets of tools as one; a name of both is the first one's.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { hostTools, joinTools, tool, ToolRegistryImpl } from 'bulkhead/engine';
 * const own = new ToolRegistryImpl();
 * own.register(tool('now', 'Tells the time.', {}, async () => ({ output: new Date().toISOString() })));
 * const tools = joinTools(own, hostTools(createHost()));
 */
export function joinTools(first: EngineToolRuntime, second: EngineToolRuntime): EngineToolRuntime {
  const has = (tools: EngineToolRuntime, name: string) => tools.getToolDefinitions().some((one) => one.name === name);
  const of = (name: string) => (has(first, name) ? first : second);
  return {
    getToolDefinitions: () => [
      ...first.getToolDefinitions(),
      ...second.getToolDefinitions().filter(({ name }) => !has(first, name)),
    ],
    executeTool: (name, args, ctx) => of(name).executeTool(name, args, ctx),
    timeoutOf: (name) => of(name).timeoutOf?.(name),
  };
}
