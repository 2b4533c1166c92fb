import type { Def, EngineToolRuntime, Entry, Result, Tool, ToolExecutionContext } from '../base/types.js';
import { checksItself, isSchema } from './arguments.js';
import { toJsonSchema } from './json-schema.js';
import { messageOf, toResult } from './result.js';

/** True for what `tool()` has made. */
export const isTool = (given: object): given is Tool => isSchema((given as Partial<Tool>).inputSchema);

/** The entry of a tool. @throws `SCHEMA_INVALID` where its schema is of no object. */
export function toEntry(given: Entry | Tool): Entry {
  if (!isTool(given)) return given;
  const { name, description } = given;
  const parameters = toJsonSchema(name, given.inputSchema);
  checksItself(parameters);
  return { name, description, parameters, execute: (args) => resultOf(given, args) };
}

async function resultOf(given: Tool, args: unknown): Promise<Result> {
  try {
    return toResult(await given.execute(args));
  } catch (error) {
    return { success: false, error: messageOf(error) };
  }
}

/**
 * An agent's own tools by exact names. One that is registered again keeps its place. What an entry throws goes through.
 *
 * @example
 * import { ToolRegistryImpl } from 'bulkhead/engine';
 * const tools = new ToolRegistryImpl();
 * tools.register({
 *   name: 'room_price',
 *   description: 'Tells what a room costs a night.',
 *   parameters: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
 *   execute: async ({ room }) => ({ success: true, data: room === 'attic' ? 12 : 30 }),
 * });
 */
export class ToolRegistryImpl implements EngineToolRuntime {
  readonly #entries = new Map<string, Entry>();

  constructor(initial: readonly Entry[] = []) {
    for (const entry of initial) this.register(entry);
  }

  /** @throws `SCHEMA_INVALID` for a `tool()` whose schema is of no object. */
  register(entry: Entry): void;
  register(tool: Tool): void;
  register(given: Entry | Tool): void {
    this.#entries.set(given.name, toEntry(given));
  }

  get(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  getAll(): Entry[] {
    return [...this.#entries.values()];
  }

  getToolDefinitions(): Def[] {
    return this.getAll().map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  timeoutOf(name: string): number | undefined {
    return this.#entries.get(name)?.timeoutMs;
  }

  async executeTool(name: string, args: Record<string, unknown>, ctx?: ToolExecutionContext): Promise<Result> {
    const entry = this.#entries.get(name);
    return entry ? entry.execute(args, ctx) : unknownTool(name);
  }
}

/** The answer to a call of a tool that does not exist. */
export const unknownTool = (name: string): Result => ({ success: false, error: `Unknown tool: ${name}` });
