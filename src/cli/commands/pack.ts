import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deflated } from '../../../worker/adapters/zip.js';
import { crc32, zipOf } from '../../backup/internal-zip.js';
import type { PluginSource } from '../../index.js';
import { readPlugin } from '../../node/internal-files.js';
import { about, type Command, EXIT } from '../command.js';
import { packageFiles } from '../package-files.js';
import { size } from '../terminal.js';

/** The same bytes for the same files, whatever their order and times on the disk, and on every machine. */
async function packed(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const entries = [...files].map(([name, bytes]) => {
    const body = new Blob([deflated(bytes)]);
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
    const plugin = await readPlugin(path);
    const files = packageFiles(plugin);
    const source: PluginSource = {
      files: [...files].map(([name, bytes]) => ({ path: name, blob: new Blob([bytes]) })),
    };
    const { createHost } = await import('../../node/index.js');
    await using host = createHost({ guests: 'thread', spareWorkers: 0 });
    const { id, manifest } = await about(plugin, host.plugins.install(source));
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
