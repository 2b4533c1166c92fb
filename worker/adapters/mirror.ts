import type { Changes, KeyValueStore, Pair } from '../protocol/storage.js';

/** A store that can be copied. */
export interface CopyableStore extends KeyValueStore {
  /** Pairs above a key, in order, all prefixes. */
  next(after: string, limit: number): Promise<readonly Pair[]>;
  /** Deletes everything and sets one pair. */
  reset(pair: Pair): Promise<void>;
}

/** Counts the writes: what one mirror has and the other has not, is seen by it. */
const SEQUENCE = 'sequence';
const AT_ONCE = 500;

/** Runs work while nobody else, in any tab, runs any. */
export type Locked = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Two stores that hold the same. Chromium gives up a database whose last write was cut off by the end of its process, at
 * the second start after that, with all that was in it; each mirror has files of its own, they are written one after the
 * other, so the end of the process cuts off one of them at the most, and the other brings it back. A write counts once
 * both have it.
 */
export function mirroredStore(first: CopyableStore, second: CopyableStore, locked: Locked): KeyValueStore {
  let level: Promise<void> | undefined;
  const ready = (): Promise<void> => {
    level ??= locked(() => makeLevel(first, second));
    level.catch(() => {
      level = undefined;
    });
    return level;
  };
  const read =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await ready();
      return method(...args);
    };
  const copied = async (work: () => Promise<void>): Promise<void> => {
    // The first has it: what fails here is made up for before the next write.
    await work().catch(() => {
      level = undefined;
    });
  };
  /** `write` writes to the first what `also` adds to, and `repeat` the same to the second. */
  const write = async (write: (also: (changes: Changes) => Changes) => Promise<void>): Promise<void> => {
    await ready();
    await locked(async () => {
      const sequence = sequenceOf(await first.get(SEQUENCE)) + 1;
      let done: Changes | undefined;
      await write((changes) => {
        const { set = [], remove = [], removeAll = [] } = changes;
        if (set.length + remove.length + removeAll.length === 0) return changes;
        done = { ...changes, set: [...set, [SEQUENCE, sequence]] };
        return done;
      });
      const same = done;
      // One that has lost what it had is not given the rest: it is made level first.
      if (same) {
        await copied(() =>
          second.transact([SEQUENCE], (values) => {
            if (sequenceOf(values.get(SEQUENCE)) !== sequence - 1) throw new Error('the copy is not level');
            return same;
          }),
        );
      }
    });
  };
  return {
    get: read(first.get),
    read: read(first.read),
    list: read(first.list),
    keys: read(first.keys),
    page: read(first.page),
    change: (prefix, decide) => write((also) => first.change(prefix, (pairs) => also(decide(pairs)))),
    transact: (keys, decide) => write((also) => first.transact(keys, (values) => also(decide(values)))),
    async trim(...which) {
      await ready();
      await locked(async () => {
        await first.trim(...which);
        await copied(() => second.trim(...which));
      });
    },
    async close() {
      await first.close();
      await second.close();
    },
    // The first goes last: as long as it is there, everything is.
    erase: () =>
      locked(async () => {
        await second.erase();
        await first.erase();
      }),
  };
}

const sequenceOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Copies the one that has more to the one that has less. A copy that was cut off counts for nothing. */
async function makeLevel(first: CopyableStore, second: CopyableStore): Promise<void> {
  let [one, two] = (await Promise.all([first.get(SEQUENCE), second.get(SEQUENCE)])).map(sequenceOf) as [number, number];
  // Kept before there were two.
  if (one + two === 0 && (await first.next('', 1)).length > 0) {
    one = 1;
    await first.transact([], () => ({ set: [[SEQUENCE, one]] }));
  }
  if (one === two) return;
  const [from, to] = one > two ? [first, second] : [second, first];
  await to.reset([SEQUENCE, 0]);
  for (let pairs = await from.next('', AT_ONCE); pairs.length > 0; ) {
    const set = pairs.filter(([key]) => key !== SEQUENCE);
    await to.transact([], () => ({ set }));
    pairs = await from.next(pairs.at(-1)?.[0] ?? '', AT_ONCE);
  }
  await to.transact([], () => ({ set: [[SEQUENCE, Math.max(one, two)]] }));
}
