// Writes the table of the parts of the guest's platform: `node scripts/part-sizes.mjs --write`; without it, prints the table.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { bundleEngine, bundleParts, evaluate } from './vite/bundle.mjs';

export const PAGE = 'docs/decisions/guest-platform.md';
const HEAD = '| part | Brotli | in a plugin’s image |';
/** One table, from its head to the line after it. */
export const TABLE = /\| part \| Brotli \|[^\n]*\n(?:\|[^\n]*\n)+/;

const GUEST = {
  ...{ resultChars: 1e6, requestChars: 65_536, requestsInFlight: 64, tools: 8, schemaChars: 65_536 },
  ...{ errorNameChars: 200, errorMessageChars: 2_000, logLineChars: 4_000, namesTaken: [] },
};
const toolOf = (name) =>
  `registerTool({ name: 'main', description: '', mode: 'read', parameters: { type: 'object' }, exec: () => ${name} });`;

/** What each part costs: its own bytes under Brotli, and the bytes that it and what it needs add to the image of a plugin. */
export async function measureParts() {
  const [parts, { createIsolate }, { baseImage }, { PARTS }, { makeNatives, browserParts }, engine] = await Promise.all(
    [
      bundleParts(),
      evaluate('sandbox/isolate.ts'),
      evaluate('sandbox/base.ts'),
      evaluate('sandbox/guest/globals.ts'),
      evaluate('worker/natives/index.ts'),
      bundleEngine(),
    ],
  );
  const module = await WebAssembly.compile(engine);
  const native = makeNatives(browserParts(), { subtle: async () => {}, compress: async () => {} });
  const image = baseImage(module);
  if (typeof image === 'string') throw new Error(image);
  const imageOf = async (source) => {
    const isolate = await createIsolate({
      ...{ module, image, native, memoryBytes: 64 * 2 ** 20, stackBytes: 116 * 1024, guest: GUEST },
      ...{ seed: () => new Uint8Array(8), stop: () => false, onMessage: () => {} },
    });
    isolate.load(source);
    isolate.pump(() => 'go');
    const { data, heap } = isolate.capture() ?? {};
    if (!heap) throw new Error(`no image of ${source}`);
    return data.length + heap.length;
  };
  const empty = await imageOf(toolOf('1'));
  const rows = [];
  for (const [part, [name]] of Object.entries(PARTS)) {
    const brotli = brotliCompressSync(Buffer.from(parts[part])).length;
    rows.push({ part, brotli, image: (await imageOf(toolOf(name))) - empty });
  }
  const every = toolOf(`[${Object.values(PARTS).flat().join()}]`);
  const together = brotliCompressSync(Buffer.from(JSON.stringify(parts))).length;
  return { empty, rows, all: { brotli: together, image: (await imageOf(every)) - empty } };
}

const kB = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`;

/** The table as the document has it. */
export function tableOf({ rows, all }) {
  const line = (name, { brotli, image }) => `| ${name} | ${kB(brotli)} | ${Math.round(image / 1_024)} KiB |`;
  return [
    HEAD,
    '|---|---|---|',
    ...rows.map((row) => line(`\`${row.part}\``, row)),
    line('all together', all),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = tableOf(await measureParts());
  console.log(table);
  if (process.argv.includes('--write')) {
    const file = fileURLToPath(new URL(`../${PAGE}`, import.meta.url));
    await writeFile(file, (await readFile(file, 'utf8')).replace(TABLE, table));
  }
}
