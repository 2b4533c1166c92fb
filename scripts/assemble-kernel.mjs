import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// A whole assembler would be 5 MB of dependency for one function that hardly ever changes. These are the instructions
// that the function uses; the bytes are the ones that wabt 1.0.39 makes of it.
const PLAIN = {
  return: [0x0f],
  end: [0x0b],
  'i32.eqz': [0x45],
  'i32.lt_u': [0x49],
  'i32.add': [0x6a],
  'i32.shl': [0x74],
  'f32x4.splat': [0xfd, 0x13],
  'f32x4.ge': [0xfd, 0x46],
  'v128.any_true': [0xfd, 0x53],
  'i32x4.add': [0xfd, 0xae, 0x01],
  'i32x4.dot_i16x8_s': [0xfd, 0xba, 0x01],
  'f32x4.mul': [0xfd, 0xe6, 0x01],
  'f32x4.convert_i32x4_s': [0xfd, 0xfa, 0x01],
};
const MEMORY = {
  'v128.load': [0xfd, 0x00],
  'v128.load8x8_s': [0xfd, 0x01],
  'v128.store': [0xfd, 0x0b],
  'i32.store': [0x36],
};
const OF_LOCAL = { 'local.get': [0x20], 'local.set': [0x21], 'local.tee': [0x22] };
const TYPES = { i32: 0x7f, f32: 0x7d, v128: 0x7b };
const NO_RESULT = 0x40;

const unsigned = (number) => {
  const bytes = [];
  for (let rest = number; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
};
const signed = (number) => {
  const bytes = [];
  for (let rest = number; ; rest >>= 7) {
    if (rest >= -64 && rest < 64) return [...bytes, rest & 0x7f];
    bytes.push((rest & 0x7f) | 0x80);
  }
};
const sized = (bytes) => [...unsigned(bytes.length), ...bytes];
const list = (items) => [...unsigned(items.length), ...items.flat()];
const text = (value) => sized([...Buffer.from(value)]);
const section = (id, bytes) => [id, ...sized(bytes)];

/** Splits a line of instructions into their bytes. `labels`: the open blocks, the innermost last. */
function instruction([name, ...rest], locals, labels) {
  if (name === 'loop' || name === 'if') {
    labels.push(rest[0] ?? '');
    return [name === 'loop' ? 0x03 : 0x04, NO_RESULT];
  }
  if (name === 'end') labels.pop();
  if (Object.hasOwn(PLAIN, name)) return PLAIN[name];
  if (Object.hasOwn(OF_LOCAL, name) && locals.has(rest[0]))
    return [...OF_LOCAL[name], ...unsigned(locals.get(rest[0]))];
  if (Object.hasOwn(MEMORY, name)) {
    const [, offset = 0, align] = /^(?:offset=(\d+) )?align=(\d+)$/.exec(rest.join(' ')) ?? [];
    const exponent = Math.log2(Number(align));
    if (Number.isInteger(exponent)) return [...MEMORY[name], ...unsigned(exponent), ...unsigned(Number(offset))];
  }
  if (name === 'br_if' && labels.includes(rest[0])) {
    return [0x0d, ...unsigned(labels.length - 1 - labels.lastIndexOf(rest[0]))];
  }
  if (name === 'i32.const') return [0x41, ...signed(Number(rest[0]))];
  if (name === 'v128.const' && rest.join(' ') === 'i32x4 0 0 0 0') return [0xfd, 0x0c, ...Array(16).fill(0)];
  if (name === 'i8x16.shuffle' && rest.length === 16) return [0xfd, 0x0d, ...rest.map(Number)];
  throw new Error(`kernel.wat: ${[name, ...rest].join(' ')}: not known here`);
}

/** The bytes of a module of one function over an imported memory, whose instructions stand one on a line, unfolded. */
export function assemble(source) {
  const lines = source
    .replace(/;;.*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== ')');
  const memory = /\(import "(\w+)" "(\w+)" \(memory (\d+)\)\)/.exec(source);
  const name = /\(func \(export "(\w+)"\)/.exec(source)?.[1];
  const params = [];
  const declared = [];
  for (const [, kind, local, type] of source.matchAll(/\((param|local) (\$\w+) (\w+)\)/g)) {
    (kind === 'param' ? params : declared).push([local, TYPES[type]]);
  }
  const result = TYPES[/\(result (\w+)\)/.exec(source)?.[1]];
  const locals = new Map([...params, ...declared].map(([local], index) => [local, index]));
  const labels = [];
  const code = lines
    .filter((line) => !line.startsWith('('))
    .flatMap((line) => instruction(line.split(/\s+/), locals, labels));
  if (!memory || !name || labels.length > 0) throw new Error('kernel.wat: a memory, a function and closed blocks');
  const runs = [];
  for (const [, type] of declared) {
    if (runs.at(-1)?.[1] === type) runs.at(-1)[0] += 1;
    else runs.push([1, type]);
  }
  const body = [...list(runs), ...code, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list([[0x60, ...list(params.map(([, type]) => [type])), ...list(result ? [[result]] : [])]])),
    ...section(2, list([[...text(memory[1]), ...text(memory[2]), 0x02, 0x00, ...unsigned(Number(memory[3]))]])),
    ...section(3, list([[0]])),
    ...section(7, list([[...text(name), 0x00, 0]])),
    ...section(10, list([sized(body)])),
  ]);
}

const here = fileURLToPath(import.meta.url);
const folder = fileURLToPath(new URL('../worker/memory/vectors/', import.meta.url));

/** Text of kernel-bytes.ts, made of kernel.wat. */
export function kernelBytesText() {
  const bytes = assemble(readFileSync(`${folder}kernel.wat`, 'utf8'));
  return `// Made by \`node scripts/assemble-kernel.mjs\` of kernel.wat; a test holds the two together.

/** The kernel’s module, ${bytes.length} bytes, as base64. */
export const KERNEL_BYTES =
  '${Buffer.from(bytes).toString('base64')}';
`;
}

if (process.argv[1] === here) writeFileSync(`${folder}kernel-bytes.ts`, kernelBytesText());
