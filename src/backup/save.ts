import { EARLIER, EarlierGrants } from './earlier.js';
import { noPlace } from './faults.js';
import { headerFile, type PartHeader } from './header.js';
import { LineWriter } from './lines.js';
import type { Part } from './parts.js';
import { readSettings } from './settings.js';
import { countAll, readAll } from './stored.js';
import type { BackupProgress, LeftOut, PartName, SaveOptions } from './types.js';
import { BULKHEAD_VERSION } from './version.js';
import { type ZipFile, zipOf } from './zip.js';

/** Writes all parts into one file, one after the other. */
export async function saveParts(parts: readonly Part[], { signal, onProgress }: SaveOptions): Promise<Blob> {
  if (typeof CompressionStream === 'undefined') throw noPlace('this browser cannot pack a file');
  signal?.throwIfAborted();
  const left = new Map<LeftOut, number>();
  const leftOut = (what: LeftOut) => void left.set(what, (left.get(what) ?? 0) + 1);
  const files: ZipFile[] = [];
  const headers: PartHeader[] = [];
  const end = async (name: PartName, schema: number, lines: LineWriter) => {
    const { file, sha256 } = await lines.end(`${name}.jsonl`, signal);
    files.push(file);
    headers.push({ name, schema, file: file.name, pairs: lines.pairs, bytes: file.size, sha256 });
  };
  const counts = { ...(await countAll(parts)), secrets: 0, modelKeys: 0, mcpServers: 0 };
  for (const part of parts) {
    const lines = new LineWriter();
    await readPart(part, lines, { leftOut, signal, onProgress });
    await end(part.name, part.schema, lines);
  }
  const settings = new LineWriter();
  for (const [key, value] of readSettings(leftOut)) settings.add(key, value);
  await end('settings', 1, settings);
  const about = { created: Date.now(), bulkhead: BULKHEAD_VERSION, counts, leftOut: Object.fromEntries(left) };
  return zipOf([headerFile({ ...about, parts: headers }), ...files]);
}

interface Reading {
  readonly leftOut: (what: LeftOut) => void;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: BackupProgress) => void) | undefined;
}

async function readPart(part: Part, lines: LineWriter, { leftOut, signal, onProgress }: Reading): Promise<void> {
  const earlier = new EarlierGrants();
  const isPlugins = part.name === 'plugins';
  let [done, total] = [0, 0];
  await readAll(part.database, {
    total(count) {
      total = count;
    },
    page(pairs) {
      signal?.throwIfAborted();
      for (const [key, value] of pairs) {
        const shown = isPlugins ? earlier.see(key, value) : value;
        const isEarlier = typeof key === 'string' && key.startsWith(EARLIER);
        if (part.takes(key, leftOut) && !isEarlier) lines.add(key, shown);
      }
      done += pairs.length;
      onProgress?.({ part: part.name, done, total });
    },
    unreadable: () => leftOut('unreadable'),
  });
  if (isPlugins) for (const one of earlier.all()) lines.add(EARLIER + one.plugin, one);
  signal?.throwIfAborted();
}
