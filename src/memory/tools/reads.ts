import { type Args, flag, given, list, needId, number, text, texts } from './arguments.js';
import type { MemoryTool } from './memory-tool.js';
import { closed, EDGE_TYPES, listOf, NODE_ID, TYPES, textOf, wholeNumber, yesOrNo } from './parameters.js';
import { ToolError } from './tool-error.js';

/** What a list of nodes looks like, for descriptions. */
export const NODES_SHOW =
  'Each has id, type, level, title, semanticDepth (0 for a single entry, more for a summary of others) and seqTo, the number of the turn that last changed it; ' +
  'an entry that sums up messages has floorRange {start, end} instead, indexes of chat messages, or null when those are gone.';

function seedsOf(args: Args): readonly string[] {
  const seeds = texts(args.seed_ids);
  if (seeds.length > 0) return seeds;
  const hint = 'Give at least one id of an entry, as memory_keyword_search or memory_list_candidates answer it.';
  throw new ToolError('seed_ids is empty', 'MEMORY_SEEDS_EMPTY', hint);
}

/** Tools that look at nodes, at what is around them, and at the tables they are rows of. */
export const READS: readonly MemoryTool[] = [
  {
    name: 'memory_list_candidates',
    displayName: 'Memory: list entries',
    description: `Lists what this story’s memory has to choose from, the newest first. Summarised entries stand behind their summary. Use it to see what is remembered at all; to look for something, a search costs less. Answers {candidates}. ${NODES_SHOW}`,
    parameters: closed({
      types: TYPES,
      exclude_recent_messages: wholeNumber(
        'Leave out entries of the last so many turns, which are still in the chat itself. Default: 0, none.',
      ),
    }),
    mode: 'read',
    exec: (args) => {
      const options = given({
        types: list(args.types),
        excludeRecentMessages: number(args.exclude_recent_messages),
      });
      return async ({ session, abort, previews }) => ({
        candidates: await previews.nodes(await session.listVisibleCandidates({ ...options, ...abort })),
      });
    },
  },
  {
    name: 'memory_edge_summary',
    displayName: 'Memory: links of an entry',
    description:
      'Counts the links of one entry to those that the last recall could choose from. Use it to see how an entry is connected before following links with memory_expand_seeds. Answers {summary: {degree, relations, sample_neighbors}}: relations count each relation and direction, sample_neighbors name linked entries, the newest first.',
    parameters: closed(
      {
        node_id: NODE_ID,
        edge_types: EDGE_TYPES,
        limit: wholeNumber('How many neighbours to name at the most, from 1. Default: 8.'),
      },
      ['node_id'],
    ),
    mode: 'read',
    exec: (args) => {
      const id = needId(args, 'node_id');
      const options = given({ edgeTypes: list(args.edge_types), limit: number(args.limit) });
      return async ({ session, abort }) => ({ summary: await session.getEdgeSummary(id, { ...options, ...abort }) });
    },
  },
  {
    name: 'memory_node_brief',
    displayName: 'Memory: read an entry',
    description:
      'Reads one entry: its title, summary, the columns that identify it (keyValues), its other columns (rowValues) and, unless told otherwise, its links. Use it when an id is known and its content matters. Answers {brief}, null when there is no such entry or it was deleted.',
    parameters: closed(
      {
        node_id: NODE_ID,
        include_edge_summary: yesOrNo('Whether to count its links too. Default: true.'),
        edge_summary_limit: wholeNumber('How many linked entries to name at the most, from 1. Default: 8.'),
      },
      ['node_id'],
    ),
    mode: 'read',
    exec: (args) => {
      const id = needId(args, 'node_id');
      const options = given({
        includeEdgeSummary: flag(args.include_edge_summary),
        edgeSummaryLimit: number(args.edge_summary_limit),
      });
      return async ({ session, abort }) => ({ brief: await session.getNodeBrief(id, { ...options, ...abort }) });
    },
  },
  {
    name: 'memory_expand_seeds',
    displayName: 'Memory: follow links',
    description: `Follows links from entries that are known, to what they are connected with. Use it after a search, to gather what belongs to its hits. Reaches the entries that the last recall could choose from, and what a summary sums up. Answers {nodes}: the seeds first, then the others in the order they were reached. ${NODES_SHOW}`,
    parameters: closed(
      {
        seed_ids: listOf('Ids of the entries to start from, at least one.'),
        hops: wholeNumber('How many links away to go at the most, from 1. Default: 1.'),
        edge_types: EDGE_TYPES,
        include_children: yesOrNo('Whether to go from a summary to what it sums up. Default: true.'),
        exclude_internal: yesOrNo('Whether to ignore the links that only say what a summary contains. Default: false.'),
      },
      ['seed_ids'],
    ),
    mode: 'read',
    exec: (args) => {
      const seeds = seedsOf(args);
      const options = given({
        hops: number(args.hops),
        edgeTypes: list(args.edge_types),
        includeChildren: flag(args.include_children),
        excludeInternal: flag(args.exclude_internal),
      });
      return async ({ session, abort, previews }) => ({
        nodes: await previews.nodes(await session.expandFromSeeds(seeds, { ...options, ...abort })),
      });
    },
  },
  {
    name: 'memory_schema',
    displayName: 'Memory: types and columns',
    description:
      'Tells which types of entries this story’s memory has, with the columns of each. Use it before creating or editing entries, to put what is known into the right columns. Answers {schema: {types}}.',
    parameters: closed({}),
    mode: 'read',
    exec:
      () =>
      async ({ session, abort }) => ({ schema: await session.getSchema(abort) }),
  },
  {
    name: 'memory_compaction_candidates',
    displayName: 'Memory: what could be summed up',
    description:
      'Finds groups of entries that are ripe to be summed up in one. Use it before memory_compact_nodes. Answers {groups}: each has childIds, to be given to memory_compact_nodes with the same type, fanIn (how many they are) and depth (the level of the summary to be made). No groups means that there is nothing to do.',
    parameters: closed(
      {
        type: textOf('Type of the entries, for example "event".'),
        depth: wholeNumber(
          'Level of the entries to sum up: 0 (default) for single entries, 1 for summaries of those, …',
        ),
      },
      ['type'],
    ),
    mode: 'read',
    exec: (args) => {
      const options = { type: text(args.type), ...given({ depth: number(args.depth) }) };
      return async ({ session, abort }) => {
        const { groups } = await session.compactionCandidates({ ...options, ...abort });
        return { groups };
      };
    },
  },
];
