import { utf8Bytes } from '../../../../worker/protocol/json.js';
import { codeOf } from '../../../../worker/protocol/outcome.js';
import { BulkheadError, LIMITS, type ToolInfo } from '../../../index.js';
import { successContent } from '../../../orchestrator/runs/index.js';
import { type Context, describe, type FunctionToolDefinition } from './context.js';
import type { Parts } from './parts.js';
import { plainText, withoutMacros } from './plain-text.js';

interface Registered {
  /** What it was registered with: it is registered anew when that has changed. */
  readonly offered: string;
  /** Its entry in the tool manager: another extension may have put its own in its place. */
  readonly definition: FunctionToolDefinition | undefined;
}

interface FunctionToolsOptions extends Omit<Parts, 'fail'> {
  /** True when the model may call this tool. */
  readonly isOffered: (tool: ToolInfo) => boolean;
  /** True in a chat whose models call by the API's own means. */
  readonly isNative: () => boolean;
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

  /** True when the function tool of this name is ours now. */
  owns(name: string): boolean {
    return this.#registered.has(name);
  }

  /** Registers what is new, anew what has changed, and takes out what is gone. */
  sync(): void {
    const { host, context, isOffered } = this.#options;
    const there = byName(context());
    const wanted = new Map(host.tools.list().flatMap((tool) => (isOffered(tool) ? [[tool.name, tool] as const] : [])));
    for (const name of this.#registered.keys()) if (!wanted.has(name)) this.#remove(name, there);
    this.taken.clear();
    for (const tool of wanted.values()) this.#put(tool, there.get(tool.name));
  }

  /** Takes all of them out. */
  clear(): void {
    const there = byName(this.#options.context());
    for (const name of this.#registered.keys()) this.#remove(name, there);
  }

  #put(tool: ToolInfo, found: FunctionToolDefinition | undefined): void {
    const { name, displayName, description, parameters } = tool;
    const context = this.#options.context();
    const offered = JSON.stringify([displayName, description, parameters]);
    const before = this.#registered.get(name);
    if (found && found !== before?.definition) {
      // The other extension was first, or took the name: it is not ours to replace.
      this.taken.add(name);
      this.#registered.delete(name);
      return;
    }
    if (found && before?.offered === offered) return;
    if (found) context.unregisterFunctionTool(name);
    const shown = plainText(displayName || name);
    context.registerFunctionTool({
      name,
      displayName: shown,
      description,
      parameters,
      action: (args) => this.#call(name, args),
      formatMessage: () => this.#options.words('calling', { tool: shown }),
      shouldRegister: () => this.#options.isNative() && !this.#options.host.status().safeMode,
      stealth: false,
    });
    this.#registered.set(name, { offered, definition: byName(context).get(name) });
  }

  #remove(name: string, there: ReadonlyMap<string, FunctionToolDefinition>): void {
    const { definition } = this.#registered.get(name) ?? {};
    this.#registered.delete(name);
    if (definition && there.get(name) === definition) this.#options.context().unregisterFunctionTool(name);
  }

  /** One call of the model: with the host's deadline, and a signal that follows the generation. */
  async #call(name: string, args: unknown): Promise<string> {
    const { host, generations } = this.#options;
    try {
      const { value } = await generations.within((signal) => host.tools.execute(name, args ?? {}, { signal }));
      return withoutMacros(forModel(value));
    } catch (error) {
      throw new Error(withoutMacros(failureForModel(error)));
    }
  }
}

/** The function tools there are. */
const byName = ({ ToolManager }: Context): Map<string, FunctionToolDefinition> =>
  new Map([...ToolManager.tools].map((tool) => [describe(tool)?.name ?? '', tool] as const));

/** A result as text; one that is longer than a model should get is cut, and says so. */
function forModel(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'done');
  return utf8Bytes(text) <= LIMITS.contentBytes ? text : successContent(value, LIMITS.contentBytes).content;
}

/** A failure in words a model can act on: the code, the message, what was wrong with its arguments. No stack, no path. */
function failureForModel(error: unknown): string {
  if (!(error instanceof BulkheadError)) return error instanceof Error ? error.message : 'the call failed';
  const { guest, hint, mismatches } = error.details;
  const wrong = Array.isArray(mismatches) ? mismatches.map((one) => `${one?.path}: ${one?.message}`) : [];
  const more = [...wrong, guest?.hint ?? hint].filter((line) => typeof line === 'string' && line !== '');
  return [`${codeOf(error)}: ${error.message}`, ...more].join('\n');
}
