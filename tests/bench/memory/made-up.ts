import { generateGraph } from '../../../examples/memory-sample/graph.js';
import { exportJson } from '../../../worker/memory/transfer/json.js';

/** Longest part of a file that is sent at once. */
const PART = 4_000_000;

// Makes up a graph as the parts of a file, away from the page: its heap would be full of what no page has.
addEventListener('message', ({ data }: MessageEvent<{ readonly seed: number; readonly nodes: number }>) => {
  const text = exportJson({ store: generateGraph(data) });
  for (let at = 0; at < text.length; at += PART) postMessage(text.slice(at, at + PART));
  postMessage(null);
});
