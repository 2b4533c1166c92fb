import { BulkheadError } from '../../worker/protocol/errors.js';
import { isReserved } from '../../worker/protocol/reserved.js';
import type { ToolDeclaration } from '../../worker/protocol/tool.js';
import { type AskFirst, type Owner, sameOwner, type ToolInfo } from '../contracts/index.js';
import type { Executor } from '../isolation/guests/index.js';
import { notify } from '../primitives/index.js';

/** The entry of one name: its tool, and the executor that runs it. */
export interface ToolEntry {
  readonly info: ToolInfo;
  readonly executor: Executor;
  /** How its calls are asked about. Only for a tool of the page. */
  readonly ask?: AskFirst | undefined;
}

/** One change of the registry. */
export interface ToolsChange {
  /** Tools that are new or were replaced, in order. */
  readonly added: readonly ToolInfo[];
  /** Names that were taken out. */
  readonly removed: readonly string[];
}

/** The names in use and who owns each, in the order of their first registration. */
export class ToolRegistry {
  readonly #entries = new Map<string, ToolEntry>();
  readonly #listeners = new Set<(change: ToolsChange) => void>();
  readonly #touched = new Set<string>();
  readonly #missing: (name: string) => BulkheadError;

  /** `missing` returns the error for a name that is not registered. */
  constructor(missing: (name: string) => BulkheadError) {
    this.#missing = missing;
  }

  list(): readonly ToolInfo[] {
    return Array.from(this.#entries.values(), ({ info }) => info);
  }

  get(name: string): ToolEntry | undefined {
    return this.#entries.get(name);
  }

  /** Returns the entry of a name. @throws the error of `missing` if there is none. */
  find(name: string): ToolEntry {
    const entry = this.#entries.get(name);
    if (!entry) throw this.#missing(name);
    return entry;
  }

  /** Returns the names that this owner may not take. */
  taken(owner: Owner): string[] {
    return [...this.#entries].filter(([, { info }]) => !sameOwner(info, owner)).map(([name]) => name);
  }

  /** Checks that an owner may have these names. @throws `NAME_RESERVED`, or `NAME_TAKEN` naming the tool and its owner. */
  check(owner: Owner, tools: readonly Pick<ToolDeclaration, 'name'>[], bridge = false): void {
    for (const { name } of tools) {
      if (!bridge && isReserved(name, owner.kind === 'plugin' ? '' : owner.owner)) {
        throw new BulkheadError('NAME_RESERVED', `${name} is the name of a built-in; choose another`, { tool: name });
      }
      const info = this.#entries.get(name)?.info;
      if (info && !sameOwner(info, owner)) {
        const message = `the tool name ${name} belongs to ${info.owner}; choose another`;
        throw new BulkheadError('NAME_TAKEN', message, { tool: name, owner: info.owner });
      }
    }
  }

  /** Registers one tool, or replaces the owner's own of that name. */
  put(info: ToolInfo, executor: Executor, ask?: AskFirst): void {
    this.check(info, [info], info.source === 'st-bridge');
    this.#entries.set(info.name, { info, executor, ask });
    this.#touch(info.name);
  }

  /** Replaces the tools of an owner by these: all of them, or none if one name is not free. */
  replace(owner: Owner, tools: readonly ToolDeclaration[], executor: Executor): void {
    this.check(owner, tools);
    const names = new Set(tools.map(({ name }) => name));
    this.#removeWhere((name, info) => sameOwner(info, owner) && !names.has(name));
    for (const tool of tools) this.put({ ...tool, ...owner, source: 'extension' }, executor);
  }

  /** Removes a tool; one that is not there is no error. @throws `NAME_TAKEN` if it belongs to another owner. */
  delete(name: string, owner: Owner): void {
    const info = this.#entries.get(name)?.info;
    if (!info) return;
    this.check(owner, [info], true);
    this.#removeWhere((one) => one === name);
  }

  /** Removes the tools that `executor` still executes. Their owner may have registered some of them elsewhere meanwhile. */
  drop(executor: Executor): void {
    this.#removeWhere((_name, _info, by) => by === executor);
  }

  remove(owner: Owner): void {
    this.#removeWhere((_name, info) => sameOwner(info, owner));
  }

  /** Calls `listener` after changes, once for all changes of one task. @returns a function that removes the listener. */
  onChange(listener: (change: ToolsChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #removeWhere(matches: (name: string, info: ToolInfo, executor: Executor) => boolean): void {
    for (const [name, { info, executor }] of this.#entries) {
      if (!matches(name, info, executor)) continue;
      this.#entries.delete(name);
      this.#touch(name);
    }
  }

  #touch(name: string): void {
    if (this.#touched.size === 0) queueMicrotask(() => this.#notify());
    this.#touched.add(name);
  }

  #notify(): void {
    const names = [...this.#touched];
    this.#touched.clear();
    const added = names.flatMap((name) => this.#entries.get(name)?.info ?? []);
    const change = { added, removed: names.filter((name) => !this.#entries.has(name)) };
    for (const listener of [...this.#listeners]) notify(listener, change);
  }
}
