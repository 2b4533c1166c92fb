import type { ChatLog } from '../log/chat-log.js';
import type { LogRecord } from '../log/entries.js';
import { keptCommits } from '../log/live.js';
import type { Logs } from '../log/logs.js';
import type { Commit, Counters, EdgeRecord, GraphOp, NodeRecord } from '../records.js';
import { exportJson, importJson } from '../transfer/json.js';
import type { ChatGraph } from './chat-graph.js';

/** The newest commits of a chat, as many as `maxChars` have room for, for a storage that other devices see. */
export async function mirrorOf(
  chat: ChatGraph,
  maxChars: number,
): Promise<{ readonly text: string; readonly key: number; readonly whole: boolean }> {
  const commits = await chat.everything();
  let room = maxChars - exportJson({ commits: [] }).length;
  let from = commits.length;
  while (from > 0) {
    // Answers are for the device that asked.
    const size = JSON.stringify({ ...commits[from - 1], answer: null }).length + 1;
    if (size > room) break;
    room -= size;
    from -= 1;
  }
  const newest = commits.slice(from).map((commit) => ({ ...commit, answer: null }));
  return { text: exportJson({ commits: newest }), key: commits.length, whole: from === 0 };
}

/**
 * Takes in what another device has written. Where both have given the same number to nodes of their own, the other device's
 * get new ones.
 * @returns whether anything was new. @throws `BAD_ARGS`, `STORE_NEWER`.
 */
export async function mergeMirror(chat: ChatGraph, text: string): Promise<boolean> {
  const { commits = [] } = importJson(text);
  const own = await chat.everything();
  const known = new Set(own.map(({ batch }) => batch));
  const news = commits.filter(({ batch }) => !known.has(batch));
  if (news.length === 0) return false;
  const theirs = new Set(commits.map(({ batch }) => batch));
  const common = own.filter(({ batch }) => theirs.has(batch)).at(-1);
  const renamed =
    news.length < commits.length || own.length > 0 ? rename(chat, news, common?.counters.nodeSeq ?? 0) : news;
  await chat.adopt(renamed);
  return true;
}

/** Copies what a chat keeps of its first messages to another that has nothing yet. @returns false where it has. */
export async function branchChat(logs: Logs, from: string, to: string, length: number): Promise<boolean> {
  const target = await logs.open(to);
  if (target.head > 0) return false;
  const records = await readAll(await logs.open(from));
  const commits = keptCommits(records).filter(({ commit: { floor } }) => floor === null || floor < length);
  let head = 0;
  for (const { commit } of commits) {
    const appended = await target.append(commit, head);
    if (appended.status !== 'kept') return false;
    head = appended.key;
  }
  return true;
}

async function readAll(log: ChatLog): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (let page = await log.read(0); page.length > 0; page = await log.read(records.at(-1)?.key ?? 0))
    records.push(...page);
  return records;
}

/** Gives new numbers to nodes that commits have made after a point, where others here have theirs. */
function rename({ graph }: ChatGraph, commits: readonly Commit[], nodeSeq: number): readonly Commit[] {
  const names = new Map<string, string>();
  let next = Math.max(graph.counters.nodeSeq, ...commits.map(({ counters }) => counters.nodeSeq));
  const nameOf = (id: string): string => names.get(id) ?? id;
  for (const { ops } of commits) {
    for (const change of ops) {
      const id = change.op === 'upsert_node' ? change.node.id : '';
      const number = Number(/^n_(\d+)$/.exec(id)?.[1] ?? 0);
      if (number <= nodeSeq || names.has(id) || graph.nodes.find(id) === -1) continue;
      next += 1;
      names.set(id, `n_${next}`);
    }
  }
  const counters = (own: Counters): Counters => ({ ...own, nodeSeq: next });
  return commits.map((commit) => ({
    ...commit,
    counters: counters(commit.counters),
    ops: commit.ops.map((change) => renameOp(change, nameOf)),
  }));
}

function renameOp(change: GraphOp, nameOf: (id: string) => string): GraphOp {
  const edge = (one: EdgeRecord): EdgeRecord => ({ ...one, from: nameOf(one.from), to: nameOf(one.to) });
  const node = (one: NodeRecord): NodeRecord => ({
    ...one,
    id: nameOf(one.id),
    parentId: nameOf(one.parentId),
    childrenIds: one.childrenIds.map(nameOf),
    ...(one.supersededBy !== undefined && { supersededBy: nameOf(one.supersededBy) }),
  });
  switch (change.op) {
    case 'upsert_node':
      return { op: 'upsert_node', node: node(change.node) };
    case 'delete_node':
      return { op: 'delete_node', nodeId: nameOf(change.nodeId) };
    default:
      return { op: change.op, edge: edge(change.edge) };
  }
}
