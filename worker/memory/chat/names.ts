import type { Commit, EdgeRecord, GraphOp, NodeRecord } from '../graph/records.js';
import { stringHash } from '../graph/string-hash.js';
import type { ChatLog } from '../log/chat-log.js';
import type { LogRecord } from '../log/entries.js';
import { isSaidBatch } from '../transfer/said.js';

/** Letters that identify one family, or one device. */
const LETTERS = 6;
const OWN = /^n_\d+$/;

/** A few letters that stand for a longer name. */
export const shortName = (name: string): string => stringHash(name).toString(36).padStart(LETTERS, '0').slice(-LETTERS);

/** The letters of the device that began a memory; `first`: the first record of its log, if it has any. */
export function familyOf(first: LogRecord | undefined, log: ChatLog): string {
  // Commits that keep messages have the same names on every device.
  if (!first || isSaidBatch(first.entry.batch)) return shortName(log.generation || log.chat);
  return (first.entry.kind === 'commit' && first.entry.commit.family) || shortName(first.entry.batch);
}

/** What stands behind the numbers of new nodes: letters of this device, where the memory came from another one. */
export function suffixOf(first: LogRecord | undefined, log: ChatLog): string {
  const adopted = first?.entry.kind === 'commit' && first.entry.commit.family !== undefined;
  return adopted ? `_${shortName(log.generation)}` : '';
}

/** Ids as every device knows them: `n_<number>` of the device that began the memory carries the letters of its family. */
export function toCommon(commit: Commit, family: string): Commit {
  return renamed(commit, (id) => (OWN.test(id) ? `${id}_${family}` : id));
}

/** The same the other way: ids of the own family are at home here. */
export function fromCommon(commit: Commit, family: string): Commit {
  const letters = `_${family}`;
  return renamed(commit, (id) => {
    const home = id.endsWith(letters) ? id.slice(0, -letters.length) : '';
    return OWN.test(home) ? home : id;
  });
}

function renamed(commit: Commit, nameOf: (id: string) => string): Commit {
  const optional = (id: string): string => (id === '' ? '' : nameOf(id));
  const edge = (one: EdgeRecord): EdgeRecord => ({ ...one, from: nameOf(one.from), to: nameOf(one.to) });
  const node = (one: NodeRecord): NodeRecord => ({
    ...one,
    id: nameOf(one.id),
    parentId: optional(one.parentId),
    childrenIds: one.childrenIds.map(nameOf),
    ...(one.supersededBy !== undefined && { supersededBy: nameOf(one.supersededBy) }),
  });
  const op = (change: GraphOp): GraphOp => {
    if (change.op === 'upsert_node') return { op: 'upsert_node', node: node(change.node) };
    if (change.op === 'delete_node') return { op: 'delete_node', nodeId: nameOf(change.nodeId) };
    return { op: change.op, edge: edge(change.edge) };
  };
  return { ...commit, ops: commit.ops.map(op) };
}
