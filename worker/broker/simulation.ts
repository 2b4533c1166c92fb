import { type Change, deltaOf } from '../adapters/delta.js';
import type { BrokerContract } from '../protocol/broker.js';
import type { Output } from '../protocol/contract.js';
import type { Effect, ReadMark } from '../protocol/effects.js';
import { BulkheadError } from '../protocol/errors.js';
import { Overlay, type OverlayEntry, overlayEffects, overlayMarks } from './overlay.js';

/** What one simulation may hold: keys, marks and requests together, and UTF-8 bytes of texts. */
const ITEMS = 10_000;
const BYTES = 32 * 1024 * 1024;

type StoredMark = Exclude<ReadMark, { kind: 'chat' | 'memory' }>;

const nameOf = (mark: StoredMark): string =>
  mark.kind === 'key' ? `key:${mark.plugin}:${mark.key}` : `store:${mark.plugin}`;

/** What a simulation came to. */
export type SimulationEnd = Output<BrokerContract, 'endSimulation'>;

/** Everything one simulated run would have done, while it is going on. Several calls may share it. */
export class Simulation {
  readonly #overlays = new Map<string, Overlay>();
  readonly #effects: { readonly order: number; readonly effect: Effect }[] = [];
  readonly #marks = new Map<string, ReadMark>();
  #order = 0;
  #items = 0;
  #bytes = 0;
  #over = false;

  /** The overlay above a plugin's store. */
  overlay(plugin: string): Overlay {
    const overlay = this.#overlays.get(plugin) ?? new Overlay();
    this.#overlays.set(plugin, overlay);
    return overlay;
  }

  next(): number {
    this.#order += 1;
    return this.#order;
  }

  /** @throws `CAPABILITY_LIMIT` when that is more than a simulation may hold, and writes nothing then. */
  write(overlay: Overlay, entries: ReadonlyMap<string, OverlayEntry>): void {
    const { items, held } = overlay.cost(entries);
    this.#hold(items, held);
    overlay.put(entries);
  }

  /** Remembers that something was read; of a thing that was read twice, the first time. */
  mark(mark: StoredMark): void {
    const name = nameOf(mark);
    if (this.#marks.has(name)) return;
    this.#hold(1, name.length);
    this.#marks.set(name, mark);
  }

  /** Remembers a request that was not sent, or something that could not be simulated. */
  add(effect: Exclude<Effect, { kind: 'storage' | 'chat' | 'memory' }>): void {
    this.#hold(1, JSON.stringify(effect).length);
    this.#effects.push({ order: this.next(), effect });
  }

  /** What it came to; calls that still use it fail from now on. */
  end(): SimulationEnd {
    for (const [plugin, overlay] of this.#overlays) {
      for (const mark of overlayMarks(plugin, overlay)) {
        if (!this.#marks.has(nameOf(mark))) this.#marks.set(nameOf(mark), mark);
      }
    }
    this.#over = true;
    const deltas: Record<string, unknown> = {};
    const done = [...this.#effects];
    for (const [plugin, overlay] of this.#overlays) {
      const effects = overlayEffects(plugin, overlay);
      if (effects.length === 0) continue;
      done.push(...effects);
      deltas[`storage:${plugin}`] = deltaOf(
        effects.map(({ effect }) => ({ before: undefined, after: undefined, ...effect }) as Change),
      );
    }
    done.sort((a, b) => a.order - b.order);
    return { items: done.map(({ effect }) => effect), reads: [...this.#marks.values()], deltas };
  }

  #hold(items: number, bytes: number): void {
    if (this.#over) throw new BulkheadError('STOPPED', 'the simulation is over');
    if (this.#items + items > ITEMS || this.#bytes + bytes > BYTES) {
      throw new BulkheadError('CAPABILITY_LIMIT', `more than ${ITEMS} things or ${BYTES} bytes in one simulation`);
    }
    this.#items += items;
    this.#bytes += bytes;
  }
}

/** Deltas of what was simulated elsewhere: name → values before and after. */
export function deltasOf(others: { readonly [name: string]: { before: unknown; after: unknown } }): {
  readonly [name: string]: unknown;
} {
  const changes = Object.entries(others).map(([key, { before, after }]) => ({
    key,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  return deltaOf(changes);
}

/** The simulations that are going on. */
export class Simulations {
  readonly #open = new Map<string, Simulation>();

  /** The simulation of this id, which begins with the first call that names it. */
  enter(id: string): Simulation {
    const simulation = this.#open.get(id) ?? new Simulation();
    this.#open.set(id, simulation);
    return simulation;
  }

  /** What it came to; nothing for one that nobody has entered. */
  end(id: string): SimulationEnd {
    const simulation = this.#open.get(id);
    this.#open.delete(id);
    return simulation?.end() ?? { items: [], reads: [], deltas: {} };
  }
}
