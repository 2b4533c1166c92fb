import type { CatalogContract, CatalogTool } from '../worker/protocol/catalog.js';
import { openService, type Service } from './service.js';
import type { ToolInfo } from './tool-info.js';
import type { ToolRegistry } from './tools.js';

/** The page's side of the catalog worker: keeps its index in step, when somebody asks. */
export class Catalog {
  readonly #service: Service<CatalogContract>;
  readonly #registry: ToolRegistry;
  /** What the worker's index holds. */
  #indexed: ReadonlyMap<string, ToolInfo> = new Map();

  constructor(url: string, registry: ToolRegistry) {
    this.#service = openService({ url, what: 'the catalog', code: 'WORKER_LOST', start: {} });
    this.#registry = registry;
  }

  /**
   * Finds tools by name, label, description and owner.
   * @throws `WORKER_LOST`, or the signal's reason.
   */
  async search(query: string, signal?: AbortSignal): Promise<readonly ToolInfo[]> {
    signal?.throwIfAborted();
    const now = new Map(this.#registry.list().map((info) => [info.name, info]));
    const before = this.#indexed;
    const added = [...now.values()].filter((info) => before.get(info.name) !== info).map(toRow);
    const removed = [...before.keys()].filter((name) => !now.has(name));
    this.#indexed = now;
    try {
      if (added.length + removed.length > 0) await this.#service.call('update', { added, removed });
      const matches = await this.#service.call('search', { query: query.slice(0, 500) }, signal);
      signal?.throwIfAborted();
      return matches.flatMap(({ name }) => now.get(name) ?? []);
    } catch (error) {
      this.#indexed = new Map();
      throw error;
    }
  }

  /** @throws `TOOL_ARGUMENTS_INVALID`, `SCHEMA_INVALID`, `WORKER_LOST`. */
  async check(tool: ToolInfo, args: string, signal?: AbortSignal): Promise<void> {
    const parameters = JSON.stringify(tool.parameters);
    await this.#service.call('check', { tool: tool.name, parameters, args }, signal);
  }

  close(): void {
    this.#service.close();
  }
}

const toRow = ({ name, displayName, description, owner }: ToolInfo): CatalogTool => ({
  name,
  displayName,
  description,
  owner,
});
