import type { Def, EngineToolRuntime, Entry, LLMCompleteOptions, Result, ToolExecutionContext } from '../base/types.js';
import { toEntry, unknownTool } from '../tools/registry.js';
import { isBuiltIn, userDefinitions } from '../tools/tool-list.js';

type Listed = Def & Pick<Partial<Entry>, 'execute' | 'timeoutMs'>;

/** What one session may call of the application's tools: all of the registry, or a profile's list. */
export class SessionTools {
  readonly #registry: EngineToolRuntime | undefined;
  readonly #own: ReadonlyMap<string, Listed> | undefined;

  /** @throws `SCHEMA_INVALID` for a `tool()` in the list whose schema is of no object. */
  constructor(registry: EngineToolRuntime | undefined, own?: LLMCompleteOptions['tools']) {
    this.#registry = registry;
    this.#own = own && new Map(own.map(toListed).map((one) => [one.name, one]));
  }

  definitions(): Def[] {
    const own = this.#own;
    if (own) {
      const listed = [...own.values()].filter(({ name }) => !isBuiltIn(name));
      return listed.map(({ name, description, parameters }) => ({ name, description, parameters }));
    }
    return this.#registry ? userDefinitions(this.#registry) : [];
  }

  timeoutOf(name: string): number | undefined {
    const own = this.#own?.get(name);
    return own?.execute ? own.timeoutMs : this.#registry?.timeoutOf?.(name);
  }

  async execute(name: string, args: Record<string, unknown>, ctx?: ToolExecutionContext): Promise<Result> {
    const own = this.#own?.get(name);
    if (this.#own && !own) return unknownTool(name);
    if (own?.execute) return own.execute(args, ctx);
    return this.#registry ? this.#registry.executeTool(name, args, ctx) : unknownTool(name);
  }
}

function toListed(given: NonNullable<LLMCompleteOptions['tools']>[number]): Listed {
  if ('execute' in given) return toEntry(given);
  const { name, description, inputSchema } = given;
  return { name, description, parameters: inputSchema };
}
