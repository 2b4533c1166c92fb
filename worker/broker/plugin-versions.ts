import type { PluginRecord } from '../protocol/broker.js';
import { BulkheadError } from '../protocol/errors.js';
import type { Grant } from '../protocol/grants.js';
import type { Changes, KeyValueStore } from '../protocol/storage.js';
import { KEPT } from './keys.js';
import { checkManifest, checkSource, readRecord } from './plugin-record.js';

/** One version of a plugin as it is stored. */
export interface KeptVersion {
  readonly record: PluginRecord;
  readonly source: unknown;
}

/** A version that was replaced, and the files of the one in its place: it is not put back over any other. */
interface Previous extends KeptVersion {
  readonly successor: string;
}

const isSame = (a: PluginRecord, b: PluginRecord): boolean =>
  a.filesHash === b.filesHash && a.toolsHash === b.toolsHash;

/** Reads the version that is installed. */
export async function versionNow(store: KeyValueStore, id: string): Promise<KeptVersion | undefined> {
  const [record, source] = await Promise.all([store.get(KEPT.record + id), store.get(KEPT.source + id)]);
  const read = readRecord(record);
  return read && source !== undefined ? { record: read, source } : undefined;
}

/** What keeps a version that is replaced by another; nothing where another tab has replaced it since, or it stays the same. */
export function keepPrevious(now: KeptVersion | undefined, stored: unknown, next: PluginRecord): Changes['set'] {
  if (!now || readRecord(stored)?.installedAt !== now.record.installedAt || isSame(now.record, next)) return [];
  return [
    [KEPT.previous + next.id, { record: now.record, successor: next.filesHash }],
    [KEPT.previousSource + next.id, now.source],
  ];
}

const none = (id: string) =>
  new BulkheadError('PLUGIN_CHANGED', `${id} has no earlier version that can be put back: install it`, { plugin: id });

/** Reads the version that was kept. @throws `PLUGIN_CHANGED` if there is none, or its source is not what was installed. */
export async function readPrevious(store: KeyValueStore, id: string): Promise<Previous> {
  const [kept, source] = await Promise.all([store.get(KEPT.previous + id), store.get(KEPT.previousSource + id)]);
  const { record, successor } = Object(kept) as { readonly record?: unknown; readonly successor?: unknown };
  const read = readRecord(record);
  if (!read || read.id !== id || typeof successor !== 'string') throw none(id);
  checkManifest(read);
  return { record: read, source: checkSource(id, source), successor };
}

/** The version that could be put back, for its user; an empty text for one without a manifest. */
export async function previousVersion(store: KeyValueStore, id: string): Promise<string | null> {
  const [kept, now] = await Promise.all([store.get(KEPT.previous + id), store.get(KEPT.record + id)]);
  const { record, successor } = Object(kept) as { readonly record?: unknown; readonly successor?: unknown };
  const read = readRecord(record);
  return read && readRecord(now)?.filesHash === successor ? (read.manifest?.version ?? '') : null;
}

/** The record of a version that is put back in place of `stored`. It is on only if it was, and its user's last yes was said of it. */
export function putBack(previous: Previous, stored: unknown, grant: Grant | undefined): PluginRecord {
  const now = readRecord(stored);
  const { record, successor } = previous;
  if (now?.filesHash !== successor) throw none(record.id);
  const agreed = grant !== undefined && grant.filesHash === record.filesHash && grant.toolsHash === record.toolsHash;
  return { ...record, enabled: record.enabled && agreed, installedAt: Math.max(Date.now(), now.installedAt + 1) };
}
