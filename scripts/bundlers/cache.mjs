import { fileURLToPath } from 'node:url';
import { installPackages } from '../packages/cache.mjs';

/**
 * Installs the bundlers of `tests/bundlers/package.json` into the user's cache folder, once.
 * @returns the folder; applications below it find the bundlers.
 */
export const installBundlers = (say = console.log) =>
  installPackages({
    source: fileURLToPath(new URL('../../tests/bundlers/', import.meta.url)),
    name: 'bundlers',
    what: 'Vite 6 to 8, webpack, Rollup, esbuild, Next and older TypeScript, about 510 MB,',
    say,
  });
