import type { RestoreTarget } from '../../worker/adapters/restore-journal.js';
import { EARLIER, readEarlier } from './earlier.js';
import { busy, damaged, full, noPlace, notEmpty } from './faults.js';
import { type Header, type PartHeader, readHeader } from './header.js';
import { Journal } from './journal.js';
import { readLines } from './lines.js';
import type { Key, Part } from './parts.js';
import { isSetting, replacing, type Setting } from './settings.js';
import { countAll, readPrefixes } from './stored.js';
import type { BackupInfo, EarlierGrant, PartName, RestoreCheck, RestoreOptions, RestoreReport } from './types.js';
import { readZip, type ZipFile } from './zip.js';

/** What happened on this device stays, whatever a file says; a kill switch is not released by one. */
const STAYS = ['audit:', 'safe-mode'];
/** What the broker worker reads with rules of its own. */
const CHECKED = ['plugin:', 'source:', 'model:profile'];

/** A file that was opened, and what it says of itself. */
interface Opened {
  readonly header: Header;
  readonly files: ReadonlyMap<string, ZipFile>;
}

/** @throws `BAD_ARGS`, `STORE_BROKEN`, `STORE_NEWER`. */
async function openFile(file: Blob, parts: readonly Part[]): Promise<Opened> {
  const files = await readZip(file);
  return { header: await readHeader(files, parts), files };
}

/** What a file says of itself, and where its model is. @throws like `openFile`. */
export async function readInfo(file: Blob, parts: readonly Part[]): Promise<BackupInfo> {
  const opened = await openFile(file, parts);
  const from = partOf(opened, 'plugins');
  let modelHost: string | undefined;
  if (from) {
    for await (const [key, value] of readLines(fileOf(opened, from), from)) {
      if (key === 'model:profile') modelHost = hostOf(value);
    }
  }
  return infoOf(opened, modelHost);
}

function infoOf({ header }: Opened, modelHost: string | undefined): BackupInfo {
  const { created, bulkhead, counts, leftOut } = header;
  return { created, bulkhead, counts, leftOut, ...(modelHost !== undefined && { modelHost }) };
}

const partOf = ({ header }: Opened, part: PartName) => header.parts.find(({ name }) => name === part);

/** Held by the tab that restores: there is one journal. */
const RESTORING = 'bulkhead-restore-preparing';

/** What a restore needs beside its file. */
export interface Restoring extends RestoreOptions {
  readonly parts: readonly Part[];
  readonly check: RestoreCheck;
  /** Replaces everything by what the journal holds. */
  readonly finish: () => Promise<void>;
}

/**
 * Reads and checks everything, writes it down in the journal, and has it replace what is there.
 * @throws `STORE_FAILED` while another tab restores, or without space.
 */
export async function restoreFile(file: Blob, options: Restoring): Promise<RestoreReport> {
  const { parts, signal } = options;
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks || !('databases' in indexedDB)) throw noPlace('this page needs https, and a browser of 2024 or later');
  signal?.throwIfAborted();
  const opened = await openFile(file, parts);
  await checkSpace(opened);
  return locks.request(RESTORING, { ifAvailable: true }, async (lock) => {
    if (!lock) throw busy();
    if (options.replace !== true && Object.values(await countAll(parts)).some((count) => count > 0)) throw notEmpty();
    const journal = new Journal();
    let report: RestoreReport;
    try {
      await journal.begin();
      report = await writeDown(opened, journal, options);
    } catch (error) {
      await journal.remove().catch(() => {});
      throw error instanceof DOMException && error.name !== 'AbortError' ? full(error) : error;
    }
    options.onProgress?.({ part: 'replacing', done: 0, total: 1 });
    await options.finish();
    return report;
  });
}

/** The journal and what replaces the old data are there at the same time. */
async function checkSpace({ header }: Opened): Promise<void> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const bytes = header.parts.reduce((sum, part) => sum + part.bytes, 0);
  if (quota !== undefined && quota - usage < bytes * 2) throw full();
}

async function writeDown(
  opened: Opened,
  journal: Journal,
  { parts, check, signal, onProgress }: Restoring,
): Promise<RestoreReport> {
  const targets: RestoreTarget[] = [];
  const earlier: EarlierGrant[] = [];
  let modelHost: string | undefined;
  for (const part of parts) {
    const from = partOf(opened, part.name);
    let done = 0;
    if (from) {
      for await (const [key, given, chars] of readLines(fileOf(opened, from), from, signal)) {
        const pair = checked(part, key, given, earlier);
        const value = part.name === 'plugins' ? await ours(pair, check) : pair[1];
        if (key === 'model:profile') modelHost = hostOf(value);
        await journal.add([pair[0], value], chars);
        done += 1;
        if (done % 256 === 0 || done === from.pairs) onProgress?.({ part: part.name, done, total: from.pairs });
      }
    }
    if (part.name === 'plugins') {
      for (const pair of await readPrefixes(part.database, STAYS)) await journal.add(pair, 1_000);
    }
    targets.push({ name: part.database, bucket: part.bucket, pages: await journal.next() });
  }
  // Nothing of deleted memories may stay.
  for (const { derived } of parts) if (derived !== undefined) targets.push({ name: derived, pages: 0 });
  const settings = await settingsIn(opened, signal);
  signal?.throwIfAborted();
  await journal.end({ targets, settings: replacing(settings) });
  return { ...infoOf(opened, modelHost), earlier };
}

/** The host of a model's profile; `undefined` where the browser's own model answers, or a restore will be refused. */
function hostOf(profile: unknown): string | undefined {
  const { endpoint } = Object(profile) as { readonly endpoint?: unknown };
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint).host : undefined;
}

function fileOf({ files }: Opened, { file }: PartHeader): ZipFile {
  const found = files.get(file);
  if (!found) throw damaged(`${file} is missing`);
  return found;
}

/** What the broker worker makes of a plugin's record, of its source or of a model's profile. @throws `STORE_BROKEN`. */
async function ours([key, value]: readonly [Key, unknown], check: RestoreCheck): Promise<unknown> {
  if (typeof key !== 'string' || !CHECKED.some((prefix) => key.startsWith(prefix))) return value;
  try {
    return await check(key, value);
  } catch (cause) {
    throw damaged(`${key.slice(0, 80)} cannot be used`, cause);
  }
}

/** True for a key that IndexedDB takes. It looks at keys only when everything is already being replaced. */
function isKey(key: unknown): key is Key {
  if (typeof key !== 'string' && !Array.isArray(key)) return false;
  try {
    indexedDB.cmp(key, key);
    return true;
  } catch {
    return false;
  }
}

/** A pair as it may be stored. @throws `STORE_BROKEN` for one that no backup has, such as a grant or a secret. */
function checked(part: Part, key: unknown, value: unknown, earlier: EarlierGrant[]): readonly [Key, unknown] {
  if (!isKey(key) || !part.takes(key)) throw damaged(`${part.name} has something that is in no backup`);
  if (typeof key === 'string' && key.startsWith(EARLIER)) {
    const one = readEarlier(value);
    if (!one || key !== EARLIER + one.plugin) throw damaged('what was allowed cannot be read');
    earlier.push(one);
    return [key, one];
  }
  return [key, value];
}

async function settingsIn(opened: Opened, signal: AbortSignal | undefined): Promise<readonly Setting[]> {
  const from = partOf(opened, 'settings');
  const settings: Setting[] = [];
  if (!from) return settings;
  for await (const [key, value] of readLines(fileOf(opened, from), from, signal)) {
    if (!isSetting(key, value)) throw damaged('settings has something that is in no backup');
    settings.push([key as string, value as string]);
  }
  return settings;
}
