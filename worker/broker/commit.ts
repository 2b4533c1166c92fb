import type { BrokerContract } from '../protocol/broker.js';
import type { Input, Output } from '../protocol/contract.js';
import type { Effect, ReadMark } from '../protocol/effects.js';
import { BulkheadError } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { asSize, asValue, checkQuota, resize, type StoreSize } from './data.js';
import { dataKey, KEPT, storeKey } from './keys.js';

type StorageEffect = Extract<Effect, { kind: 'storage' }>;
type StoredMark = Exclude<ReadMark, { kind: 'chat' | 'memory' }>;

/** What a commit wrote to one key, and how to take it back. */
interface Undo {
  readonly plugin: string;
  readonly key: string;
  readonly before: string | undefined;
  /** Of the store, when it was written. */
  readonly revision: number;
  readonly deleted: boolean;
}

/** That a commit was applied, and when. */
interface Applied {
  readonly at: number;
  readonly undo: readonly Undo[];
}

const stale = (what: string) => new BulkheadError('EFFECTS_STALE', `${what} has changed since`);

/** Applies the storage effects of a simulation, all or none, once for each id. */
export async function commit(
  store: KeyValueStore,
  { id, items, reads, quotas }: Input<BrokerContract, 'commit'>,
): Promise<Output<BrokerContract, 'commit'>> {
  const appliedAt = KEPT.applied + id;
  const effects = items.filter((item) => item.kind === 'storage');
  const marks = reads.filter((mark) => mark.kind !== 'chat' && mark.kind !== 'memory');
  for (const { key, after } of effects) checkEffect(key, after);
  const plugins = new Set([...effects, ...marks].map(({ plugin }) => plugin));
  const named = [...effects, ...marks.filter((mark) => mark.kind === 'key')];
  const keys = new Set([
    appliedAt,
    ...[...plugins].map(storeKey),
    ...named.map(({ plugin, key }) => dataKey(plugin, key)),
  ]);
  let applied = true;
  await store.transact([...keys], (values) => {
    applied = !values.has(appliedAt);
    if (!applied) return {};
    for (const mark of marks) checkMark(values, mark);
    const set = new Map<string, unknown>();
    const remove = new Set<string>();
    const undo: Undo[] = [];
    for (const plugin of plugins) {
      const own = effects.filter((effect) => effect.plugin === plugin);
      if (own.length === 0) continue;
      const size = sizeAfter(values, plugin, own, quotas[plugin] ?? 0);
      set.set(storeKey(plugin), size);
      const before = new Map<string, string | undefined>();
      for (const effect of own) {
        const at = dataKey(plugin, effect.key);
        if (!before.has(effect.key)) before.set(effect.key, effect.before);
        set.delete(at);
        remove.delete(at);
        if (effect.after === undefined) remove.add(at);
        else set.set(at, { text: effect.after, revision: size.revision });
      }
      for (const [key, text] of before) {
        undo.push({ plugin, key, before: text, revision: size.revision, deleted: remove.has(dataKey(plugin, key)) });
      }
    }
    set.set(appliedAt, { at: Date.now(), undo } satisfies Applied);
    return { set: [...set], remove: [...remove] };
  });
  return { applied };
}

/** Takes a commit back: each key that is still as it left it. */
export async function rollback(store: KeyValueStore, id: string): Promise<void> {
  const appliedAt = KEPT.applied + id;
  const found = (await store.get(appliedAt)) as Applied | undefined;
  if (!found) return;
  const keys = found.undo.flatMap(({ plugin, key }) => [dataKey(plugin, key), storeKey(plugin)]);
  await store.transact([appliedAt, ...new Set(keys)], (values) => {
    if (!values.has(appliedAt)) return {};
    const set: (readonly [string, unknown])[] = [];
    const remove: string[] = [appliedAt];
    for (const plugin of new Set(found.undo.map((undo) => undo.plugin))) {
      const own = found.undo.filter((undo) => undo.plugin === plugin && untouched(values, undo));
      if (own.length === 0) continue;
      const now = new Map(own.map(({ key }) => [key, asValue(values.get(dataKey(plugin, key)))?.text]));
      const operations = own.map(({ key, before }) => ({ key, text: before }));
      const size = resize(asSize(values.get(storeKey(plugin))), now, operations);
      set.push([storeKey(plugin), size]);
      for (const { key, text } of operations) {
        if (text === undefined) remove.push(dataKey(plugin, key));
        else set.push([dataKey(plugin, key), { text, revision: size.revision }]);
      }
    }
    return { set, remove };
  });
}

/** Forgets commits that were applied before `oldest` (milliseconds since 1970). */
export async function pruneCommits(store: KeyValueStore, oldest: number): Promise<void> {
  const old = (pairs: Map<string, unknown>) =>
    [...pairs].filter(([, value]) => (value as Applied).at < oldest).map(([key]) => key);
  if (old(await store.list(KEPT.applied)).length === 0) return;
  await store.change(KEPT.applied, (pairs) => ({ remove: old(pairs) }));
}

/** @throws `BAD_ARGS` for an effect that no simulation makes: it came by way of the page. */
function checkEffect(key: string, after: string | undefined): void {
  try {
    if (after !== undefined) parseJson(after);
  } catch (cause) {
    throw new BulkheadError('BAD_ARGS', `${key}: an effect that is not JSON`, {}, { cause });
  }
}

/** @throws `EFFECTS_STALE` when what was read is not there any more. */
function checkMark(values: Map<string, unknown>, mark: StoredMark): void {
  if (mark.kind === 'store') {
    if (asSize(values.get(storeKey(mark.plugin))).revision !== mark.revision)
      throw stale(`the store of ${mark.plugin}`);
  } else if ((asValue(values.get(dataKey(mark.plugin, mark.key)))?.revision ?? 0) !== mark.revision) {
    throw stale(`${mark.key} of ${mark.plugin}`);
  }
}

/** @throws `EFFECTS_STALE` when a key is not what the effect begins with, `CAPABILITY_LIMIT` over the quota. */
function sizeAfter(
  values: Map<string, unknown>,
  plugin: string,
  effects: readonly StorageEffect[],
  quotaBytes: number,
): StoreSize {
  const now = new Map(effects.map(({ key }) => [key, asValue(values.get(dataKey(plugin, key)))?.text]));
  const before = new Map(now);
  for (const effect of effects) {
    if (now.get(effect.key) !== effect.before) throw stale(`${effect.key} of ${plugin}`);
    now.set(effect.key, effect.after);
  }
  const old = asSize(values.get(storeKey(plugin)));
  const size = resize(
    old,
    before,
    effects.map(({ key, after }) => ({ key, text: after })),
  );
  checkQuota(old.bytes, size.bytes, quotaBytes);
  return size;
}

function untouched(values: Map<string, unknown>, { plugin, key, revision, deleted }: Undo): boolean {
  const value = asValue(values.get(dataKey(plugin, key)));
  return deleted ? value === undefined : value?.revision === revision;
}
