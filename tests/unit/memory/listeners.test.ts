import { expect, test } from 'vitest';
import { GraphLink, type GraphPlace } from '../../../src/memory/graph-link.js';
import { openGraph } from '../../../src/memory/host-graph.js';
import type { GraphInfo } from '../../../worker/protocol/memory.js';

test('what listeners are told of a change is frozen all the way down', () => {
  const place: GraphPlace = {
    service: { fresh: true, call: () => Promise.reject(new Error('nobody is asked')), close: () => {} },
    store: null,
    generation: () => 0,
    ready: async () => {},
  };
  const { graph, changed } = openGraph(new GraphLink(place, { id: 'chat' }), () => undefined);
  const told: GraphInfo[] = [];
  graph.onChange((info) => told.push(info));
  changed({
    ...{ chat: 'chat', revision: 1, nodes: 0, edges: 0, commits: 0, shown: 0 },
    ...{ stale: [1], canUndo: false, restored: { records: 1, at: 1 } },
  });
  expect(told.map((info) => [info, info.stale, info.restored].every(Object.isFrozen))).toEqual([true]);
});
