import type { RestoreTarget } from '../../worker/adapters/restore-journal.js';
import { EARLIER, isRecord, readEarlier, switchedOff } from './earlier.js';
import { busy, damaged, noPlace, notEmpty } from './faults.js';
import { type Header, type PartHeader, readHeader } from './header.js';
import { Journal } from './journal.js';
import { readLines } from './lines.js';
import type { Key, Part } from './parts.js';
import { isSetting, replacing, type Setting } from './settings.js';
import { countAll, readPrefixes } from './stored.js';
import type { EarlierGrant, RestoreOptions, RestoreReport } from './types.js';
import { readZip, type ZipFile } from './zip.js';

/** What happened on this device stays, whatever a file says; a kill switch is not released by one. */
const STAYS = ['audit:', 'safe-mode'];

/** A file that was opened, and what it says of itself. */
export interface Opened {
  readonly header: Header;
  readonly files: ReadonlyMap<string, ZipFile>;
}

/** @throws `BAD_ARGS`, `STORE_BROKEN`, `STORE_NEWER`. */
export async function openFile(file: Blob, parts: readonly Part[]): Promise<Opened> {
  const files = await readZip(file);
  return { header: await readHeader(files, parts), files };
}

/** Held while a restore is prepared: there is one journal. */
const PREPARING = 'bulkhead-restore-preparing';

/**
 * Reads and checks everything, and writes it down in the journal. @returns the report of the restore that is to happen.
 * @throws `STORE_FAILED` while another tab prepares one.
 */
export async function prepareRestore(
  file: Blob,
  parts: readonly Part[],
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks || !('databases' in indexedDB)) throw noPlace('this page needs https, and a browser of 2024 or later');
  options.signal?.throwIfAborted();
  const opened = await openFile(file, parts);
  return locks.request(PREPARING, { ifAvailable: true }, async (lock) => {
    if (!lock) throw busy();
    if (options.replace !== true && Object.values(await countAll(parts)).some((count) => count > 0)) throw notEmpty();
    const journal = new Journal();
    await journal.begin();
    try {
      return await writeDown(opened, parts, journal, options);
    } catch (error) {
      await journal.remove().catch(() => {});
      throw error;
    }
  });
}

async function writeDown(
  opened: Opened,
  parts: readonly Part[],
  journal: Journal,
  { signal, onProgress }: RestoreOptions,
): Promise<RestoreReport> {
  const targets: RestoreTarget[] = [];
  const earlier: EarlierGrant[] = [];
  for (const part of parts) {
    const from = opened.header.parts.find(({ name }) => name === part.name);
    let done = 0;
    if (from) {
      for await (const [key, value, chars] of readLines(fileOf(opened, from), from, signal)) {
        await journal.add(checked(part, key, value, earlier), chars);
        done += 1;
        if (done % 256 === 0 || done === from.pairs) onProgress?.({ part: part.name, done, total: from.pairs });
      }
    }
    if (part.name === 'plugins') {
      for (const pair of await readPrefixes(part.database, STAYS)) await journal.add(pair, 1_000);
    }
    targets.push({ name: part.database, bucket: part.bucket, pages: await journal.next() });
  }
  const settings = await settingsIn(opened, signal);
  signal?.throwIfAborted();
  await journal.end({ targets, settings: replacing(settings) });
  const { created, bulkhead, counts, leftOut } = opened.header;
  return { created, bulkhead, counts, leftOut, earlier };
}

function fileOf({ files }: Opened, { file }: PartHeader): ZipFile {
  const found = files.get(file);
  if (!found) throw damaged(`${file} is missing`);
  return found;
}

/** A pair as it may be stored. @throws `STORE_BROKEN` for one that no backup has, such as a grant or a secret. */
function checked(part: Part, key: unknown, value: unknown, earlier: EarlierGrant[]): readonly [Key, unknown] {
  const isKey = typeof key === 'string' || Array.isArray(key);
  if (!isKey || !part.takes(key)) throw damaged(`${part.name} has something that is in no backup`);
  if (typeof key === 'string' && key.startsWith(EARLIER)) {
    const one = readEarlier(value);
    if (!one || key !== EARLIER + one.plugin) throw damaged('what was allowed cannot be read');
    earlier.push(one);
    return [key, one];
  }
  return [key, isRecord(key) ? switchedOff(value) : value];
}

async function settingsIn(opened: Opened, signal: AbortSignal | undefined): Promise<readonly Setting[]> {
  const from = opened.header.parts.find(({ name }) => name === 'settings');
  const settings: Setting[] = [];
  if (!from) return settings;
  for await (const [key, value] of readLines(fileOf(opened, from), from, signal)) {
    if (!isSetting(key, value)) throw damaged('settings has something that is in no backup');
    settings.push([key as string, value as string]);
  }
  return settings;
}
