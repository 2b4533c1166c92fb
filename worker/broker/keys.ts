import { BulkheadError } from '../protocol/errors.js';

/** Prefixes of everything that is kept. */
export const KEPT = {
  record: 'plugin:',
  source: 'source:',
  grant: 'grant:',
  /** The version before the last one, for one step back: its record, and its source. */
  previous: 'previous:',
  previousSource: 'previous-source:',
  /** What was granted on the device that a backup came from. It grants nothing. */
  earlier: 'earlier:',
  data: 'data:',
  store: 'store:',
  secret: 'secret:',
  applied: 'applied:',
  audit: 'audit:',
  model: 'model:',
  safeMode: 'safe-mode',
} as const;

/** A plugin's id as part of a key, with its end marked. @throws `BAD_ARGS` for an id that is empty or holds a colon. */
function owner(plugin: string): string {
  if (plugin === '' || plugin.includes(':')) throw new BulkheadError('BAD_ARGS', `${plugin} is no id of a plugin`);
  return `${plugin}:`;
}

/** Where one key of a plugin's own store stands; an empty key makes the prefix of all. */
export const dataKey = (plugin: string, key: string): string => KEPT.data + owner(plugin) + key;

/** Where the size and the revision of a plugin's own store stand. */
export const storeKey = (plugin: string): string => KEPT.store + owner(plugin);

/** Where a secret of a plugin stands; an empty name makes the prefix of all. */
export const secretKey = (plugin: string, name: string): string => KEPT.secret + owner(plugin) + name;
