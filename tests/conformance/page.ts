import { hostile } from './hostile.js';
import type { Area, CaseResult } from './types.js';

const AREAS: { readonly [area: string]: Area } = { hostile };

declare global {
  interface Window {
    runCases(area: string, file: string, cases: unknown[]): Promise<CaseResult[]>;
    areas: readonly string[];
  }
}

window.areas = Object.keys(AREAS);
window.runCases = async (area, file, cases) => {
  const results: CaseResult[] = [];
  const run = AREAS[area];
  if (!run) throw new Error(`unknown area ${area}`);
  for await (const result of run(cases, file)) results.push(result);
  return results;
};
