import { crc32 } from '../../worker/adapters/crc32.js';
import { damaged, newer, noBackup } from './faults.js';
import type { Expected } from './lines.js';
import type { Part } from './parts.js';
import { type BackupCounts, type BackupInfo, type LeftOut, NO_COUNTS, type PartName } from './types.js';
import type { ZipFile } from './zip.js';

const FORMAT = 'bulkhead-backup';
/** Raised when an older version could no longer read a file. */
const FORMAT_VERSION = 1;
export const HEADER_FILE = 'backup.json';
const SETTINGS_SCHEMA = 1;
/** No header is longer. */
const HEADER_BYTES = 1_000_000;

/** A file inside a backup. */
export interface PartHeader extends Expected {
  readonly name: PartName;
  readonly schema: number;
}

/** What stands in `backup.json`. */
export interface Header extends BackupInfo {
  readonly parts: readonly PartHeader[];
}

export const schemaOf = (name: PartName, parts: readonly Part[]): number =>
  parts.find((part) => part.name === name)?.schema ?? SETTINGS_SCHEMA;

/** Writes the header as the first file of a backup. */
export function headerFile(header: Header): ZipFile {
  const { created, ...rest } = header;
  const text = JSON.stringify(
    { format: FORMAT, version: FORMAT_VERSION, created: new Date(created).toISOString(), ...rest },
    null,
    2,
  );
  const bytes = new TextEncoder().encode(text);
  return { name: HEADER_FILE, packed: new Blob([bytes]), stored: true, crc: crc32(bytes), size: bytes.length };
}

/** @throws `BAD_ARGS` for another file, `STORE_NEWER` for one of a newer version, `STORE_BROKEN` for a damaged one. */
export async function readHeader(files: ReadonlyMap<string, ZipFile>, known: readonly Part[]): Promise<Header> {
  const file = files.get(HEADER_FILE);
  if (!file?.stored || file.packed.size > HEADER_BYTES) throw noBackup();
  const bytes = new Uint8Array(await file.packed.arrayBuffer());
  if (crc32(bytes) !== file.crc) throw damaged(`the checksum of ${HEADER_FILE} is another`);
  const header = parsed(bytes);
  const { format, version, bulkhead, created, parts, counts, leftOut } = header;
  if (format !== FORMAT || typeof version !== 'number') throw noBackup();
  if (version > FORMAT_VERSION) throw newer(String(bulkhead));
  const isWhole = Array.isArray(parts) && typeof created === 'string' && typeof bulkhead === 'string';
  if (!isWhole || !parts.every(isPart)) throw damaged(`${HEADER_FILE} lacks something`);
  for (const { name, schema } of parts) if (schema > schemaOf(name, known)) throw newer(bulkhead);
  const names: ReadonlySet<string> = new Set(parts.map(({ name }) => name));
  const allowed: readonly string[] = [...known.map(({ name }) => name), 'settings'];
  if (names.size < parts.length || parts.some(({ name }) => !allowed.includes(name))) {
    throw damaged(`${HEADER_FILE} names a part that there is not`);
  }
  return {
    ...{ created: Date.parse(created), bulkhead, parts },
    counts: { ...NO_COUNTS, ...numbersIn(counts) } as BackupCounts,
    leftOut: numbersIn(leftOut) as { readonly [what in LeftOut]?: number },
  };
}

function parsed(bytes: Uint8Array): { readonly [key: string]: unknown } {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw noBackup();
  }
}

function isPart(value: unknown): value is PartHeader {
  const { name, file, schema, pairs, bytes, sha256 } = Object(value) as { readonly [key: string]: unknown };
  return [name, file, sha256].every((one) => typeof one === 'string') && [schema, pairs, bytes].every(isCount);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const numbersIn = (value: unknown) =>
  Object.fromEntries(Object.entries(Object(value)).filter(([, count]) => isCount(count)));
