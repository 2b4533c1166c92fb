import { Mutex } from '../../../worker/primitives/mutex.js';
import { type Debounce, debounce } from '../../../worker/primitives/timers.js';
import type { CatalogContract } from '../../../worker/protocol/catalog.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Asset } from '../../assets/index.js';
import { type Owner, sameOwner, type ToolInfo } from '../../contracts/index.js';
import { openService, type Service } from '../../workers/index.js';
import type { ToolRegistry } from '../index.js';

/** A worker that has checked nothing for this many milliseconds is ended. */
const IDLE_MS = 30_000;

/**
 * Checks the arguments of tools that have no worker of their own. Each owner of tools (an MCP server, an extension of the page,
 * the page itself) has a worker for this, so a schema that never ends holds up its own owner only.
 */
export class ArgumentChecks {
  readonly #asset: Asset;
  readonly #registry: ToolRegistry;
  readonly #idleMs: number;
  readonly #checkers = new Map<string, Checker>();
  readonly #off: () => void;

  constructor(asset: Asset, registry: ToolRegistry, idleMs = IDLE_MS) {
    this.#asset = asset;
    this.#registry = registry;
    this.#idleMs = idleMs;
    this.#off = registry.onChange(({ removed }) => {
      if (removed.length > 0) this.#sweep();
    });
  }

  /** Owners that have a worker now. */
  get live(): readonly string[] {
    return [...this.#checkers.values()].filter(({ live }) => live).map(({ owner }) => owner.owner);
  }

  /**
   * Checks arguments for at most `ms` milliseconds. A longer check ends the owner's worker; the next check starts another.
   * @throws `TOOL_ARGUMENTS_INVALID`, `SCHEMA_INVALID`, `WORKER_LOST`, the signal's reason; `TOOL_TIMEOUT` for a schema that is
   * too slow; `STOPPED` once the owner has no tool any more.
   */
  check(tool: ToolInfo, args: string, ms: number, signal: AbortSignal): Promise<void> {
    const { kind, owner } = tool;
    const key = JSON.stringify([kind, owner]);
    let checker = this.#checkers.get(key);
    if (!checker) {
      checker = new Checker({ kind, owner }, this.#asset, this.#idleMs);
      this.#checkers.set(key, checker);
    }
    return checker.check(tool, args, ms, signal);
  }

  close(): void {
    this.#off();
    for (const checker of this.#checkers.values()) {
      checker.stop(new BulkheadError('HOST_DISPOSED', 'the host has been disposed'));
    }
    this.#checkers.clear();
  }

  /** Ends the workers of owners that have no tools any more. */
  #sweep(): void {
    const tools = this.#registry.list();
    for (const [key, checker] of this.#checkers) {
      if (tools.some((info) => sameOwner(info, checker.owner))) continue;
      this.#checkers.delete(key);
      checker.stop(new BulkheadError('STOPPED', `${checker.owner.owner} has no tools any more`));
    }
  }
}

/** The checks of one owner's tools, one after another. */
class Checker {
  readonly owner: Owner;
  readonly #asset: Asset;
  #service: Service<CatalogContract> | undefined;
  readonly #mutex = new Mutex();
  #open = 0;
  readonly #idle: Debounce;
  #ended: BulkheadError | undefined;

  constructor(owner: Owner, asset: Asset, idleMs: number) {
    this.owner = owner;
    this.#asset = asset;
    this.#idle = debounce(idleMs, () => this.#end(new BulkheadError('STOPPED', 'nobody needs it')));
  }

  get live(): boolean {
    return this.#service !== undefined;
  }

  check(tool: ToolInfo, args: string, ms: number, signal: AbortSignal): Promise<void> {
    this.#idle.cancel();
    this.#open += 1;
    return this.#mutex.run(() => this.#check(tool, args, ms, signal).finally(() => this.#rest()));
  }

  /** Ends it for good. Open and waiting checks are rejected. */
  stop(error: BulkheadError): void {
    this.#ended = error;
    this.#idle.cancel();
    this.#end(error);
  }

  async #check(tool: ToolInfo, args: string, ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#ended) throw this.#ended;
    this.#service ??= openService({
      asset: this.#asset,
      what: 'the check of arguments',
      code: 'WORKER_LOST',
      start: {},
    });
    const service = this.#service;
    // Starting the worker does not count toward the check's time.
    if (service.fresh) await service.call('update', { added: [], removed: [] });
    signal.throwIfAborted();
    // The caller has stopped waiting; the next check must not wait either.
    const abandon = () => this.#end(new BulkheadError('STOPPED', 'the check was given up'));
    signal.addEventListener('abort', abandon, { once: true });
    let late = false;
    try {
      const input = { tool: tool.name, parameters: JSON.stringify(tool.parameters), args };
      const within = {
        ms,
        late: () => {
          late = true;
        },
      };
      await service.call('check', input, undefined, within);
    } catch (error) {
      signal.throwIfAborted();
      throw late ? tooSlow(tool, ms) : error;
    } finally {
      signal.removeEventListener('abort', abandon);
    }
  }

  #end(error: BulkheadError): void {
    this.#service?.close(error);
    this.#service = undefined;
  }

  #rest(): void {
    this.#open -= 1;
    if (this.#open === 0 && this.#service) this.#idle.again();
  }
}

const tooSlow = ({ name, owner }: ToolInfo, ms: number): BulkheadError =>
  new BulkheadError(
    'TOOL_TIMEOUT',
    `${name}: its schema, which ${owner} gives it, is too slow: checking these arguments took longer than ${ms} ms`,
    { stoppedBy: 'watchdog', limit: 'cpuMs', ms, hint: 'Go on without this tool, or give it shorter arguments.' },
  );
