import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file below a folder, as paths from the repository's root. */
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs|css|html)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

/** The rooms of ARCHITECTURE.md §4, the innermost first: what each may import, and which packages are its own. */
const ROOMS: readonly { room: string; may: readonly string[]; packages: readonly string[] }[] = [
  { room: 'worker/protocol', may: ['worker/protocol'], packages: ['zod/mini'] },
  { room: 'worker/rpc', may: ['worker/rpc', 'worker/protocol'], packages: ['comlink', 'zod/mini'] },
  {
    room: 'worker/doors',
    may: ['worker/doors', 'worker/protocol'],
    packages: [
      'idb-keyval',
      '@cfworker/json-schema',
      'minisearch',
      'jsondiffpatch',
      'jsondiffpatch/with-text-diffs',
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
      'yaml',
      'fflate',
      'eventsource-parser',
      'zod/mini',
    ],
  },
  {
    room: 'worker/tool',
    may: ['worker/tool', 'worker/protocol', 'worker/rpc', 'worker/doors/schema', 'sandbox'],
    packages: ['zod/mini'],
  },
  { room: 'worker/keeper', may: ['worker/keeper', 'worker/protocol', 'worker/rpc', 'worker/doors'], packages: [] },
  {
    room: 'worker/catalog',
    may: ['worker/catalog', 'worker/protocol', 'worker/rpc', 'worker/doors/schema', 'worker/doors/search'],
    packages: [],
  },
  {
    room: 'worker/text-calls',
    may: ['worker/text-calls', 'worker/protocol', 'worker/rpc', 'worker/doors/schema'],
    packages: ['jsonrepair'],
  },
  { room: 'worker/memory', may: ['worker/memory', 'worker/protocol', 'worker/rpc', 'worker/doors'], packages: [] },
  {
    room: 'worker/peer',
    may: ['worker/peer', 'worker/protocol', 'worker/rpc', 'worker/doors/schema'],
    packages: [],
  },
  {
    room: 'worker/studio',
    may: ['worker/studio', 'worker/protocol', 'worker/rpc', 'worker/doors/delta'],
    packages: [],
  },
  {
    room: 'sandbox/guest',
    may: ['sandbox/guest', 'worker/protocol/names', 'worker/protocol/reserved', 'worker/protocol/spec'],
    packages: [],
  },
  {
    room: 'sandbox',
    may: ['sandbox', 'worker/protocol/limits', 'worker/protocol/guest-pace'],
    packages: [
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync/ffi',
      '@jitl/quickjs-wasmfile-release-sync/emscripten-module',
    ],
  },
  {
    room: 'src/ui',
    may: [
      ...[
        'src/ui',
        'src/index',
        'src/chat/types',
        'src/studio',
        'src/mcp/types',
        'worker/protocol/errors',
        'worker/protocol/dialects',
        'worker/protocol/display-text',
        // What each capability may do: plain data, and what follows of it.
        'worker/protocol/capability-facts',
        'worker/protocol/permission-facts',
      ],
      // What reads a trace file, and compares it: plain functions.
      ...['src/engine/modes/trace', 'src/engine/modes/compare'],
    ],
    packages: [
      ...['lit', 'lit/directives/repeat.js', 'marked', 'dompurify', '@lezer/highlight'],
      ...['state', 'view', 'commands', 'language', 'search', 'lang-javascript', 'lang-json'].map(
        (part) => `@codemirror/${part}`,
      ),
    ],
  },
  {
    room: 'src/engine',
    may: [
      'src/engine',
      'src/random-name',
      'src/trusted',
      'worker/protocol',
      'worker/doors/schema',
      'worker/doors/object-schema',
      'worker/doors/yaml',
      'worker/doors/zip',
      'worker/doors/event-stream',
      'worker/doors/database',
    ],
    packages: [],
  },
  {
    room: 'src/chat',
    may: ['src/chat', 'src/engine', 'src/index', 'src/models', 'src/text-calls', 'src/random-name', 'worker/protocol'],
    packages: [],
  },
  {
    room: 'src/mcp',
    may: [
      'src/mcp',
      'src/host-tools',
      'src/on-demand',
      'src/page-tools',
      'src/signals',
      'worker/protocol',
      'worker/doors/hash',
      'worker/doors/no-jit',
    ],
    packages: ['@modelcontextprotocol/client'],
  },
  {
    room: 'src/models',
    may: ['src/models', 'src/engine', 'src/text-calls', 'src/keeper-client', 'src/signals', 'worker/protocol'],
    packages: [],
  },
  {
    room: 'src/studio',
    may: [
      ...['src/studio', 'src/index', 'src/random-name', 'src/service', 'src/signals', 'src/on-demand'],
      ...['src/engine', 'src/models', 'worker/protocol', 'worker/studio/diff', 'worker/doors/database'],
      // What a memory’s types are made good by: plain functions.
      'worker/memory/schema',
    ],
    packages: [],
  },
  { room: 'src/workbench', may: ['src'], packages: [] },
  { room: 'src/hosts', may: ['src', 'worker/protocol'], packages: [] },
  { room: 'src', may: ['src', 'worker/protocol', 'worker/rpc'], packages: [] },
];

/** Values that the main thread may take from the protocol: everything else of it is types. */
const MAIN_VALUES = [
  'errors',
  'guest-pace',
  'limits',
  'json',
  'plain-data',
  'names',
  'reserved',
  'spec',
  'outcome',
  'own-host',
  'display-text',
  'card-lists',
  'dialects',
  'text-message',
  'tokens',
  'embeddings',
  'capability-names',
  'capability-facts',
  'permission-facts',
];
/** Each package has one door: a file, or a room where it is the room's own language. */
const DOORS: { readonly [name: string]: RegExp } = {
  comlink: /^worker\/rpc\//,
  'idb-keyval': /^worker\/doors\/database\.ts$/,
  minisearch: /^worker\/doors\/search\.ts$/,
  '@cfworker/json-schema': /^worker\/doors\/schema\.ts$/,
  '@modelcontextprotocol/client': /^src\/mcp\/library\.ts$/,
  'eventsource-parser': /^worker\/doors\/event-stream\.ts$/,
  fflate: /^worker\/doors\/zip\.ts$/,
  yaml: /^worker\/doors\/yaml\.ts$/,
  jsonrepair: /^worker\/text-calls\/arguments\/plain-json\.ts$/,
  jsondiffpatch: /^worker\/doors\/delta\.ts$/,
  '@noble/hashes': /^worker\/doors\/hash\.ts$/,
  'quickjs-emscripten-core': /^sandbox\/engine\.ts$/,
  '@jitl/quickjs-wasmfile-release-sync': /^sandbox\/(engine|lane)\.ts$/,
  marked: /^src\/ui\/markdown\/marked\.ts$/,
  '@codemirror': /^src\/ui\/code\//,
  '@lezer/highlight': /^src\/ui\/code\//,
  dompurify: /^src\/ui\/markdown\/purify\.ts$/,
  lit: /^src\/(ui|workbench)\//,
  'zod/mini': /^worker\//,
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly types: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Import[] = [];
  for (const [, kind, names, to] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:([\w*{][^;'"]*?)\s+from\s+)?'([^']+)'/gm,
  )) {
    const listed =
      names
        ?.match(/\{([\s\S]*)\}/)?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? [];
    const types = kind !== undefined || (listed.length > 0 && listed.every((name) => name.startsWith('type ')));
    found.push({ from: file, to: to ?? '', types });
  }
  return found;
}

const sources = ['src', 'worker', 'sandbox'].flatMap(filesBelow).filter((file) => file.endsWith('.ts'));
const imports = sources.flatMap(importsOf);
const roomOf = (file: string) => ROOMS.find(({ room }) => file.startsWith(`${room}/`));
const resolved = ({ from, to }: Import) =>
  to.startsWith('.') ? normalize(join(dirname(from), to)).replace(/\.js$/, '') : undefined;

test('there is something to check', () => {
  expect(sources.length).toBeGreaterThan(40);
  expect(imports.length).toBeGreaterThan(100);
  for (const file of sources) expect(roomOf(file), `${file} is in no room`).toBeDefined();
});

test('every room imports only the rooms it may', () => {
  const wrong = imports.filter((one) => {
    const to = resolved(one);
    const may = roomOf(one.from)?.may ?? [];
    return to !== undefined && !may.some((room) => to === room || to.startsWith(`${room}/`));
  });
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('what belongs to one host application is in its folder, and nobody else’s', () => {
  const users = imports.filter((one) => resolved(one)?.startsWith('src/hosts/') && !one.from.startsWith('src/hosts/'));
  expect(users.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  // Names of SillyTavern's page: the orchestrator's API has the application's name in its own.
  const names =
    /SmartTheme|toastr|eventTypes\.|extensionSettings|SlashCommand|registerFunctionTool|#send_|globalThis\.SillyTavern/;
  const elsewhere = sources.filter((file) => !file.startsWith('src/hosts/sillytavern/'));
  expect(elsewhere.filter((file) => names.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('the main thread takes values of the protocol only where zod is not', () => {
  const wrong = imports.filter((one) => {
    const to = resolved(one);
    if (!one.from.startsWith('src/') || one.types || !to?.startsWith('worker/protocol/')) return false;
    return !MAIN_VALUES.includes(to.slice('worker/protocol/'.length));
  });
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('elements know the types of a chat, and nothing else of it', () => {
  const values = imports.filter(
    (one) => one.from.startsWith('src/ui/') && !one.types && resolved(one)?.startsWith('src/chat/'),
  );
  expect(values.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('every package has one door', () => {
  const wrong = imports.filter(({ from, to, types }) => {
    if (to.startsWith('.')) return false;
    const own = roomOf(from)?.packages ?? [];
    if (!own.includes(to) && !(types && to === 'zod/mini')) return true;
    const door = Object.entries(DOORS).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1];
    return door === undefined || !door.test(from);
  });
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('a room touches only what it may: no network, storage or page where none belongs', () => {
  const FORBIDDEN: readonly [room: RegExp, names: RegExp][] = [
    [
      /^sandbox\/(?!guest)/,
      /\b(fetch|setTimeout|setInterval|performance|crypto|postMessage|document|window|indexedDB)\b/,
    ],
    [/^worker\/protocol\//, /\b(fetch|setTimeout|postMessage|document|window|indexedDB|performance)\s*[.(]/],
    [/^worker\/(tool|rpc|doors)\//, /\b(fetch|XMLHttpRequest|WebSocket|importScripts)\s*\(/],
    [
      /^src\/(?!keeper-client|engine\/sessions\/indexed-sessions|engine\/modes\/kept-profiles|studio\/history-database)/,
      /\bindexedDB\b/,
    ],
  ];
  const wrong: string[] = [];
  for (const file of sources) {
    const code = readFileSync(join(root, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .replace(/'[^'\n]*'|`[^`]*`/g, "''");
    for (const [room, names] of FORBIDDEN) {
      const hit = room.test(file) ? code.match(names)?.[0] : undefined;
      if (hit !== undefined) wrong.push(`${file}: ${hit}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no file is longer than 300 lines, and no folder has a name that says nothing', () => {
  const long = sources.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 300);
  expect(long).toEqual([]);
  const folders = sources.flatMap((file) => relative('.', dirname(file)).split('/'));
  expect(
    folders.filter((name) => ['apps', 'packages', 'utils', 'helpers', 'common', 'manager'].includes(name)),
  ).toEqual([]);
});
