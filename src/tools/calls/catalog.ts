import { Mutex } from '../../../worker/primitives/mutex.js';
import type { ImportDecision } from '../../../worker/protocol/card-lists.js';
import type { CatalogContract, CatalogTool, FoundTools } from '../../../worker/protocol/catalog.js';
import { checkOptions } from '../../../worker/protocol/known-options.js';
import type { Asset } from '../../assets/index.js';
import type { ToolInfo } from '../../contracts/index.js';
import { openService, type Service } from '../../workers/index.js';
import type { ToolRegistry } from '../index.js';
import { ArgumentChecks } from './argument-checks.js';

/** Deadline in milliseconds of a large import: many MiB on a slow machine. */
const IMPORT_MS = 60_000;

/** The page's client of the catalog workers. It updates the search index of one before each search; others check arguments. */
export class Catalog {
  readonly #service: Service<CatalogContract>;
  readonly #registry: ToolRegistry;
  readonly #checks: ArgumentChecks;
  /** One request after another: each search knows what the index holds, and a request that takes the worker down takes no other along. */
  readonly #mutex = new Mutex();
  /** The content of the worker's index. */
  #indexed: ReadonlyMap<string, ToolInfo> = new Map();

  constructor(asset: Asset, registry: ToolRegistry) {
    this.#service = openService({ asset, what: 'the catalog', code: 'WORKER_LOST', start: {} });
    this.#registry = registry;
    this.#checks = new ArgumentChecks(asset, registry);
  }

  /** Finds tools by name, label, description and owner. @throws `BAD_ARGS`, `WORKER_LOST`, or the signal's reason. */
  async search(query: string, options: { readonly signal?: AbortSignal } | undefined): Promise<readonly ToolInfo[]> {
    checkOptions('search', options, { signal: true });
    const signal = options?.signal;
    signal?.throwIfAborted();
    return this.#mutex.run(() => this.#search(query, signal));
  }

  /** Finds the handwritten tools of an import, given as JSON text. @throws `BAD_ARGS`, `WORKER_LOST`. */
  findTools(json: string): Promise<FoundTools> {
    return this.#mutex.run(() => this.#service.call('findTools', { json }, undefined, { ms: IMPORT_MS }));
  }

  /** Returns the part of an import that may be stored. @throws `BAD_ARGS`, `WORKER_LOST`. */
  decideTools(json: string, decision: ImportDecision): Promise<string> {
    return this.#mutex.run(() => this.#service.call('decideTools', { json, decision }, undefined, { ms: IMPORT_MS }));
  }

  /** Checks arguments, see `ArgumentChecks.check`. */
  check(tool: ToolInfo, args: string, ms: number, signal: AbortSignal): Promise<void> {
    return this.#checks.check(tool, args, ms, signal);
  }

  async #search(query: string, signal: AbortSignal | undefined): Promise<readonly ToolInfo[]> {
    signal?.throwIfAborted();
    const now = new Map(this.#registry.list().map((info) => [info.name, info]));
    const before = this.#service.fresh ? new Map<string, ToolInfo>() : this.#indexed;
    const added = [...now.values()].filter((info) => before.get(info.name) !== info).map(toRow);
    const removed = [...before.keys()].filter((name) => !now.has(name));
    if (added.length + removed.length > 0) await this.#service.call('update', { added, removed });
    this.#indexed = now;
    const matches = await this.#service.call('search', { query: query.slice(0, 500) }, signal);
    signal?.throwIfAborted();
    return matches.flatMap(({ name }) => now.get(name) ?? []);
  }

  close(): void {
    this.#checks.close();
    this.#service.close();
  }
}

const toRow = ({ name, displayName, description, owner }: ToolInfo): CatalogTool => ({
  name,
  displayName: displayName.slice(0, 200),
  // The beginning of a description is enough to find it by; the rest is for the model.
  description: description.slice(0, 2_000),
  owner,
});
