const from = (name: string) => `from '${name}'`;

/** The files of a new plugin, by path. */
export function starterFiles(id: string): { readonly [path: string]: string } {
  const tool = id.replaceAll('-', '_');
  return {
    'package.json': `${JSON.stringify(
      {
        name: id,
        private: true,
        version: '1.0.0',
        type: 'module',
        main: 'plugin.js',
        scripts: {
          build: 'esbuild src/plugin.ts --bundle --format=esm --target=es2023 --outfile=plugin.js',
          types: 'tsc',
          test: 'npm run build && bulkhead test',
        },
        devDependencies: { bulkhead: '^0.1.0', esbuild: '^0.28.2', typescript: '^7.0.2' },
      },
      null,
      2,
    )}\n`,
    'tsconfig.json': `${JSON.stringify(
      {
        compilerOptions: {
          ...{ target: 'es2023', lib: ['es2023'], module: 'esnext', moduleResolution: 'bundler' },
          ...{ types: ['bulkhead/plugin'], strict: true, noEmit: true, skipLibCheck: true },
        },
        include: ['src'],
      },
      null,
      2,
    )}\n`,
    '.gitignore': 'node_modules\nplugin.js\n',
    'src/plugin.ts': `import type { PluginManifest } from 'bulkhead/plugin';

export const manifest = {
  manifest: 1,
  id: '${id}',
  version: '1.0.0',
  name: { en: '${id}' },
  permissions: [],
} as const satisfies PluginManifest;

registerTool({
  name: '${tool}',
  description: 'Counts the words of a text.',
  mode: 'read',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The text to count in' } },
    required: ['text'],
    additionalProperties: false,
  },
  exec: ({ text }) => ({ words: text.split(/\\s+/).filter(Boolean).length }),
});
`,
    'src/plugin.test.js': `import assert ${from('node:assert/strict')};
import { test } ${from('node:test')};
import { openPlugin } ${from('bulkhead/node')};

test('words are counted', async () => {
  await using plugin = await openPlugin('plugin.js');
  const { value } = await plugin.call('${tool}', { text: 'one two three' });
  assert.deepEqual(value, { words: 3 });
});
`,
  };
}
