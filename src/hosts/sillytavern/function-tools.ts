import { BulkheadError, type Host, type ToolInfo } from '../../index.js';
import type { Context, FunctionToolDefinition } from './context.js';
import { describe } from './definitions.js';
import { plainText } from './plain-text.js';
import type { Turns } from './turns.js';
import type { Words } from './words.js';

/** Characters of a result that the model gets; what is longer is cut, and says so. */
const RESULT_CHARS = 65_536;

interface Registered {
  /** What it was registered with: it is registered anew when that has changed. */
  readonly told: string;
  /** Its entry in the tool manager: another extension may have put its own in its place. */
  readonly definition: FunctionToolDefinition | undefined;
}

export interface FunctionToolsOptions {
  readonly host: Host;
  readonly context: () => Context;
  readonly turns: Turns;
  readonly words: Words;
  /** True when the model may call this tool. */
  readonly isOffered: (tool: ToolInfo) => boolean;
}

/** Keeps SillyTavern's function tools in step with the tools that the model may call. */
export class FunctionTools {
  readonly #options: FunctionToolsOptions;
  readonly #registered = new Map<string, Registered>();
  /** Names that another extension's function tool has. */
  readonly taken = new Set<string>();

  constructor(options: FunctionToolsOptions) {
    this.#options = options;
  }

  /** How many are registered. */
  get count(): number {
    return this.#registered.size;
  }

  /** True for a function tool of ours. */
  has(definition: FunctionToolDefinition): boolean {
    return [...this.#registered.values()].some((one) => one.definition === definition);
  }

  /** Registers what is new, anew what has changed, and takes out what is gone. */
  sync(): void {
    const { host, context, isOffered } = this.#options;
    const wanted = new Map(host.tools.list().flatMap((tool) => (isOffered(tool) ? [[tool.name, tool] as const] : [])));
    for (const name of this.#registered.keys()) if (!wanted.has(name)) this.#remove(name);
    this.taken.clear();
    for (const tool of wanted.values()) this.#put(context(), tool);
  }

  /** Takes all of them out. */
  clear(): void {
    for (const name of [...this.#registered.keys()]) this.#remove(name);
  }

  #put(context: Context, tool: ToolInfo): void {
    const { name, displayName, description, parameters } = tool;
    const told = JSON.stringify([displayName, description, parameters]);
    const found = find(context, name);
    const before = this.#registered.get(name);
    if (found && found !== before?.definition) {
      // The other extension was first, or took the name: it is not ours to replace.
      this.taken.add(name);
      this.#registered.delete(name);
      return;
    }
    if (found && before?.told === told) return;
    if (found) context.unregisterFunctionTool(name);
    const shown = plainText(displayName || name);
    context.registerFunctionTool({
      name,
      displayName: shown,
      description,
      parameters,
      action: (args) => this.#call(name, args),
      formatMessage: () => this.#options.words('calling', { tool: shown }),
      shouldRegister: () => !this.#options.host.status().safeMode,
      stealth: false,
    });
    this.#registered.set(name, { told, definition: find(context, name) });
  }

  #remove(name: string): void {
    const context = this.#options.context();
    const { definition } = this.#registered.get(name) ?? {};
    this.#registered.delete(name);
    if (definition && find(context, name) === definition) context.unregisterFunctionTool(name);
  }

  /** One call of the model: with the host's deadline, and a signal that follows the generation. */
  async #call(name: string, args: unknown): Promise<string> {
    const { host, turns } = this.#options;
    try {
      const { value } = await turns.within((signal) => host.tools.execute(name, args ?? {}, { signal }));
      return forModel(value);
    } catch (error) {
      throw new Error(failureForModel(error));
    }
  }
}

const find = ({ ToolManager }: Context, name: string): FunctionToolDefinition | undefined =>
  [...ToolManager.tools].find((tool) => describe(tool)?.name === name);

/** A result as text. */
function forModel(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'done');
  if (text.length <= RESULT_CHARS) return text;
  return `${text.slice(0, RESULT_CHARS)}\n[cut: ${text.length} characters, the first ${RESULT_CHARS} are here]`;
}

/** A failure in words a model can act on: the code, the message, what was wrong with its arguments. No stack, no path. */
function failureForModel(error: unknown): string {
  if (!(error instanceof BulkheadError)) return error instanceof Error ? error.message : 'the call failed';
  const { guest, hint, mismatches } = error.details;
  const wrong = Array.isArray(mismatches) ? mismatches.map((one) => `${one?.path}: ${one?.message}`) : [];
  const more = [...wrong, guest?.hint ?? hint].filter((line) => typeof line === 'string' && line !== '');
  return [`${guest?.code ?? error.code}: ${error.message}`, ...more].join('\n');
}
