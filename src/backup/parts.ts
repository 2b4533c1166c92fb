import type { BackupCounts, LeftOut, PartName } from './types.js';

/** A key of a database of ours: a text, or a list. */
export type Key = string | readonly unknown[];
export type BackupPair = readonly [key: Key, value: unknown];
export type CountLeftOut = (what: LeftOut) => void;

/** A part of a backup that is one database. */
export interface Part {
  readonly name: Exclude<PartName, 'settings'>;
  /** Version of what its database holds. A file with a higher one is refused. */
  readonly schema: number;
  readonly database: string;
  /** The storage bucket with the copy of its database. */
  readonly bucket?: string;
  /** A database that is made of this one. It is in no backup, and a restore deletes it. */
  readonly derived?: string;
  /** True for a key that is saved, and accepted by a restore. Calls `leftOut` for a key that is left out and that the user should know of. */
  readonly takes: (key: Key, leftOut?: CountLeftOut) => boolean;
  /** Keys that are counted. */
  readonly counted: { readonly [what in keyof BackupCounts]?: readonly [from: Key, to: Key] };
}

const PLUGINS = ['plugin:', 'source:', 'data:', 'store:', 'earlier:'];
const MEMORIES = ['head:', 'record:', 'batch:', 'aside:', 'restored:'];
/** What of a store is counted as left out. */
const LEFT_OUT: { readonly [prefix: string]: LeftOut } = {
  'secret:': 'secrets',
  'model:key': 'modelKey',
  'audit:': 'log',
  'snapshot:': 'snapshots',
};

const byText =
  (prefixes: readonly string[], whole: readonly string[]) =>
  (key: Key, leftOut?: CountLeftOut): boolean => {
    if (typeof key !== 'string') return false;
    const left = Object.entries(LEFT_OUT).find(([prefix]) => key.startsWith(prefix));
    if (left) leftOut?.(left[1]);
    return whole.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
  };
const byList =
  (...firsts: readonly string[]) =>
  (key: Key): boolean =>
    Array.isArray(key) && firsts.includes(String(key[0]));

/** The range of all keys with a prefix: `;` is the character after `:`. */
const prefixed = (prefix: string) => [prefix, `${prefix.slice(0, -1)};`] as const;
const listed = (first: string) => [[first], [first, []]] as const;

/** Everything that is stored on this device for a host with this store, beside `localStorage`. */
export const partsOf = (store: string): readonly Part[] => [
  {
    name: 'plugins',
    schema: 1,
    database: store,
    bucket: 'bulkhead-copy',
    takes: byText(PLUGINS, ['model:profile']),
    counted: { plugins: prefixed('plugin:'), secrets: prefixed('secret:'), modelKeys: ['model:key', 'model:key'] },
  },
  {
    name: 'memories',
    schema: 1,
    database: `${store}-memory`,
    bucket: 'bulkhead-memory',
    derived: `${store}-vectors`,
    takes: byText(MEMORIES, ['types']),
    counted: { memories: prefixed('head:'), changes: prefixed('record:'), quarantined: prefixed('aside:') },
  },
  {
    name: 'chats',
    schema: 1,
    database: 'bulkhead-sessions',
    takes: byList('session', 'records', 'number'),
    counted: { conversations: listed('session') },
  },
  {
    name: 'modes',
    schema: 1,
    database: 'bulkhead-modes',
    takes: byList('profile'),
    counted: { profiles: listed('profile') },
  },
  {
    name: 'studio',
    schema: 1,
    database: 'bulkhead-studio',
    takes: byList('head', 'part'),
    counted: { studioSessions: listed('head') },
  },
];
