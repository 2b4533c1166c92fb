import { abortNative } from './cases/abort.js';
import { batch100, payload100k, warmCall } from './cases/calls.js';
import { coldCallBench, spareCall, wall5Cost } from './cases/cold.js';
import { engineTurn } from './cases/engine-turn.js';
import { capability, isolateReady, pluginLoadImage, pluginLoadSource } from './cases/isolates.js';
import { mainTime } from './cases/main-time.js';
import { idleMemory } from './cases/memory.js';
import { memoryBytes } from './cases/memory-bytes.js';
import { memoryEngine } from './cases/memory-engine.js';
import { memoryStorm } from './cases/memory-storm.js';
import { vectorSearch } from './cases/memory-vectors.js';
import { peerLoad, peerWarm } from './cases/package.js';
import { textCallsGrowth, textCallsStream, textCallsWhole } from './cases/text-calls.js';
import { textCallsHostile } from './cases/text-calls-hostile.js';
import type { Bench, Outcome } from './outcome.js';

declare global {
  interface Window {
    /** The benches, in the order in which they run; those that collect get a browser with a global `gc`. */
    benches: readonly { readonly name: string; readonly collects: boolean }[];
    runBench(name: string, quick: boolean): Promise<readonly Outcome[]>;
  }
}

const BENCHES: readonly Bench[] = [
  isolateReady,
  pluginLoadImage,
  pluginLoadSource,
  coldCallBench,
  spareCall,
  warmCall,
  batch100,
  payload100k,
  capability,
  abortNative,
  peerLoad,
  peerWarm,
  wall5Cost,
  idleMemory,
  mainTime,
  engineTurn,
  textCallsStream,
  textCallsGrowth,
  textCallsWhole,
  textCallsHostile,
  vectorSearch,
  ...memoryEngine,
  memoryBytes,
  memoryStorm,
];

window.benches = BENCHES.map(({ name, collects = false }) => ({ name, collects }));
window.runBench = async (name, quick) => {
  const bench = BENCHES.find((one) => one.name === name);
  if (!bench) throw new Error(`no bench ${name}`);
  return bench.run(quick);
};
