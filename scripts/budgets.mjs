/**
 * Brotli bytes that no build may exceed, by feature. A feature is what a page loads when it first uses it: a worker, the start
 * of an entry of the package, or the parts that the main entry loads on demand.
 */
export const BUDGETS = {
  'main thread': 13_500,
  // 9,000 are `host.backup`. The checks of `connect` are here, and not in the main thread.
  'parts on demand': 94_000,
  spawned: 370_000,
  // The parts of the guest's platform come with the engine's file, where no worker parses them before it needs them.
  'tool-worker.js': 61_000,
  // Manifests are checked in it: every fault with its rule, what was got, and an example that passes. 3,700 are the reader of zip files.
  'broker-worker.js': 50_000,
  'catalog-worker.js': 22_500,
  'text-calls-worker.js': 37_000,
  'memory-worker.js': 90_000,
  'studio-worker.js': 27_500,
  // 26,000 are the YAML reader: `parseFrontmatter` answers at once and by the rules by which a folder of skills is read.
  engine: 46_000,
  'modes.js': 17_200,
  'extension.js': 19_600,
  'text-calls.js': 13_000,
  'memory.js': 42_000,
  'models.js': 7_500,
  'storage.js': 2_200,
  'studio.js': 43_000,
  'mcp.js': 6_000,
  'ui.js (without lit)': 152_000,
};

/** What of the extension for SillyTavern is loaded while the application starts. */
export const SILLYTAVERN_START = 24_000;
