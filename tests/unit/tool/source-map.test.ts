import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import type { BulkheadError, GuestFault } from '../../../worker/protocol/errors.js';
import { readMap, withoutMap } from '../../../worker/tool/source-map.js';
import { callMain, failureOf, loadedGuest } from '../platform/guests.js';

const FILES: { readonly [path: string]: string } = {
  '/app/src/weather.ts': `export class WeatherError extends Error {}

export interface Place { readonly name: string }

export function forecastOf(place: Place): never {
  throw new WeatherError('no weather in ' + place.name, { cause: new TypeError('why') });
}
`,
  '/app/src/plugin.ts': `import { forecastOf, type Place } from './weather.js';

declare const registerTool: (spec: object) => void;

const askFor = (place: Place): never => {
  const padded = { name: place.name.trim() };
  return forecastOf(padded);
};

registerTool({
  name: 'main',
  mode: 'read',
  parameters: { type: 'object' },
  exec: async (_args: unknown, ctx: { log: (...values: unknown[]) => void }) => {
    try {
      askFor({ name: ' Oslo ' });
    } catch (error) {
      ctx.log(error);
      throw error;
    }
  },
});
`,
};

/** The two files in one, as rolldown builds it. */
async function bundle(minify: boolean): Promise<string> {
  const build = await rolldown({
    input: '/app/src/plugin.ts',
    plugins: [
      {
        name: 'files',
        resolveId: (id) => (id.startsWith('./') ? `/app/src/${id.slice(2).replace(/js$/, 'ts')}` : id),
        load: (id) => FILES[id] ?? null,
      },
    ],
  });
  const { output } = await build.generate({ format: 'es', sourcemap: 'inline', minify, file: '/app/dist/plugin.js' });
  await build.close();
  return output[0].code;
}

const guestOf = (error: BulkheadError): GuestFault => error.details.guest as GuestFault;

test.each([false, true])(
  'stacks name the files and lines of the sources of a bundle (minified: %s)',
  async (minify) => {
    const source = await bundle(minify);
    const guest = await loadedGuest(source);
    const error = await failureOf(guest);
    expect(guestOf(error)).toMatchObject({
      message: 'no weather in Oslo',
      stack: [
        { function: 'forecastOf', file: 'src/weather.ts', line: 6 },
        { function: 'askFor', file: 'src/plugin.ts', line: 7 },
        { file: 'src/plugin.ts', line: 16 },
      ],
      cause: { name: 'TypeError', stack: [{ file: 'src/weather.ts', line: 6 }, {}, {}] },
    });
    expect(source.split('\n')[Number(error.details.line) - 1]).toContain('no weather in');
  },
);

test('the log names them too', async () => {
  const quiet = (await bundle(false)).replace('throw error;', 'return 1;');
  const { lines } = await callMain(await loadedGuest(quiet));
  expect(lines[0]).toMatch(
    /: no weather in Oslo\n.* {4}at forecastOf \(src\/weather\.ts:6:\d+\)\n {4}at askFor \(src\/plugin\.ts:7:\d+\)/s,
  );
});

test('a source that does not load is told by its own files', async () => {
  const source = (await bundle(false)).replace('registerTool({', 'registerTol({');
  const error = await loadedGuest(source).catch((thrown) => thrown);
  expect(error.message).toBe("ReferenceError: 'registerTol' is not defined (src/plugin.ts, line 10, column 1)");
});

test('maps of TypeScript are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'map-'));
  try {
    await writeFile(
      join(folder, 'plugin.ts'),
      `// a comment
interface Spec { readonly name: string }
declare const registerTool: (spec: object) => void;
const fail = (spec: Spec): never => { throw new Error(spec.name); };
registerTool({ name: 'main', mode: 'read', parameters: { type: 'object' }, exec: () => fail({ name: 'ä' }) });
export {};
`,
    );
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const options = [
      '--inlineSourceMap',
      '--removeComments',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--ignoreConfig',
    ];
    await promisify(execFile)(process.execPath, [
      tsc,
      ...options,
      '--outDir',
      join(folder, 'out'),
      join(folder, 'plugin.ts'),
    ]);
    const guest = await loadedGuest(await readFile(join(folder, 'out/plugin.js'), 'utf8'));
    expect(guestOf(await failureOf(guest)).stack).toMatchObject([
      { function: 'fail', file: 'plugin.ts', line: 4 },
      { function: 'exec', file: 'plugin.ts', line: 5 },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const THROWS = "registerTool({ name: 'main', mode: 'read', parameters: {}, exec: () => { throw new Error('m'); } });\n";
const withMap = (map: unknown) =>
  `${THROWS}//# sourceMappingURL=data:application/json;base64,${Buffer.from(typeof map === 'string' ? map : JSON.stringify(map)).toString('base64')}`;
const stackWith = async (map: unknown) => guestOf(await failureOf(await loadedGuest(withMap(map)))).stack;
const GOOD = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAEA' };

test.each([
  ['no JSON', '{"version":3'],
  ['no object', 'null'],
  ['an old version', { ...GOOD, version: 2 }],
  ['no sources', { ...GOOD, sources: 'a.ts' }],
  ['a source that is no text', { ...GOOD, sources: [{ toString: 1 }] }],
  ['a source that is not there', { ...GOOD, sources: [] }],
  ['letters that are no digits', { ...GOOD, mappings: 'AA€A' }],
  ['numbers without an end', { ...GOOD, mappings: 'gggggggggggggg' }],
  ['segments of six numbers', { ...GOOD, mappings: 'AAAAAA' }],
  ['a million lines', { ...GOOD, mappings: ';'.repeat(1_000_000) }],
  ['a million segments', { ...GOOD, mappings: 'AAAA,'.repeat(500_001) }],
  ['sections', { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: GOOD }] }],
  ['a key that reaches the prototype', '{"version":3,"__proto__":{},"sources":["a.ts"],"mappings":"AAEA"}'],
])('a map with %s is none: the place in the built file stays', async (_what, map) => {
  expect((await stackWith(map))?.[0]).toMatchObject({ file: 'plugin.js', line: 1 });
});

test('a good map of the same form is read, and a file’s name is a line that can stand beside ours', async () => {
  expect((await stackWith(GOOD))?.[0]).toMatchObject({ file: 'a.ts', line: 3, column: 1 });
  const named = async (file: string, sourceRoot?: string) =>
    (await stackWith({ ...GOOD, sources: [file], sourceRoot }))?.[0]?.file;
  expect(await named('../../src/a.ts')).toBe('src/a.ts');
  expect(await named('webpack://my-app/./src/a.ts')).toBe('src/a.ts');
  expect(await named('a.ts', '/root/')).toBe('/root/a.ts');
  expect(await named('a\u202etxt.\n<b>')).toBe('atxt. <b>');
  expect(await named('a'.repeat(5_000))).toHaveLength(200);
});

test('the engine does not get the map, and only a map at the very end is taken off', () => {
  const map = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,e30=';
  expect(withoutMap(`a();\n${map}`)).toBe('a();\n');
  expect(withoutMap(`a();\n${map}\n\n`)).toBe('a();\n');
  for (const source of [
    `const a = "${map}"`,
    ['const a = `', map, '`'].join(''),
    `/* ${map}*/a()`,
    `${map}\na()`,
    'a()',
    '//# sourceMappingURL=plugin.js.map',
  ]) {
    expect(withoutMap(source)).toBe(source);
    expect(readMap(source)).toBeUndefined();
  }
});
