const TOOL =
  "registerTool({ name: 'main', description: 'A test.', mode: 'read', parameters: { type: 'object' }, exec: () => 1 });\n";

const manifest = (permission = '', more = '') =>
  `export const manifest = { manifest: 1, id: 'test', version: '1.0.0', name: 'Test', permissions: [${permission}]${more} };\n`;

const HASH = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const packed = (files: { readonly [path: string]: string }, entry = 'main.js') =>
  JSON.stringify({ manifest: 1, id: 'test', version: '1.0.0', name: 'Test', entry, files, permissions: [] });

/** Plugins that are wrong in one way each: their files, by what is wrong. A name with a dot is one file. */
export const FAULTY: { readonly [name: string]: string | { readonly [path: string]: string } } = {
  'hidden-manifest.js': `(() => { const manifest = { id: 'a' }; ${TOOL} })();\nmodule.exports = { manifest: 1 };\n`,
  'syntax-error.js': `${TOOL}const a = ;\n`,
  'typescript.js': `const a: number = 1;\n${TOOL}`,
  'no-tool.js': 'export const x = 1;\n',
  'empty.js': '',
  'no-reason.js': manifest("{ id: 'keep', cap: 'store', quotaMiB: 1 }") + TOOL,
  'unknown-cap.js': manifest("{ id: 'keep', cap: 'stoer', quotaMiB: 1, reason: 'r' }") + TOOL,
  'duplicate-names.js':
    manifest("{ id: 'a', cap: 'notify', reason: 'r' }, { id: 'a', cap: 'llm', reason: 'r' }") + TOOL,
  'misspelt-key.js': manifest('', ", nme: 'Test'") + TOOL,
  'wrong-id.js': manifest().replace("'test'", "'Test!'") + TOOL,
  'undeclared-net.js': `${manifest()}${TOOL.replace('() => 1', "(_, ctx) => ctx.net.fetch('https://a.example/')")}`,
  'loop.js': 'for (;;);\n',
  'recursion.js': `${TOOL}function deep(n) {\n  return deep(n + 1) + 1;\n}\ndeep(0);\n`,
  'require.js': `const fs = require('fs');\n${TOOL}`,
  'document.js': `document.title = 'a';\n${TOOL}`,
  'throws.js': "throw new TypeError('no luck');\n",
  'import-of-a-package.js': `import x from 'lodash';\n${TOOL}`,
  'wrong-mode.js': TOOL.replace("'read'", "'delete'"),
  'wrong-name.js': TOOL.replace("'main'", "'Bad Name!'"),
  'wrong-schema.js': TOOL.replace("'object'", "'objct'").replace("description: 'A test.', ", ''),
  'too-large.js': `// ${'x'.repeat(5_000_000)}\n`,
  'not-json': { 'bulkhead.json': '{ "manifest": 1,' },
  'wrong-hash': { 'bulkhead.json': packed({ 'main.js': HASH }), 'main.js': TOOL },
  'missing-file': { 'bulkhead.json': packed({ 'main.js': HASH }), 'README.md': 'No main.js.' },
  'entry-outside': { 'bulkhead.json': packed({ 'main.js': HASH }, '../main.js'), 'main.js': '' },
  'not-built': { 'package.json': '{ "main": "plugin.js" }' },
  'no-main': { 'package.json': '{}' },
  nothing: { 'notes.txt': '' },
};
