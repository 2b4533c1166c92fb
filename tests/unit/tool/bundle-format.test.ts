import { expect, test } from 'vitest';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { formatHint, hidesManifest, NO_MANIFEST } from '../../../worker/tool/bundle-format.js';

const TOOL = "registerTool({ name: 'roll', mode: 'read', exec: () => 4 });";
const MANIFEST = `var manifest = { manifest: 1, id: "dice" };\n${TOOL}`;

/** What bundlers write of a plugin that exports its manifest, in every format but ES modules; bodies are cut. */
const BUNDLES: { readonly [format: string]: string } = {
  'esbuild cjs': `var __defProp = Object.defineProperty;\nvar a_exports = {};\n__export(a_exports, {\n  manifest: () => manifest\n});\nmodule.exports = __toCommonJS(a_exports);\n${MANIFEST}`,
  'esbuild cjs, minified': `var t=Object.defineProperty;var f={};l(f,{manifest:()=>x});module.exports=d(f);var x={manifest:1,id:"dice"};${TOOL}`,
  'esbuild iife': `(() => {\n  ${MANIFEST}\n})();`,
  'esbuild iife, minified': `(()=>{var i={manifest:1,id:"dice"};${TOOL}})();`,
  'esbuild iife with a directive': `"use strict";(()=>{var i={manifest:1,id:"dice"};${TOOL}})();`,
  'esbuild iife with a name': `var x = (() => {\n  __export(a_exports, {\n    manifest: () => manifest\n  });\n  ${MANIFEST}\n  return a;\n})();`,
  'rollup iife': `var x = (function (exports) {\n\t'use strict';\n\tconst manifest = { manifest: 1, id: 'dice' };\n\texports.manifest = manifest;\n\treturn exports;\n})({});`,
  'rollup umd': `(function (global, factory) {\n\tfactory(global.x = {});\n})(this, (function (exports) { 'use strict';\n\texports.manifest = { manifest: 1, id: 'dice' };\n}));`,
  'rollup cjs': `'use strict';\nexports.manifest = { manifest: 1, id: 'dice' };\n${TOOL}`,
  'webpack iife': `/******/ (() => {\n__webpack_require__.d(__webpack_exports__, { "manifest": () => (manifest) });\nconst manifest = { manifest: 1, id: "dice" };\n})();`,
  'terser iife': `!function(){const e={manifest:1,id:"dice"};${TOOL}}();`,
  'esbuild cjs of a JSON file': `var manifest = 1;\nvar id = "dice";\nvar a = { manifest, id };\nmodule.exports = __toCommonJS(a_exports);\n${TOOL}`,
  'typescript cjs': `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nexports.manifest = { manifest: 1, id: 'dice' };`,
};

test.each(Object.entries(BUNDLES))('a bundle of %s hides its manifest', (_format, source) => {
  expect(hidesManifest(source)).toBe(true);
});

test('a source that has none, or only speaks of manifests, hides none', () => {
  const sources = [
    TOOL,
    `(() => { ${TOOL} })();`,
    `(() => {\n  registerTool({ name: 'cargo', description: 'Reads the manifest of a ship', exec: () => 4 });\n})();`,
    `const manifest = 'of a ship'; ${TOOL}`,
    `var require_keys = __commonJS({ "keys.js"(exports) { exports.manifest = (ship) => ({ manifest: ship }); } });\n${TOOL}`,
    `const module = { exports: {} };\n${TOOL}`,
    `var manifests = (() => [])();\n${TOOL}`,
  ];
  for (const source of sources) expect(hidesManifest(source), source).toBe(false);
});

test('an error about a name of CommonJS ends with what to do, and no other error does', () => {
  const threw = (message: string) => new BulkheadError('SOURCE_THREW', message, { line: 1 });
  for (const name of ["'module'", "'exports'", "'require'", 'require']) {
    const hinted = formatHint(threw(`ReferenceError: ${name} is not defined (line 1, column 2)`));
    expect(hinted).toMatchObject({
      code: 'SOURCE_THREW',
      message: `ReferenceError: ${name} is not defined (line 1, column 2): ${NO_MANIFEST}`,
      details: { line: 1 },
    });
  }
  for (const other of [
    threw("ReferenceError: 'modules' is not defined"),
    threw('Error: module is not defined'),
    new Error('x'),
  ])
    expect(formatHint(other)).toBe(other);
});
