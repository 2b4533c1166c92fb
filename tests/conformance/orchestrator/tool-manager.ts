import type { ToolManager } from '../../../src/hosts/sillytavern/base/context.js';

/** A definition that keeps its fields to itself, as the real one does. */
class Definition {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  toFunctionOpenAI(): unknown {
    return {
      type: 'function',
      function: {
        name: this.#name,
        description: `what ${this.#name} does`,
        parameters: { type: 'object', properties: {} },
      },
    };
  }

  toString(): string {
    return `<tool>${this.#name}</tool>`;
  }
}

/** SillyTavern's tool manager, as far as its public methods tell. */
export class FakeToolManager implements ToolManager {
  #tools = new Map<string, Definition>();
  /** What every tool answers. */
  returns: unknown = 'EXEC';

  set names(names: readonly string[]) {
    this.#tools = new Map(names.map((name) => [name, new Definition(name)]));
  }

  get tools(): Definition[] {
    return [...this.#tools.values()];
  }

  getDisplayName(name: string): string {
    return `Display ${name}`;
  }

  async invokeFunctionTool(name: string): Promise<unknown> {
    return this.#tools.has(name) ? this.returns : new Error(`No tool with the name "${name}" has been registered.`);
  }
}
