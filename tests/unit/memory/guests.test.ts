import { expect, test } from 'vitest';
import { generateGraph } from '../../../examples/memory-sample/graph.js';
import { ChatGraph } from '../../../worker/memory/chat/chat-graph.js';
import { replaceBy } from '../../../worker/memory/chat/replace.js';
import { facetOf } from '../../../worker/memory/guests/facet.js';
import { Overlays } from '../../../worker/memory/guests/overlays.js';
import { ReadBudget } from '../../../worker/memory/guests/read-budget.js';
import { openLogs } from '../../../worker/memory/log/logs.js';
import { MEMORY_GUEST_LIMITS as MOST } from '../../../worker/protocol/memory-guests.js';
import { Gate } from '../../../worker/rpc/gate.js';

const NEVER = new AbortController().signal;
const limited = expect.objectContaining({ code: 'CAPABILITY_LIMIT' });

async function chatOf(nodes: number): Promise<ChatGraph> {
  const chat = await ChatGraph.open({
    ...{ logs: openLogs({ store: null }), chat: 'c', types: undefined, ownTypes: undefined },
    onChange: () => {},
  });
  const store = generateGraph({ seed: 1, nodes, cjkShare: 0.35 });
  await chat.write('seed', 'commit', [{ plan: replaceBy(store) }]);
  return chat;
}

/** How a call of a reader asks for the memory. */
function reader(chat: () => ChatGraph) {
  const right = { permission: 'recall', state: 'granted', line: '', types: null } as const;
  const grant = { ...{ grant: 'g', plugin: 'p', tool: 't', call: 'c' }, requestsPerCall: 100, bytesOutPerCall: 1e6 };
  const answer = facetOf({ ...grant, rights: { read: right, write: null, mode: 'reader' } }, chat, {
    overlays: new Overlays('w'),
    prepare: async () => {},
    meaning: async () => () => [],
  });
  return (method: string, args: unknown) =>
    answer(method, args, NEVER, { entry: { what: '' }, gate: new Gate(() => {}) });
}

test('an expansion that reaches more than an answer holds stops there, and once the budget is spent nothing is worked on', async () => {
  const chat = await chatOf(6_000);
  let looks = 0;
  const ask = reader(() => {
    looks += 1;
    return chat;
  });
  const ids = [...chat.graph.nodes.slots()].slice(0, 1_000).map((slot) => chat.graph.nodes.ids[slot] ?? '');
  const far = () => ask('memory.expandFromSeeds', { ids, options: { hops: 8, projectTo: 'raw' } });
  const near = () => ask('memory.getNodeBrief', { id: ids[0], options: { includeEdgeSummary: false } });
  await expect(far()).rejects.toMatchObject({
    code: 'CAPABILITY_LIMIT',
    message: expect.stringContaining('4000 nodes'),
  });
  expect(await near()).toMatchObject({ id: ids[0] });
  const times = Math.ceil(MOST.answerBytesPerCall / MOST.answerBytes);
  for (let i = 0; i < times; i++) await expect(far()).rejects.toEqual(limited);
  const before = looks;
  await expect(near()).rejects.toEqual(limited);
  await expect(far()).rejects.toEqual(limited);
  expect(looks).toBe(before);
});

test('an expansion with an end finds what one without finds first', async () => {
  const { reads, graph } = await chatOf(300);
  const ids = [graph.nodes.ids[0] ?? '', graph.nodes.ids[7] ?? ''];
  for (const projectTo of ['raw', graph.nodes.ids] as const) {
    const all = reads.api.expandFromSeeds(ids, { hops: 8, projectTo });
    const some = reads.api.expandFromSeeds(ids, { hops: 8, projectTo }, 20);
    expect(all.length).toBeGreaterThan(40);
    expect(some).toEqual(all.slice(0, 21));
  }
});

test('a call whose reads have taken too long gets no more of them', () => {
  let now = 0;
  const budget = new ReadBudget(() => now);
  const slow = () => {
    now += MOST.readMsPerCall / 2;
    return ['found'];
  };
  const same = (answer: unknown) => answer;
  expect(budget.spend(slow, same)).toEqual(['found']);
  expect(budget.spend(slow, same)).toEqual(['found']);
  now += 1_000_000;
  expect(budget.spend(slow, same)).toEqual(['found']);
  const before = now;
  expect(() => budget.spend(slow, same)).toThrow(limited);
  expect(now).toBe(before);
});
