import { join } from 'node:path';

const here = import.meta.dirname;

/** Bundles the plugin and its libraries into the one file that is installed. */
export default {
  cwd: here,
  input: 'plugin.js',
  platform: 'browser',
  logLevel: 'warn',
  // The library asks Node's crypto for seeds of an engine that this plugin does not use.
  resolve: { alias: { mathjs$: join(here, 'arithmetic.js'), crypto: false } },
  transform: { target: 'es2022' },
  output: {
    file: join(here, 'dist/dice.plugin.js'),
    format: 'esm',
    minify: true,
    codeSplitting: false,
    comments: { legal: true },
    // Licences of what is inside, for whoever copies the file.
    postBanner:
      '/* Bundled: @dice-roller/rpg-dice-roller (MIT), random-js (MIT), mathjs (Apache-2.0), decimal.js (MIT), complex.js (MIT), fraction.js (MIT), typed-function (MIT). */',
  },
};
