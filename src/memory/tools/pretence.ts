import type { NodeView } from '../../../worker/protocol/memory-types.js';
import type { Abortable, MemorySession } from '../session-types.js';
import { FIND_FIRST, ToolError } from './tool-error.js';

/** Ids that simulated calls have made up, by run: its later calls may use them. */
const madeUp = new WeakMap<object, Set<string>>();
let made = 0;

/** What a simulated write has: it can look, and make up ids, and no more. */
export class Pretence {
  /** `null` skips every check of what exists. */
  readonly session: Pick<MemorySession, 'expandFromSeeds' | 'getEdgeSummary'> | null;
  readonly abort: Abortable;
  readonly #run: object;

  constructor(session: MemorySession | null, abort: Abortable, run: object) {
    this.session = session;
    this.abort = abort;
    this.#run = run;
  }

  /** A new id that no node has. */
  id(prefix: 'n-sim' | 'rollup-sim'): string {
    made += 1;
    const id = `${prefix}-${made}`;
    const ids = madeUp.get(this.#run) ?? new Set();
    madeUp.set(this.#run, ids.add(id));
    return id;
  }

  /**
   * Checks that nodes are there. `archived: true` takes deleted ones too.
   * @returns those that are kept, by id; none without a session. @throws the code, naming the first id that is missing.
   */
  async need(ids: readonly string[], code: string, { archived = false } = {}): Promise<Map<string, NodeView>> {
    const found = await this.find(ids);
    if (!this.session) return found;
    for (const id of ids) {
      const node = found.get(id);
      if (madeUp.get(this.#run)?.has(id) || (node && (archived || !node.archived))) continue;
      throw new ToolError(`${node ? 'this entry was deleted' : 'there is no entry'}: ${id}`, code, FIND_FIRST);
    }
    return found;
  }

  /** Nodes by id, hidden and archived ones included: an expansion answers its seeds whatever they are. Nothing else is reached. */
  async find(ids: readonly string[]): Promise<Map<string, NodeView>> {
    const wanted = new Set(ids);
    if (!this.session || wanted.size === 0) return new Map();
    const options = { hops: 1, includeChildren: false, projectTo: [...wanted], ...this.abort };
    const nodes = await this.session.expandFromSeeds([...wanted], options);
    return new Map(nodes.map((node) => [node.id, node]));
  }
}
