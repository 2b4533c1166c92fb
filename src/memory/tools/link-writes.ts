import type { Rejection } from '../../../worker/protocol/memory-types.js';
import {
  type Args,
  type Codes,
  directionOf,
  given,
  linksOf,
  MEANT,
  needId,
  needText,
  pretended,
  targetsOf,
  text,
} from './arguments.js';
import type { MemoryTool } from './memory-tool.js';
import { closed, DIRECTION, links, textOf } from './parameters.js';
import type { Pretence } from './pretence.js';
import { toldError } from './tool-error.js';

const readUpsert = (args: Args, codes: Codes) => {
  const ref = text(args.source_ref);
  const id = text(args.source_node_id) || (ref ? '' : needId(args, 'source_node_id', codes));
  return { source: id ? { id } : { ref }, links: linksOf(args.links, codes) };
};

const readDelete = (args: Args, codes: Codes) => ({
  source: { id: needId(args, 'source_node_id', codes) },
  target: { id: needId(args, 'target_node_id', codes) },
  relation: needText(args, 'relation', codes),
  ...given({ direction: directionOf(args, codes) }),
});

/** What failed, in one error: the code of the first, and what each says. */
function failureOf(applied: number, rejected: readonly Rejection[]) {
  const [first] = rejected;
  if (!first) return applied > 0 ? undefined : toldError({ code: 'OP_FAILED', message: 'nothing was linked' });
  const said = [...new Set(rejected.map(({ error }) => error.message))];
  return toldError({ code: first.error.code, message: said.join('; ') });
}

/** How many links a deletion takes away that takes away so many edges: a link that leads both ways is two edges, and one link. */
const linksOfEdges = (edges: number): number => Math.min(1, edges);

/** How many links a deletion would take away. */
async function linksBetween(
  pretence: Pretence,
  { source, target, relation, direction }: ReturnType<typeof readDelete>,
) {
  const options = { visibleNodeIds: [source.id, target.id], edgeTypes: [relation], ...pretence.abort };
  const summary = await pretence.session?.getEdgeSummary(source.id, options);
  const wanted = direction === 'outgoing' ? ['out'] : direction === 'incoming' ? ['in'] : ['out', 'in'];
  return linksOfEdges(summary?.relations.filter((one) => wanted.includes(one.direction)).length ?? 0);
}

/** Tools that make and delete links. */
export const LINK_WRITES: readonly MemoryTool[] = [
  {
    name: 'memory_link_upsert',
    displayName: 'Memory: link entries',
    description:
      'Links one entry of this story’s memory to others; a link that is there already is marked as of this turn. Use it to note who or what an entry is about, where it is, who knows whom. Answers {ok, applied}; when a link could not be made {ok: false, applied, error}, and the other links are made all the same.',
    parameters: closed(
      {
        source_node_id: textOf('Id of the entry to link from. Needed, unless source_ref names it.'),
        source_ref: textOf('A ref in place of source_node_id; refs are known only within the call that gives them.'),
        links: links('The links to make.'),
      },
      ['links'],
    ),
    mode: 'write',
    exec: (args) => {
      const options = readUpsert(args, MEANT);
      return async ({ session, abort }) => {
        const { applied, rejected = [] } = await session.upsertLinks({ ...options, ...abort });
        const error = failureOf(applied, rejected);
        return { ok: !error, applied, ...(error && { error }) };
      };
    },
    simulate: (args) => {
      const { source, links } = readUpsert(args, pretended('LINK_UPSERT'));
      return async (pretence) => {
        const ids = [...(source.id ? [source.id] : []), ...targetsOf(links)];
        await pretence.need(ids, 'MEMORY_LINK_UPSERT_NODE_NOT_FOUND');
        return { applied: 1 };
      };
    },
  },
  {
    name: 'memory_link_delete',
    displayName: 'Memory: unlink entries',
    description:
      'Takes away the link of one relation between two entries of this story’s memory. Use it when a connection no longer holds or was wrong. Answers {ok, removed}: 1 when the link is gone, also one that leads both ways, 0 when there was none.',
    parameters: closed(
      {
        source_node_id: textOf('Id of the entry that the link is seen from.'),
        target_node_id: textOf('Id of the entry at its other end.'),
        relation: textOf('The relation of the link, as memory_edge_summary names it.'),
        direction: DIRECTION,
      },
      ['source_node_id', 'target_node_id', 'relation'],
    ),
    mode: 'write',
    exec: (args) => {
      const options = readDelete(args, MEANT);
      return async ({ session, abort }) => {
        const { removed } = await session.deleteLinks({ ...options, ...abort });
        return { ok: true, removed: linksOfEdges(removed) };
      };
    },
    simulate: (args) => {
      const options = readDelete(args, pretended('LINK_DELETE'));
      return async (pretence) => {
        const ids = [options.source.id, options.target.id];
        await pretence.need(ids, 'MEMORY_LINK_DELETE_NODE_NOT_FOUND', { archived: true });
        return { removed: await linksBetween(pretence, options) };
      };
    },
  },
];
