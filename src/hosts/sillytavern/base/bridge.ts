import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { isError } from '../../../../worker/protocol/outcome.js';
import type { BridgeRow } from '../../../../worker/protocol/peer.js';
import type { Bridge, BridgedTool, BridgePages, BridgeRegistry, MakeBridge } from '../../../orchestrator/index.js';
import { describe, type ToolManager } from './context.js';

const OWNER = { kind: 'page', owner: 'SillyTavern' } as const;

/**
 * Lets a host make tools of SillyTavern's function tools. `manager` is asked at each use, because it may come late.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { sillyTavernBridge } from 'bulkhead/bridge';
 * const host = createHost({ bridge: sillyTavernBridge(() => undefined) });
 */
export const sillyTavernBridge =
  (manager: () => ToolManager | undefined): MakeBridge =>
  (registry, pages) =>
    new FunctionToolBridge(registry, pages, manager);

/**
 * Makes function tools of SillyTavern tools of this registry, as `st_<name>`.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { FunctionToolBridge } from 'bulkhead/bridge';
 * const host = createHost({ bridge: (registry, pages) => new FunctionToolBridge(registry, pages, () => undefined) });
 */
export class FunctionToolBridge implements Bridge {
  readonly #registry: BridgeRegistry;
  readonly #pages: BridgePages;
  readonly #manager: () => ToolManager | undefined;

  constructor(registry: BridgeRegistry, pages: BridgePages, manager: () => ToolManager | undefined) {
    this.#registry = registry;
    this.#pages = pages;
    this.#manager = manager;
  }

  available(): BridgeRow[] {
    const free = this.#definitions().filter(({ name }) => !this.#isBridged(name));
    return free.map(({ name, displayName, description }) => ({ name, displayName, description }));
  }

  add(name: string, options: { readonly mode?: unknown } = {}): void {
    if (this.#isBridged(name)) console.warn(`Bulkhead: st_${name} was bridged already and is replaced`);
    this.#put(name, options);
  }

  #put(name: string, options: { readonly mode?: unknown }): void {
    const found = this.#definitions().find((one) => one.name === name);
    if (!found) throw new BulkheadError('TOOL_NOT_FOUND', `${String(name).slice(0, 64)} is not in ToolManager`);
    const exec = async (args: unknown) => {
      const manager = this.#manager();
      if (!manager) throw new Error('SillyTavern’s tool manager is not there');
      const result = await manager.invokeFunctionTool(name, args);
      if (isError(result)) throw result;
      return result;
    };
    const mode = options?.mode === 'read' ? 'read' : 'write';
    this.#pages.register({ ...found, name: `st_${name}`, mode, exec, simulate: null }, OWNER.owner, 'st-bridge');
  }

  remove(name: string): void {
    if (this.#isBridged(name)) this.#registry.delete(`st_${name}`, OWNER);
  }

  selection(): BridgedTool[] {
    const bridged = this.#registry.list().filter(({ source }) => source === 'st-bridge');
    return bridged.map(({ name, mode }) => ({ name: name.slice(3), mode }));
  }

  apply(selection: unknown): string[] {
    const wanted = (Array.isArray(selection) ? selection : []) as (Partial<BridgedTool> | null)[];
    const before = new Map(this.selection().map(({ name, mode }) => [name, mode]));
    const skipped: string[] = [];
    const kept = new Set<string>();
    for (const one of wanted) {
      const name = String(one?.name ?? '');
      kept.add(name);
      const mode = one?.mode === 'read' ? 'read' : 'write';
      if (before.get(name) === mode) continue;
      try {
        this.#put(name, { mode });
      } catch (error) {
        console.info(`Bulkhead: ${(error as Error).message}; skipped`);
        skipped.push(name);
      }
    }
    for (const name of before.keys()) if (!kept.has(name)) this.remove(name);
    return skipped;
  }

  #isBridged(name: string): boolean {
    return this.#registry.get(`st_${name}`)?.info.source === 'st-bridge';
  }

  #definitions(): { name: string; displayName: string; description: string; parameters: unknown }[] {
    const manager = this.#manager();
    return Array.from(manager?.tools ?? []).flatMap((tool) => {
      const found = describe(tool);
      return found ? [{ ...found, displayName: String(manager?.getDisplayName?.(found.name) ?? found.name) }] : [];
    });
  }
}
