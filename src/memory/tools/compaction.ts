import type { NodeView } from '../../../worker/protocol/memory-types.js';
import {
  type Args,
  badArgument,
  type Codes,
  given,
  MEANT,
  needText,
  optional,
  pretended,
  record,
  texts,
} from './arguments.js';
import type { MemoryTool } from './memory-tool.js';
import { closed, listOf, row, textOf } from './parameters.js';
import type { Pretence } from './pretence.js';
import { hintFor, ToolError } from './tool-error.js';

const read = (args: Args, codes: Codes) => {
  const type = needText(args, 'type', codes);
  const childIds = texts(args.child_ids);
  if (childIds.length === 0) throw badArgument('child_ids is empty', codes.badArgs);
  const fields = optional(args, 'fields', record, codes);
  return { type, childIds, summary: needText(args, 'summary', codes), ...given({ fields }) };
};

/** A node is summed up once for each type. @throws `CHILD_HAS_PARENT`. */
async function checkParents(pretence: Pretence, type: string, children: readonly NodeView[]): Promise<void> {
  const parents = await pretence.find(children.map(({ parentId }) => parentId).filter((id) => id !== ''));
  for (const { id, parentId } of children) {
    const parent = parents.get(parentId);
    if (!parent?.semanticRollup || parent.type.toLowerCase() !== type.toLowerCase()) continue;
    const code = 'CHILD_HAS_PARENT';
    throw new ToolError(`${id} is summed up already, by ${parentId}`, code, hintFor(code));
  }
}

/** The tool that sums up several nodes in one. */
export const COMPACTION: MemoryTool = {
  name: 'memory_compact_nodes',
  displayName: 'Memory: sum up entries',
  description:
    'Puts one summary in the place of several entries of this story’s memory; they are kept behind it. Use it with a group of memory_compaction_candidates, after reading each entry with memory_node_brief. Answers {ok, rollup_node_id}, the id of the summary.',
  parameters: closed(
    {
      type: textOf('Type of the entries, and of the summary.'),
      child_ids: listOf('Ids of the entries to sum up, at least one; best a group’s childIds, in their order.'),
      summary: textOf('The summary: what matters of all these entries, in order, in a few sentences.'),
      fields: row('Other columns of the summary, by name, if there are any.'),
    },
    ['type', 'child_ids', 'summary'],
  ),
  mode: 'write',
  exec: (args) => {
    const options = read(args, MEANT);
    return async ({ session, abort }) => {
      const { rollupNodeId } = await session.compactNodes({ ...options, ...abort });
      return { ok: true, rollup_node_id: rollupNodeId };
    };
  },
  simulate: (args) => {
    const { type, childIds } = read(args, pretended('COMPACT_NODES'));
    return async (pretence) => {
      const code = 'MEMORY_COMPACT_NODES_NODE_NOT_FOUND';
      const children = await pretence.need(childIds, code, { archived: true });
      await checkParents(pretence, type, [...children.values()]);
      return { rollup_node_id: pretence.id('rollup-sim') };
    };
  },
};
