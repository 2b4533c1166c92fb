import type { Outcome } from '../outcome.js';
import { hops } from './hops.js';
import { build, common, keyword } from './keyword.js';
import { names } from './names.js';
import { pool } from './pool.js';
import { projection, summaries } from './projections.js';
import { commit, open } from './storage.js';

/** The worker in which the memory's engine and its peers are measured, where the engine really runs. */

const BENCHES = {
  'memory-keyword': keyword,
  'memory-common': common,
  'memory-build': build,
  'memory-names': names,
  'memory-hops': hops,
  'memory-projection': projection,
  'memory-summaries': summaries,
  'memory-pool': pool,
  'memory-commit': commit,
  'memory-open': open,
} as const;

export type MemoryBenchName = keyof typeof BENCHES;
export type MemoryBenchRequest = { readonly name: MemoryBenchName; readonly quick: boolean };
export type MemoryBenchReply = { readonly outcomes: readonly Outcome[] } | { readonly error: string };

addEventListener('message', async ({ data: { name, quick } }: MessageEvent<MemoryBenchRequest>) => {
  let reply: MemoryBenchReply;
  try {
    reply = { outcomes: await BENCHES[name](quick) };
  } catch (error) {
    reply = { error: (error as Error).stack ?? String(error) };
  }
  postMessage(reply);
});
