import { type Change, deltaOf } from '../../adapters/delta.js';
import type { HistoryEntry } from '../../protocol/memory.js';
import type { Journal } from '../graph/journal.js';
import type { Commit, EdgeRecord, GraphOp } from '../graph/records.js';

/** What people are shown of a node: nothing that only the graph needs. */
const shown = (node: object | undefined): string | undefined => node && JSON.stringify(node);

const edgeName = ({ from, to, type }: EdgeRecord): string => `${from} → ${type} → ${to}`;

/** What one commit changed. Without its journal, what was there before is not known any more. */
export function historyEntry(
  key: number,
  { batch, floor, swipe, ops }: Commit,
  journal: Journal | undefined,
): HistoryEntry {
  const changes = ops.map((change): Change => changeOf(change, journal));
  return { key, batch, floor, swipe, changes: ops.length, known: journal !== undefined, delta: deltaOf(changes) };
}

function changeOf(change: GraphOp, journal: Journal | undefined): Change {
  switch (change.op) {
    case 'upsert_node': {
      const { id } = change.node;
      return { key: id, before: shown(journal?.before(id)), after: shown(change.node) };
    }
    case 'delete_node':
      return { key: change.nodeId, before: shown(journal?.before(change.nodeId)) ?? '{}', after: undefined };
    case 'upsert_edge':
      return { key: edgeName(change.edge), before: undefined, after: JSON.stringify(change.edge) };
    default:
      return { key: edgeName(change.edge), before: JSON.stringify(change.edge), after: undefined };
  }
}
