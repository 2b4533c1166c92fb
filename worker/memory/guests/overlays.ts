import type { Effect, ReadMark } from '../../protocol/effects.js';
import { BulkheadError } from '../../protocol/errors.js';
import type { ChatGraph } from '../chat/chat-graph.js';
import { stateOf } from './commit.js';
import { copyInSlices } from './copy-graph.js';
import { MemoryOverlay } from './overlay.js';

/** One simulation, or the staging of one call: what it has read and written of each chat. */
interface Run {
  readonly overlays: Map<ChatGraph, MemoryOverlay>;
  /** Copies that are on their way. */
  readonly making: Map<ChatGraph, Promise<MemoryOverlay>>;
  readonly reads: Map<string, ReadMark>;
}

export interface RunEnd {
  readonly items: readonly Effect[];
  readonly reads: readonly ReadMark[];
  readonly deltas: { readonly [store: string]: unknown };
}

/** Runs that may be open at once, far more than there are calls; and copies of graphs, each of which takes memory. */
const OPEN = 256;
const COPIES = 16;

/** The runs that write beside what is kept. A copy is made at the first write of each. */
export class Overlays {
  readonly #worker: string;
  readonly #open = new Map<string, Run>();

  /** `worker`: identifies this worker. */
  constructor(worker: string) {
    this.#worker = worker;
  }

  /** A call of this run has begun. @throws `CAPABILITY_LIMIT` */
  enter(id: string): void {
    if (this.#open.has(id)) return;
    if (this.#open.size >= OPEN) throw new BulkheadError('CAPABILITY_LIMIT', `more than ${OPEN} simulations at once`);
    this.#open.set(id, { overlays: new Map(), making: new Map(), reads: new Map() });
  }

  /** What a run has written of a chat, if anything; that it was looked at is remembered. @throws `STOPPED` after its end. */
  read(id: string, chat: ChatGraph): MemoryOverlay | undefined {
    const { overlays, reads } = this.#run(id);
    const name = chat.chat;
    if (!reads.has(name)) reads.set(name, { kind: 'memory', chat: name, state: stateOf(this.#worker, chat) });
    return overlays.get(chat);
  }

  /** Where a run writes: a copy, made in slices. @throws `CAPABILITY_LIMIT`, `STOPPED` after its end. */
  async write(id: string, chat: ChatGraph): Promise<MemoryOverlay> {
    const { overlays, making } = this.#run(id);
    const known = overlays.get(chat) ?? making.get(chat);
    if (known) return known;
    const copies = [...this.#open.values()].reduce((sum, run) => sum + run.overlays.size + run.making.size, 0);
    if (copies >= COPIES) {
      throw new BulkheadError('CAPABILITY_LIMIT', `more than ${COPIES} calls write beside a memory at once`);
    }
    const made = this.#make(id, chat);
    making.set(chat, made);
    // Whoever waits for it goes on in the order in which they came.
    return made;
  }

  end(id: string): RunEnd {
    const run = this.#open.get(id);
    this.#open.delete(id);
    if (!run) return { items: [], reads: [], deltas: {} };
    const items: Effect[] = [];
    const deltas: [string, unknown][] = [];
    for (const [{ chat }, overlay] of run.overlays) {
      const effects = overlay.effects();
      if (effects.length === 0) continue;
      items.push(...effects);
      deltas.push([`memory:${chat}`, MemoryOverlay.deltas(effects)]);
    }
    return { items, reads: [...run.reads.values()], deltas: Object.fromEntries(deltas) };
  }

  close(): void {
    this.#open.clear();
  }

  async #make(id: string, chat: ChatGraph): Promise<MemoryOverlay> {
    const run = this.#run(id);
    try {
      const graph = await copyInSlices(() => chat.graph);
      // Over meanwhile: nobody will ask for it.
      if (this.#open.get(id) !== run) throw over();
      const overlay = new MemoryOverlay(chat, graph);
      run.overlays.set(chat, overlay);
      return overlay;
    } finally {
      run.making.delete(chat);
    }
  }

  #run(id: string): Run {
    const run = this.#open.get(id);
    if (!run) throw over();
    return run;
  }
}

const over = () => new BulkheadError('STOPPED', 'the simulation is over');
