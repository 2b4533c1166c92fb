import { debounce, sleep } from '../../primitives/timers.js';
import { packing } from '../graph/snapshot.js';
import type { ChatLog } from '../log/chat-log.js';
import type { ChatState } from './state.js';

/** Records after the last snapshot from which on another one is worth its while. */
const EVERY = 1_000;
/** How long nothing is to happen before one is begun. */
const QUIET_MS = 500;

export interface SnapshotParts {
  readonly state: () => ChatState;
  readonly log: () => ChatLog;
  /** Runs while nothing is being written. */
  readonly serialize: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Writes a snapshot when enough has come since the last one, in slices, when it is quiet. */
export class Snapshots {
  readonly #parts: SnapshotParts;
  // A snapshot is only a faster start: without it the log is read.
  readonly #next = debounce(QUIET_MS, () => void this.write().catch(() => {}));
  /** Key of the last record that one of ours covers, and of which log. */
  #covered = 0;
  #of: ChatState | undefined;

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
  }

  later(): void {
    const state = this.#parts.state();
    const covered = this.#of === state ? this.#covered : 0;
    if (state.head - Math.max(state.base, covered) < EVERY) return;
    this.#next.again();
  }

  /** Writes one now. @returns false where somebody has a newer one, or the graph changed meanwhile. */
  async write(): Promise<boolean> {
    // Not while something is being written, which is in the graph before it is kept.
    const { state, graph, revision, covers, summary } = await this.#parts.serialize(async () => this.#now());
    const slices = packing(graph);
    for (;;) {
      if (state !== this.#parts.state() || state.graph !== graph || graph.revision !== revision) {
        this.later();
        return false;
      }
      const step = slices.next();
      if (!step.done) {
        await sleep();
        continue;
      }
      const parts = [summary, ...step.value];
      // An earlier write in the queue may have begun another log, which this snapshot does not describe.
      const write = async () => state === this.#parts.state() && this.#parts.log().writeSnapshot({ ...covers, parts });
      this.#covered = covers.key;
      this.#of = state;
      return this.#parts.serialize(write);
    }
  }

  #now() {
    const state = this.#parts.state();
    const { graph, covers, summary } = state;
    return { state, graph, revision: graph.revision, covers, summary };
  }

  close(): void {
    this.#next.cancel();
  }
}
