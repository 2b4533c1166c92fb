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

/** `bulkhead/inline`: a compressed copy of each file as a module of its own, by file name. */
export function inlineModules(assets) {
  const modules = {};
  for (const [name, file] of Object.entries(ASSET_FILES)) {
    const copy = gzipSync(assets[file], { level: 9 }).toString('base64');
    modules[`inline-${name}.js`] = `export default '${copy}';\n`;
  }
  const loads = Object.keys(ASSET_FILES).map((name) => `  ${name}: () => import('./inline-${name}.js'),`);
  modules['inline.js'] = `const copies = {
${loads.join('\n')}
};
export async function inline(name) {
  const bytes = Uint8Array.from(atob((await copies[name]()).default), (char) => char.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(whole).arrayBuffer());
}
`;
  return modules;
}
