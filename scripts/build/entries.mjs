/** The entries of the package: by the subpath of each, its source. */
export const ENTRIES = {
  index: 'src/index.ts',
  plugin: 'worker/plugin/index.ts',
  extension: 'worker/peer/index.ts',
  grant: 'src/permissions/grant.ts',
  bridge: 'src/hosts/sillytavern/base/bridge.ts',
  engine: 'src/engine/index.ts',
  modes: 'src/engine/modes/index.ts',
  'text-calls': 'src/text-calls/index.ts',
  memory: 'worker/memory/index.ts',
  mcp: 'src/mcp/index.ts',
  models: 'src/models/index.ts',
  studio: 'src/studio/index.ts',
  storage: 'src/storage/index.ts',
  ui: 'src/ui/index.ts',
};

/** Entries that run in Node, beside the built package. */
export const NODE_ENTRIES = { vite: 'src/vite/index.ts', node: 'src/node/index.ts' };

/** What Node starts by itself: the command line, worker threads, and what these load with the first need. */
export const NODE_PROGRAMS = {
  cli: 'src/cli/index.ts',
  'test-support': 'src/cli/testing/support.ts',
  'node-worker': 'worker/node/entry.ts',
  'node-fetch': 'worker/node/fetch.ts',
  'node-process': 'worker/node/process-entry.ts',
};

/**
 * Modules that a page must have once, whichever entries it loads, by the file that they make: what `instanceof` compares with, the
 * Trusted Types policy, and what is read once a page. And the validator of JSON Schemas and the table of capabilities, which several
 * entries would else bring along. Everything else each entry has for itself, so that it stays small.
 */
export const SHARED = {
  shared: ['worker/protocol/errors.ts', 'src/primitives/trusted.ts'],
  assets: ['src/assets/check.ts', 'src/isolation/internal-elsewhere.ts'],
  schema: ['worker/adapters/schema.ts'],
  capabilities: ['capabilities/index.ts', 'permission-facts.ts', 'permission-line.ts'].map(
    (file) => `worker/protocol/${file}`,
  ),
  // Two entries export it.
  connect: ['worker/peer/connect-to-host.ts'],
};
