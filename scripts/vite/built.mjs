import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { evaluate } from './bundle.mjs';

const { ASSET_FILES } = await evaluate('src/assets/internal-names.ts');

/** Puts into `src/assets/built.ts` what the library knows of the files beside it: their hashes, and where their copies are. */
export function builtPlugin(assets) {
  const hashes = {};
  for (const [name, file] of Object.entries(ASSET_FILES)) {
    hashes[name] = createHash('sha256').update(assets[file]).digest('base64');
  }
  return {
    name: 'bulkhead-built',
    resolveId: (source) => (source === './inline.js' ? { id: source, external: true } : null),
    load: (id) =>
      id.endsWith('/src/assets/built.ts')
        ? `export const hashes = ${JSON.stringify(hashes)};\nexport const loadInline = () => import('./inline.js');`
        : null,
  };
}

/** The types of `bulkhead/inline`. */
export const inlineTypes = `/** Returns the copy of one of the files that a page serves beside the bundle. */
export declare function inline(name: ${Object.keys(ASSET_FILES)
  .map((name) => `'${name}'`)
  .join(' | ')}): Promise<Uint8Array>;
`;

/** Smaller tables suit some files better. */
const smallest = (bytes) =>
  [6, 7, 8].map((memLevel) => gzipSync(bytes, { level: 9, memLevel })).sort((a, b) => a.length - b.length)[0];

/**
 * Bytes as text, 13 bits in two characters: a twelfth shorter than base64. The 91 characters are those from `#` to `~` but for the
 * backslash, so that a string literal holds them as they are.
 */
function toText(bytes) {
  const digit = (value) => String.fromCharCode(value + (value < 57 ? 35 : 36));
  const digits = [];
  let [bits, count] = [0, 0];
  const put = (value) => digits.push(digit(Math.floor(value / 91)), digit(value % 91));
  for (const byte of bytes) {
    bits |= byte << count;
    count += 8;
    if (count < 13) continue;
    put(bits & 8191);
    bits >>>= 13;
    count -= 13;
  }
  if (count > 0) put(bits);
  return digits.join('');
}

/** `bulkhead/inline`: a compressed copy of each file as a module of its own, by file name. */
export function inlineModules(assets) {
  const modules = {};
  for (const [name, file] of Object.entries(ASSET_FILES)) {
    const copy = smallest(assets[file]);
    modules[`inline-${name}.js`] = `export const size = ${copy.length};\nexport const text = "${toText(copy)}";\n`;
  }
  const loads = Object.keys(ASSET_FILES).map((name) => `  ${name}: () => import('./inline-${name}.js'),`);
  modules['inline.js'] = `const copies = {
${loads.join('\n')}
};
function toBytes({ size, text }) {
  const bytes = new Uint8Array(size);
  const digit = (at) => text.charCodeAt(at) - (text.charCodeAt(at) < 92 ? 35 : 36);
  let bits = 0;
  let count = 0;
  let to = 0;
  for (let at = 0; at < text.length; at += 2) {
    bits |= (digit(at) * 91 + digit(at + 1)) << count;
    for (count += 13; count >= 8; count -= 8) {
      bytes[to++] = bits;
      bits >>>= 8;
    }
  }
  return bytes;
}
export async function inline(name) {
  const whole = new Blob([toBytes(await copies[name]())]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(whole).arrayBuffer());
}
`;
  return modules;
}
