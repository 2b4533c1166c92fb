/** A room of `src`, and what it may use beside the rooms below it. */
export interface Room {
  readonly room: string;
  /** What outside `src` it may import, beside `worker/protocol` and `worker/primitives`. */
  readonly worker?: readonly string[];
  /** Packages that it may import. */
  readonly packages?: readonly string[];
  /** Rooms below that it must not import all the same, or of which it knows the types only. */
  readonly typesOnly?: readonly string[];
  /** It may touch IndexedDB. */
  readonly storage?: true;
  /** It has many small doors: custom elements, or parts of one application. Nobody below imports it. */
  readonly open?: true;
}

/**
 * The floors of `src`, the lowest first. A room imports rooms above it in this list, never one below, and only by its door:
 * `index.ts`, or `internal.ts` where `index.ts` is an entry of the package. `internal-<part>.ts` is a small door to what is needed
 * before the rest of a room is loaded.
 */
export const FLOORS: readonly Room[] = [
  { room: 'primitives' },
  // Pages on plain http have no `crypto.subtle`.
  { room: 'assets', worker: ['worker/adapters/hash'] },
  { room: 'contracts' },
  // The page finishes a restore that was cut off: its settings are in `localStorage`.
  { room: 'workers', worker: ['worker/rpc', 'worker/adapters/cut-off-restore'] },
  {
    room: 'engine',
    worker: [
      ...[
        'worker/adapters/schema',
        'worker/adapters/object-schema',
        'worker/adapters/yaml',
        'worker/adapters/zip-archive',
      ],
      ...['worker/adapters/event-stream', 'worker/adapters/database'],
    ],
    storage: true,
  },
  // The frame serves Web Cryptography to its workers.
  { room: 'isolation', worker: ['worker/rpc', 'worker/natives'] },
  { room: 'questions' },
  { room: 'simulation' },
  { room: 'isolation/guests', worker: ['worker/rpc'] },
  { room: 'tools' },
  { room: 'tools/calls' },
  { room: 'tools/page' },
  { room: 'text-calls' },
  { room: 'memory' },
  { room: 'models' },
  { room: 'permissions', worker: ['worker/rpc'] },
  { room: 'plugins' },
  { room: 'rehearsal' },
  { room: 'orchestrator/runs' },
  { room: 'orchestrator' },
  { room: 'skills' },
  { room: 'ports', worker: ['worker/rpc'] },
  {
    room: 'backup',
    worker: [
      'worker/adapters/crc32',
      'worker/adapters/database',
      'worker/adapters/database-names',
      'worker/adapters/hash',
      'worker/adapters/restore-journal',
    ],
    storage: true,
  },
  { room: 'host' },
  { room: 'index' },
  // The rest until `storage` runs in Node. What stands in for a page there is set through two small doors.
  {
    room: 'node',
    worker: ['worker/node', 'worker/rpc'],
    packages: [
      ...[
        'classic-level',
        'node:child_process',
        'node:crypto',
        'node:fs/promises',
        'node:path',
        'node:process',
        'node:stream',
      ],
      ...['node:url', 'node:v8', 'node:worker_threads'],
    ],
  },
  {
    room: 'cli',
    worker: ['worker/adapters/zip', 'worker/adapters/zip-archive'],
    packages: [
      ...['node:child_process', 'node:crypto', 'node:fs', 'node:fs/promises', 'node:http', 'node:module'],
      ...[
        'node:net',
        'node:os',
        'node:path',
        'node:process',
        'node:url',
        'node:util',
        'node:worker_threads',
        'node:zlib',
      ],
    ],
  },
  { room: 'vite', packages: ['node:http'] },
  // The adapters in memory, as an entry of the package.
  { room: 'storage', worker: ['worker/adapters/memory-stores'] },
  {
    room: 'mcp',
    worker: ['worker/adapters/hash', 'worker/adapters/no-jit'],
    packages: ['@modelcontextprotocol/client'],
  },
  { room: 'chat' },
  {
    room: 'studio',
    // What compares versions, and what a memory's types are put right by: plain functions.
    worker: ['worker/studio/diff', 'worker/adapters/database', 'worker/memory/schema'],
    storage: true,
  },
  {
    room: 'ui',
    packages: [
      ...['lit', 'lit/directives/repeat.js', 'marked', 'dompurify', '@lezer/highlight'],
      ...['state', 'view', 'commands', 'language', 'search', 'lang-javascript', 'lang-json'].map(
        (part) => `@codemirror/${part}`,
      ),
    ],
    // Marks the words in which two texts differ: a plain function.
    worker: ['worker/studio/diff/words'],
    typesOnly: ['chat'],
    open: true,
  },
  { room: 'hosts/sillytavern', open: true },
  // It offers the made-up memory of the examples.
  { room: 'workbench', open: true, worker: ['examples/memory-sample/make-sample'] },
];

/** The rooms beside `src`: what each may import, and which packages are its own. */
export const OTHER_ROOMS: readonly { room: string; may: readonly string[]; packages: readonly string[] }[] = [
  { room: 'worker/primitives', may: ['worker/primitives'], packages: [] },
  { room: 'worker/protocol', may: ['worker/protocol'], packages: ['zod/mini'] },
  {
    room: 'worker/rpc',
    may: ['worker/rpc', 'worker/primitives', 'worker/protocol'],
    packages: ['comlink', 'zod/mini'],
  },
  {
    room: 'worker/adapters',
    may: ['worker/adapters', 'worker/primitives', 'worker/protocol'],
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
      'stemmer',
      'eventsource-parser',
      'zod/mini',
    ],
  },
  {
    room: 'worker/natives',
    may: ['worker/natives', 'worker/primitives', 'worker/protocol', 'sandbox/isolate', 'sandbox/guest/wire'],
    packages: [],
  },
  {
    room: 'worker/tool',
    may: ['worker/tool', 'worker/natives', 'worker/protocol', 'worker/rpc', 'worker/adapters/schema', 'sandbox'],
    packages: ['zod/mini'],
  },
  {
    room: 'worker/node',
    may: ['worker/node', 'worker/rpc/wire'],
    packages: [
      ...['node:buffer', 'node:dns/promises', 'node:fs', 'node:http', 'node:https', 'node:net', 'node:process'],
      ...['node:stream', 'node:v8', 'node:vm', 'node:worker_threads', 'node:zlib'],
    ],
  },
  {
    room: 'worker/broker',
    may: ['worker/broker', 'worker/primitives', 'worker/protocol', 'worker/rpc', 'worker/adapters'],
    packages: [],
  },
  {
    room: 'worker/catalog',
    may: ['worker/catalog', 'worker/protocol', 'worker/rpc', 'worker/adapters/schema', 'worker/adapters/search'],
    packages: [],
  },
  {
    room: 'worker/text-calls',
    may: ['worker/text-calls', 'worker/protocol', 'worker/rpc', 'worker/adapters/schema'],
    packages: ['jsonrepair'],
  },
  {
    room: 'worker/memory',
    may: ['worker/memory', 'worker/primitives', 'worker/protocol', 'worker/rpc', 'worker/adapters'],
    packages: [],
  },
  {
    room: 'worker/peer',
    may: ['worker/peer', 'worker/primitives', 'worker/protocol', 'worker/rpc', 'worker/adapters/schema'],
    packages: [],
  },
  // Types of the guest's world; it passes on `connectToHost`, for those who import it from here.
  { room: 'worker/plugin', may: ['worker/plugin', 'worker/peer', 'worker/protocol'], packages: [] },
  {
    room: 'worker/studio',
    may: ['worker/studio', 'worker/protocol', 'worker/rpc', 'worker/adapters/delta'],
    packages: [],
  },
  {
    room: 'sandbox/guest',
    may: [
      'sandbox/guest',
      'worker/protocol/names',
      'worker/protocol/reserved',
      'worker/protocol/spec',
      'worker/protocol/capabilities',
    ],
    packages: ['web-streams-polyfill'],
  },
  {
    room: 'sandbox',
    may: [
      'sandbox',
      'worker/protocol/limits',
      'worker/protocol/guest-pace',
      'worker/protocol/modules',
      'worker/protocol/nearest',
      'worker/protocol/show',
    ],
    packages: [
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync/ffi',
      '@jitl/quickjs-wasmfile-release-sync/emscripten-module',
    ],
  },
  // The types of a store, for the graphs that it makes up.
  { room: 'examples/memory-sample', may: ['examples/memory-sample', 'worker/memory/index'], packages: [] },
];

/** Values that the main thread may take from the protocol: everything else of it is types. */
export const MAIN_VALUES = [
  'errors',
  'guest-pace',
  'limits',
  'json',
  'argument-text',
  'known-options',
  'nearest',
  'show',
  'plain-data',
  'names',
  'reserved',
  'spec',
  'outcome',
  'argument-text',
  'known-options',
  'nearest',
  'show',
  'own-host',
  'plugin-origin',
  'hosts',
  'display-text',
  'filled',
  'said',
  'card-lists',
  'dialects',
  'text-message',
  'tokens',
  'embeddings',
  'capabilities/index',
  'capabilities/names',
  'permission-facts',
  'permission-line',
  'modules',
];

/** Each package is imported by one file, or by one room where it is the room's own language. */
export const PACKAGES: { readonly [name: string]: RegExp } = {
  comlink: /^worker\/rpc\//,
  'idb-keyval': /^worker\/adapters\/database\.ts$/,
  minisearch: /^worker\/adapters\/search\.ts$/,
  '@cfworker/json-schema': /^worker\/adapters\/schema\.ts$/,
  '@modelcontextprotocol/client': /^src\/mcp\/library\.ts$/,
  'eventsource-parser': /^worker\/adapters\/event-stream\.ts$/,
  fflate: /^worker\/adapters\/zip\.ts$/,
  stemmer: /^worker\/adapters\/stem\.ts$/,
  yaml: /^worker\/adapters\/yaml\.ts$/,
  jsonrepair: /^worker\/text-calls\/arguments\/plain-json\.ts$/,
  jsondiffpatch: /^worker\/adapters\/delta\.ts$/,
  '@noble/hashes': /^worker\/adapters\/hash\.ts$/,
  'quickjs-emscripten-core': /^sandbox\/engine\.ts$/,
  '@jitl/quickjs-wasmfile-release-sync': /^sandbox\/(engine|fast-path)\.ts$/,
  'classic-level': /^src\/node\/folder\/level\.ts$/,
  marked: /^src\/ui\/markdown\/marked\.ts$/,
  '@codemirror': /^src\/ui\/code\//,
  '@lezer/highlight': /^src\/ui\/code\//,
  dompurify: /^src\/ui\/markdown\/purify\.ts$/,
  'web-streams-polyfill': /^sandbox\/guest\/parts\/streams\.ts$/,
  lit: /^src\/(ui|workbench)\//,
  'zod/mini': /^worker\//,
  'node:': /^src\/(cli|node|vite)\/|^worker\/node\//,
};
