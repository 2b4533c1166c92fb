import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { crc32, zipOf } from '../../backup/internal-zip.js';
import type { PluginSource } from '../../index.js';
import { type PluginFiles, readPlugin } from '../../node/internal-files.js';
import { type Command, EXIT, UsageError } from '../command.js';
import { size } from '../terminal.js';

const MANIFEST = 'bulkhead.json';

type Manifest = { readonly [key: string]: unknown };

const hashOf = (bytes: Uint8Array): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/** The files of a package with the hashes of today in its manifest. @throws `UsageError` for files that are not there. */
function filesOf({ name, files }: PluginFiles): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const text = files.get(MANIFEST);
  if (!text) throw new UsageError(`bulkhead pack: ${name} has no ${MANIFEST}`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(new TextDecoder().decode(text)) as Manifest;
  } catch (error) {
    throw new UsageError(`bulkhead pack: ${MANIFEST} is no JSON: ${(error as Error).message}`);
  }
  const listed = Object.keys(Object(manifest.files));
  const paths = [...new Set([...listed, ...(typeof manifest.entry === 'string' ? [manifest.entry] : [])])].sort();
  const missing = paths.find((path) => !files.has(path));
  if (missing !== undefined) throw new UsageError(`bulkhead pack: ${MANIFEST} names ${missing}, which is not there`);
  const packed = new Map(paths.map((path) => [path, files.get(path) ?? new Uint8Array()]));
  const hashes = Object.fromEntries([...packed].map(([path, bytes]) => [path, hashOf(bytes)]));
  const written = `${JSON.stringify({ ...manifest, files: hashes }, null, 2)}\n`;
  return new Map([[MANIFEST, new TextEncoder().encode(written)], ...packed]);
}

/** The same bytes for the same files, whatever their order and times on the disk. */
async function packed(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const entries = [...files].map(([name, bytes]) => {
    const body = new Blob([new Uint8Array(deflateRawSync(bytes, { level: 9 }))]);
    return { name, packed: body, stored: false, crc: crc32(bytes), size: bytes.length };
  });
  return new Uint8Array(await zipOf(entries).arrayBuffer());
}

export const pack: Command = {
  summary: 'Write a package as one zip file, with the hashes of its files, after checking it.',
  usage: 'FOLDER',
  options: {
    out: { type: 'string', value: 'FILE', help: 'where to write it; default: ID-VERSION.zip' },
    json: { type: 'boolean', help: 'print one JSON document' },
  },
  examples: ['pack my-plugin', 'pack my-plugin --out dist/my-plugin.zip'],
  async run({ words: [path = ''], flags, values }, { out }) {
    const files = filesOf(await readPlugin(path));
    const source: PluginSource = {
      files: [...files].map(([name, bytes]) => ({ path: name, blob: new Blob([bytes]) })),
    };
    const { createHost } = await import('../../node/index.js');
    await using host = createHost({ spareWorkers: 0 });
    const { id, manifest } = await host.plugins.install(source);
    const zip = await packed(files);
    const target = values.out ?? `${id}-${manifest?.version}.zip`;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, zip);
    const sha256 = createHash('sha256').update(zip).digest('hex');
    if (flags.json)
      out(JSON.stringify({ ok: true, file: target, bytes: zip.length, sha256, files: [...files.keys()] }, null, 2));
    else out(`${target}: ${files.size} files, ${size(zip.length)}\nsha256 ${sha256}`);
    return EXIT.ok;
  },
};
