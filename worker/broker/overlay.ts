import type { Effect, ReadMark } from '../protocol/effects.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { asSize, asValue, checkQuota, type KeptValue, type Operation, sizeOf } from './data.js';
import { dataKey, storeKey } from './keys.js';
import type { PluginData } from './plugin-data.js';
import type { Simulation } from './simulation.js';

/** A key that was written in a simulation: what is in the store, and what would be. */
export interface OverlayEntry {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Of what is in the store; 0 when it was not there. */
  readonly revision: number;
  /** Its place among everything the simulation did. */
  readonly order: number;
}

/** What a simulation wrote to one plugin's store. */
export class Overlay {
  readonly #entries = new Map<string, OverlayEntry>();
  #bytes = 0;
  #keys = 0;

  get entries(): ReadonlyMap<string, OverlayEntry> {
    return this.#entries;
  }

  /** The change of size that it means. */
  get growth(): { readonly bytes: number; readonly keys: number } {
    return { bytes: this.#bytes, keys: this.#keys };
  }

  /** What putting these entries would add to it: to the store's size, and to what is held for it here. */
  cost(entries: ReadonlyMap<string, OverlayEntry>): { bytes: number; keys: number; held: number; items: number } {
    let [bytes, keys, held, items] = [0, 0, 0, 0];
    for (const [key, { before, after }] of entries) {
      const old = this.#entries.get(key);
      const was = old ? old.after : before;
      bytes += sizeOf(key, after) - sizeOf(key, was);
      keys += Number(after !== undefined) - Number(was !== undefined);
      held += sizeOf(key, after) + (old ? -sizeOf(key, old.after) : sizeOf(key, before));
      items += old ? 0 : 1;
    }
    return { bytes, keys, held, items };
  }

  put(entries: ReadonlyMap<string, OverlayEntry>): void {
    const { bytes, keys } = this.cost(entries);
    this.#bytes += bytes;
    this.#keys += keys;
    for (const [key, entry] of entries) this.#entries.set(key, entry);
  }
}

/** The storage effects of an overlay: keys that end as they were are none. */
export function overlayEffects(
  plugin: string,
  overlay: Overlay,
): { readonly order: number; readonly effect: Effect }[] {
  return [...overlay.entries]
    .filter(([, { before, after }]) => before !== after)
    .map(([key, { before, after, order }]) => ({
      order,
      effect: {
        kind: 'storage',
        plugin,
        key,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      },
    }));
}

/** Marks for keys that were written and end as they were: they are no effect only as long as the store has the same. */
export function overlayMarks(plugin: string, overlay: Overlay): Extract<ReadMark, { kind: 'key' }>[] {
  return [...overlay.entries]
    .filter(([, { before, after }]) => before === after)
    .map(([key, { revision }]) => ({ kind: 'key', plugin, key, revision }));
}

/** A plugin's own store in a simulation: writes stay in its overlay; reads see it first, and are remembered. */
export function simulatedData(
  store: KeyValueStore,
  plugin: string,
  quotaBytes: number,
  simulation: Simulation,
): PluginData {
  const at = (key: string) => dataKey(plugin, key);
  const sizeAt = storeKey(plugin);
  const overlay = simulation.overlay(plugin);
  return {
    async get(key) {
      const entry = overlay.entries.get(key);
      if (entry) return entry.after;
      const value = asValue(await store.get(at(key)));
      simulation.mark({ kind: 'key', plugin, key, revision: value?.revision ?? 0 });
      return value?.text;
    },
    async write(operations, signal) {
      const values = await store.read([sizeAt, ...new Set(operations.map(({ key }) => at(key)))]);
      signal.throwIfAborted();
      // From here on nothing waits: another call of this simulation may have written in the meantime.
      const changed = merge(
        overlay,
        operations,
        (key) => asValue(values.get(at(key))),
        () => simulation.next(),
      );
      const { bytes } = asSize(values.get(sizeAt));
      const merged = bytes + overlay.growth.bytes;
      checkQuota(merged, merged + overlay.cost(changed).bytes, quotaBytes);
      simulation.write(overlay, changed);
    },
    async keys(prefix) {
      const { keys, value } = await store.keys(at(prefix), sizeAt);
      simulation.mark({ kind: 'store', plugin, revision: asSize(value).revision });
      const merged = new Set(keys.map((key) => key.slice(at('').length)));
      for (const [key, { after }] of overlay.entries) {
        if (after === undefined) merged.delete(key);
        else if (key.startsWith(prefix)) merged.add(key);
      }
      return [...merged].sort();
    },
    async size() {
      const { bytes, keys, revision } = asSize(await store.get(sizeAt));
      simulation.mark({ kind: 'store', plugin, revision });
      const more = overlay.growth;
      return { bytes: bytes + more.bytes, keys: keys + more.keys };
    },
  };
}

/** The overlay's entries that operations make. */
function merge(
  overlay: Overlay,
  operations: readonly Operation[],
  inStore: (key: string) => KeptValue | undefined,
  next: () => number,
): ReadonlyMap<string, OverlayEntry> {
  const changed = new Map<string, OverlayEntry>();
  for (const { key, text } of operations) {
    const known = changed.get(key) ?? overlay.entries.get(key);
    const { text: before, revision = 0 } = known ? { text: known.before, ...known } : { ...inStore(key) };
    changed.set(key, { before, after: text, revision, order: next() });
  }
  return changed;
}
