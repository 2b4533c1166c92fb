import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const here = fileURLToPath(import.meta.url);
const folder = fileURLToPath(new URL('../worker/memory/vectors/', import.meta.url));

/** The bytes of a module in the text format. @throws when the text is wrong, with its line. */
export async function assemble(source) {
  const { parseWat } = await wabt();
  const module = parseWat('kernel.wat', source, { simd: true });
  try {
    module.validate({ simd: true });
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

/** Text of kernel-bytes.ts, made of kernel.wat. */
export async function kernelBytesText() {
  const bytes = await assemble(readFileSync(`${folder}kernel.wat`, 'utf8'));
  return `// Made by \`node scripts/assemble-kernel.mjs\` of kernel.wat; a test holds the two together.

/** The kernel’s module, ${bytes.length} bytes, as base64. */
export const KERNEL_BYTES =
  '${Buffer.from(bytes).toString('base64')}';
`;
}

if (process.argv[1] === here) writeFileSync(`${folder}kernel-bytes.ts`, await kernelBytesText());
