import { createStore, get, set, setMany, type UseStore } from 'idb-keyval';
import type { Commit, GraphOp, NodeRecord } from '../../../worker/memory/graph/records.js';
import { packGraph, unpackGraph } from '../../../worker/memory/graph/snapshot.js';
import type { ChatLog } from '../../../worker/memory/log/chat-log.js';
import { openLogs } from '../../../worker/memory/log/logs.js';
import { atLeast, type Outcome } from '../outcome.js';
import { type Alternative, compare, interleave } from '../rounds.js';
import { collect, type Data, digest, openData, SEED } from './data.js';

const CHAT = 'bench';
const OURS = 'ours, one record of a log';

/** A log with a graph in its snapshot, as a chat of that size has one. */
async function openLog(data: Data): Promise<ChatLog> {
  const log = await openLogs({ store: 'memory-bench', durability: 'relaxed' }).open(CHAT);
  const first: Commit = { ...commitOf(data, []), batch: 'first' };
  await log.append(first, 0);
  await log.writeSnapshot({ key: 1, applied: [], left: [], parts: packGraph(data.graph) });
  return log;
}

const commitOf = ({ graph }: Data, ops: readonly GraphOp[]): Commit => ({
  ...{ batch: crypto.randomUUID(), floor: null, swipe: 0, ops, counters: graph.counters, answer: null },
});

/** So many nodes with another title, one after another, each time others. */
function changes({ store }: Data): (count: number, title: string) => readonly NodeRecord[] {
  const nodes = Object.values(store.nodes);
  let at = 0;
  return (count, title) =>
    Array.from({ length: count }, () => {
      at = (at + 7) % nodes.length;
      return { ...(nodes[at] as NodeRecord), title };
    });
}

/** Keeps changed nodes; answers their titles as they are read back afterwards. */
type Keep = (nodes: readonly NodeRecord[]) => Promise<() => Promise<readonly string[]>>;

async function logBroker(data: Data): Promise<Keep> {
  const log = await openLog(data);
  return async (nodes) => {
    const ops = nodes.map((node): GraphOp => ({ op: 'upsert_node', node }));
    const appended = await log.append(commitOf(data, ops), log.head);
    return async () => {
      if (appended.status !== 'kept') return [appended.status];
      const [record] = await log.read(appended.key - 1, 1);
      const kept = record?.entry.kind === 'commit' ? record.entry.commit.ops : [];
      return kept.map((op) => (op.op === 'upsert_node' ? op.node.title : op.op));
    };
  };
}

function blobBroker({ store }: Data, kept: UseStore): Keep {
  const nodes = { ...store.nodes };
  return async (changed) => {
    for (const node of changed) nodes[node.id] = node;
    await set(CHAT, { ...store, nodes }, kept);
    return async () => {
      const read = (await get(CHAT, kept)) as typeof store;
      return changed.map(({ id }) => read.nodes[id]?.title ?? '');
    };
  };
}

async function nodeBroker({ store }: Data, kept: UseStore): Promise<Keep> {
  const all = Object.values(store.nodes);
  for (let from = 0; from < all.length; from += 5_000) {
    await setMany(
      all.slice(from, from + 5_000).map((node) => [`${CHAT}:${node.id}`, node]),
      kept,
    );
  }
  return async (changed) => {
    await setMany(
      changed.map((node) => [`${CHAT}:${node.id}`, node]),
      kept,
    );
    return async () => {
      const titles: string[] = [];
      for (const { id } of changed) titles.push(((await get(`${CHAT}:${id}`, kept)) as NodeRecord).title);
      return titles;
    };
  };
}

function keeping(data: Data, name: string, keep: Keep, ops: number, times: number): Alternative {
  const next = changes(data);
  let turn = 0;
  return {
    name,
    sample: async () => {
      turn += 1;
      const title = `changed ${turn}`;
      const batches = Array.from({ length: times }, () => next(ops, title));
      let read: () => Promise<readonly string[]> = async () => [];
      const began = performance.now();
      for (const batch of batches) read = await keep(batch);
      const ms = (performance.now() - began) / times;
      const titles = await read();
      return { ms, answer: `${titles.filter((one) => one === title).length} of ${ops} are there` };
    },
  };
}

/** Rows 15 and 16: what a commit costs in a chat of 100k nodes. */
export async function commit(quick: boolean): Promise<Outcome[]> {
  const data = openData(100_000);
  const [blobs, nodes] = [createStore('memory-bench-blob', 'all'), createStore('memory-bench-nodes', 'each')];
  const [log, blob] = [await logBroker(data), blobBroker(data, blobs)];
  await collect();
  const [BLOB, EACH] = ['idb-keyval, the chat as one value', 'idb-keyval, setMany of the nodes'];
  const single = await interleave([keeping(data, OURS, log, 1, 30), keeping(data, BLOB, blob, 1, 1)], quick ? 3 : 7);
  const each = await nodeBroker(data, nodes);
  const hundred = await interleave(
    [keeping(data, OURS, log, 100, 20), keeping(data, EACH, each, 100, 20)],
    quick ? 5 : 9,
  );
  const note = `seed ${SEED}; relaxed durability on both sides, in IndexedDB; what was kept is read back`;
  return [
    compare(single, {
      name: 'memory-commit',
      what: 'keeping one changed node of 100k: the whole chat as one value / ours',
      goal: atLeast(300, 1_000),
      ours: OURS,
      peer: BLOB,
      inverted: true,
      notes: [note],
    }),
    compare(hundred, {
      name: 'memory-commit-100',
      what: 'keeping 100 changed nodes of 100k as one batch: a value for each node / ours',
      goal: atLeast(8, 15),
      ours: OURS,
      peer: EACH,
      inverted: true,
      notes: [note],
    }),
  ];
}

/** What of a graph both ways of opening can tell. */
const shape = (nodes: Iterable<string>, edges: number): string => `${digest(nodes)}, ${edges} edges`;

/** Row 17: opening a chat of 100k nodes. */
export async function open(quick: boolean): Promise<Outcome[]> {
  const data = openData(100_000);
  const texts = createStore('memory-bench-text', 'all');
  await set(CHAT, new TextEncoder().encode(JSON.stringify(data.store)), texts);
  const log = await openLog(data);
  await collect();
  let [readMs, jsonReadMs] = [0, 0];
  const [ours, peer] = ['ours: columns read, graph made', 'JSON read and parsed'];
  const rounds = await interleave(
    [
      {
        name: ours,
        sample: async () => {
          const began = performance.now();
          const snapshot = await log.readSnapshot();
          readMs = performance.now() - began;
          const graph = unpackGraph(snapshot?.parts ?? []);
          const ms = performance.now() - began;
          const all = graph.toStore();
          return { ms, answer: shape(Object.values(all.nodes) as never, all.edges.length) };
        },
      },
      {
        name: peer,
        sample: async () => {
          const began = performance.now();
          const bytes = (await get(CHAT, texts)) as Uint8Array<ArrayBuffer>;
          jsonReadMs = performance.now() - began;
          const all = JSON.parse(new TextDecoder().decode(bytes)) as typeof data.store;
          const ms = performance.now() - began;
          return { ms, answer: shape(Object.values(all.nodes) as never, all.edges.length) };
        },
      },
    ],
    quick ? 3 : 7,
  );
  return [
    compare(rounds, {
      name: 'memory-open',
      what: 'opening a chat of 100k nodes from IndexedDB: JSON read and parsed / ours, columns read and the graph made',
      goal: atLeast(4, 8),
      ...{ ours, peer },
      inverted: true,
      notes: [
        `in the last round ${readMs.toFixed(0)} ms of ours were reading, and ${jsonReadMs.toFixed(0)} ms of the JSON’s`,
        `seed ${SEED}; fields of ours are parsed when they are asked for; every node is compared`,
      ],
    }),
  ];
}
