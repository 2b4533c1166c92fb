import { BulkheadError, fromErrorData } from '../worker/protocol/errors.js';
import { parseJson, toArgumentText } from '../worker/protocol/json.js';
import type { Limits } from '../worker/protocol/limits.js';
import type { LogLine, Progress, ToolDeclaration, Usage } from '../worker/protocol/tool.js';
import type { PluginRunner } from './plugin-runner.js';
import { checkSignal } from './signals.js';

/** A tool that can be called now. */
export interface ToolInfo extends ToolDeclaration {
  /** Id of the plugin it belongs to. */
  readonly plugin: string;
}

export interface ExecuteOptions {
  /** The promise rejects with this signal's own reason, at once. */
  readonly signal?: AbortSignal;
  /** Wall clock, at most the host's limit. */
  readonly timeoutMs?: number;
  /** Running time of the guest, at most the host's limit. */
  readonly cpuMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly onLog?: (line: LogLine) => void;
}

export interface ToolResult {
  /** Plain data; `undefined` when the tool returned nothing. Own keys only, none of them `__proto__`. */
  readonly value: unknown;
  readonly usage: Usage;
}

export interface Tools {
  /** Tools of the plugins that are on, in the order of installation. */
  list(): readonly ToolInfo[];
  /**
   * Executes a tool in its plugin's own worker.
   * @throws `TOOL_NOT_FOUND`, `PLUGIN_DISABLED`, `PLUGIN_STRUCK`, `TOOL_ARGUMENTS_INVALID`, `TOOL_ERROR`, `TOOL_TIMEOUT`, `TOOL_MEMORY`, `TOOL_CRASHED`,
   * `TOOL_RESULT_*`, `ARGUMENTS_*`, `WORKER_LOST`, `STOPPED`, or the signal's own reason. What the call cost stands
   * in `details.usage`, where its worker lived to tell.
   */
  execute(name: string, args?: unknown, options?: ExecuteOptions): Promise<ToolResult>;
}

interface Entry {
  readonly info: ToolInfo;
  readonly runner: PluginRunner;
}

/** The names in use, who owns each, and the way to execute them. */
export class ToolRegistry {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: Limits;

  readonly #missing: (name: string) => BulkheadError;

  /** `missing` says why a name is not here. */
  constructor(limits: Limits, missing: (name: string) => BulkheadError) {
    this.#limits = limits;
    this.#missing = missing;
  }

  list(): readonly ToolInfo[] {
    return [...this.#entries.values()].map(({ info }) => info);
  }

  /**
   * Checks that a plugin may have these names.
   * @throws `NAME_TAKEN` naming the tool and its owner.
   */
  check(plugin: string, tools: readonly ToolDeclaration[]): void {
    for (const { name } of tools) {
      const owner = this.#entries.get(name)?.info.plugin;
      if (owner !== undefined && owner !== plugin) {
        throw new BulkheadError('NAME_TAKEN', `the tool name ${name} belongs to ${owner}`, { tool: name, owner });
      }
    }
  }

  add(plugin: string, tools: readonly ToolDeclaration[], runner: PluginRunner): void {
    this.check(plugin, tools);
    this.remove(plugin);
    for (const tool of tools) this.#entries.set(tool.name, { info: { ...tool, plugin }, runner });
  }

  remove(plugin: string): void {
    for (const [name, { info }] of this.#entries) if (info.plugin === plugin) this.#entries.delete(name);
  }

  /** `startedAt`: when the caller asked, on the clock of `performance.now()`. */
  async execute(name: string, args: unknown, options: ExecuteOptions, startedAt: number): Promise<ToolResult> {
    const entry = this.#entries.get(name);
    if (!entry) throw this.#missing(name);
    const text = toArgumentText(args, this.#limits.argumentsBytes);
    const outcome = await entry.runner.execute(name, 'execute', text, {
      signal: options.signal,
      startedAt,
      timeoutMs: clamp(options.timeoutMs, this.#limits.timeoutMs, 'timeoutMs'),
      cpuMs: clamp(options.cpuMs, this.#limits.cpuMs, 'cpuMs'),
      onLog: options.onLog,
      onProgress: options.onProgress,
    });
    const { error, usage } = outcome;
    if (error) {
      const rebuilt = fromErrorData(error);
      throw new BulkheadError(rebuilt.code, rebuilt.message, { ...rebuilt.details, usage });
    }
    return { value: this.#read(name, outcome.text ?? '', usage), usage };
  }

  #read(name: string, text: string, usage: Usage): unknown {
    if (text === '') return undefined;
    if (text.length > this.#limits.resultBytes) {
      throw new BulkheadError(
        'TOOL_RESULT_TOO_LARGE',
        `${name}: the result takes ${text.length} characters of ${this.#limits.resultBytes}`,
      );
    }
    try {
      return parseJson(text);
    } catch (cause) {
      const message = `${name}: ${(cause as Error).message}`;
      throw new BulkheadError('TOOL_RESULT_UNSERIALIZABLE', message, { stoppedBy: 'guest', usage }, { cause });
    }
  }
}

/** @throws `BAD_ARGS` naming the option that is wrong. */
export function checkOptions(options: ExecuteOptions): void {
  if (typeof options !== 'object' || options === null) throw new BulkheadError('BAD_ARGS', 'options must be an object');
  checkSignal(options.signal);
}

function clamp(value: number | undefined, limit: number, name: string): number {
  if (value === undefined) return limit;
  if (typeof value !== 'number' || !(value > 0))
    throw new BulkheadError('BAD_ARGS', `${name} must be a number of milliseconds above 0`);
  return Math.min(value, limit);
}
