import { assetsAt } from '../../src/index.js';
import { testHost } from '../browser/setup.js';
import { engineWithoutImage } from '../fixtures/other-engine.js';
import { hostileArea } from './hostile.js';
import { memoryGraph } from './memory-graph/index.js';
import { orchestrator } from './orchestrator/index.js';
import { stello } from './stello/index.js';
import { textCalls } from './text-calls.js';
import type { Area, AreaOptions, CaseResult, VectorFile } from './types.js';

const AREAS: { readonly [area: string]: Area } = {
  hostile: hostileArea({
    open: (options) => testHost({ store: null, ...options }),
    withoutImage: async () => ({ assets: { ...assetsAt('/bulkhead/'), wasm: await engineWithoutImage() } }),
  }),
  'memory-graph': memoryGraph,
  orchestrator,
  stello,
  'text-calls': textCalls,
};

declare global {
  interface Window {
    runCases(area: string, files: VectorFile[], options: AreaOptions): Promise<CaseResult[]>;
    areas: readonly string[];
  }
}

window.areas = Object.keys(AREAS);
window.runCases = async (area, files, options) => {
  const results: CaseResult[] = [];
  const run = AREAS[area];
  if (!run) throw new Error(`unknown area ${area}`);
  for await (const result of run(files, options)) results.push(result);
  return results;
};
