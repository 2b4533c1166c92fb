import { expect, test } from 'vitest';
import { generateGraph } from '../../../examples/memory-sample/graph.js';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { replaceBy } from '../../../worker/memory/chat/replace.js';
import { Graph } from '../../../worker/memory/graph/graph.js';
import { copyGraph, copyInSlices } from '../../../worker/memory/guests/copy-graph.js';
import { Overlays } from '../../../worker/memory/guests/overlays.js';
import { openLogs } from '../../../worker/memory/log/logs.js';

const WRITER = { plugin: 'p', types: null };
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function chatOf(nodes: number): Promise<ChatGraph> {
  const chat = await ChatGraph.open({
    ...{ logs: openLogs({ store: null }), chat: 'c', types: undefined, ownTypes: undefined },
    onChange: () => {},
  });
  const store = generateGraph({ seed: 1, nodes, cjkShare: 0.35 });
  await chat.write('seed', 'commit', [{ plan: replaceBy(store) }]);
  return chat;
}

const dataOf = (graph: Graph) => {
  const { nodes, edges, nodeSeq } = graph.toStore();
  return { nodes, edges, nodeSeq };
};

test('a copy is made in slices, between which others have their turn, and is what the graph is at the end', async () => {
  const chat = await chatOf(4_000);
  let turns = 0;
  let isDone = false;
  const copying = copyInSlices(() => chat.graph).finally(() => {
    isDone = true;
  });
  for (; !isDone; turns += 1) {
    await nextTask();
    if (turns === 1) await chat.write('meanwhile', 'createNode', [{ type: 'thread', title: 'meanwhile' }]);
  }
  expect(turns).toBeGreaterThan(4);
  const copy = await copying;
  expect(dataOf(copy)).toEqual(dataOf(chat.graph));
  await chat.write('later', 'deleteNode', [{ id: 'n_1' }]);
  expect(copy.nodes.find('n_1')).not.toBe(-1);
});

test('a graph that changes all the time is copied too', async () => {
  const graph = Graph.from({ ...generateGraph({ seed: 1, nodes: 3_000, cjkShare: 0 }) });
  let changes = 0;
  const copy = await copyInSlices(() => {
    changes += 1;
    graph.patchNode(0, { title: `change ${changes}` });
    return graph;
  });
  expect(dataOf(copy)).toEqual(dataOf(graph));
  expect(dataOf(copyGraph(graph))).toEqual(dataOf(graph));
});

test('writes that come while a copy is being made wait for it, and keep their order', async () => {
  const chat = await chatOf(3_000);
  const overlays = new Overlays('w');
  overlays.enter('run');
  const titles = ['one', 'two', 'three'];
  const id = 'n_1';
  const writing = titles.map(async (title) => {
    const overlay = await overlays.write('run', chat);
    return overlay.write(WRITER, { kind: 'write', method: 'editNode', options: { id, title }, ops: 1 });
  });
  expect(overlays.read('run', chat)).toBeUndefined();
  await Promise.all(writing);
  const overlay = overlays.read('run', chat);
  expect(overlay?.reads.api.getNode(id)?.title).toBe('three');
  expect(chat.reads.api.getNode(id)?.title).not.toBe('three');
  expect(overlays.end('run').items).toHaveLength(1);
});

test('a run that ends while its copy is made comes to nothing', async () => {
  const chat = await chatOf(3_000);
  const overlays = new Overlays('w');
  overlays.enter('run');
  const writing = overlays.write('run', chat);
  expect(overlays.end('run').items).toEqual([]);
  await expect(writing).rejects.toMatchObject({ code: 'STOPPED' });
});
