import { generateGraph } from './graph.js';
import type { GraphOptions } from './shape.js';

/** A made-up graph as a file that a memory's `import` takes. */
export const sampleFile = (options: GraphOptions): string =>
  JSON.stringify({ format: 'bulkhead-memory', version: 1, store: generateGraph(options) });
