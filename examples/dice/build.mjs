import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Bundles the plugin and its libraries into the one file that is installed: `node examples/dice/build.mjs`. */
const build = await rolldown({
  input: here('plugin.js'),
  platform: 'browser',
  logLevel: 'warn',
  // The library asks Node's crypto for seeds of an engine that this plugin does not use.
  resolve: { alias: { mathjs$: here('arithmetic.js'), crypto: false } },
  transform: { target: 'es2022' },
});
const { output } = await build.write({
  file: here('dice.plugin.js'),
  format: 'esm',
  minify: true,
  codeSplitting: false,
  comments: { legal: true },
  // Licences of what is inside, for whoever copies the file.
  postBanner:
    '/* Bundled: @dice-roller/rpg-dice-roller (MIT), random-js (MIT), mathjs (Apache-2.0), decimal.js (MIT), complex.js (MIT), fraction.js (MIT), typed-function (MIT). */',
});
await build.close();
console.log(`${output[0].fileName}: ${Math.ceil(output[0].code.length / 1024)} KiB`);
