import { expect, test } from 'vitest';
import type { MemorySession } from '../../../../src/memory/session-types.js';
import { memoryTools } from '../../../../src/memory/tools/index.js';
import { openTestSession } from '../../../fixtures/memory/open-test-session.js';
import { STORY } from '../../../fixtures/memory/story.js';

/** A session that keeps what it was asked, and the tools over it, called as somebody calls them who checks no schema. */
async function asked() {
  const calls: unknown[][] = [];
  const methods = Object.entries(await openTestSession(STORY)) as [string, (...args: unknown[]) => unknown][];
  const noting = methods.map(([name, own]) => [
    name,
    (...args: unknown[]) => {
      calls.push([name, ...args]);
      return own(...args);
    },
  ]);
  const session = Object.fromEntries(noting) as MemorySession;
  const specs = memoryTools(() => session);
  return async (name: string, args: unknown): Promise<readonly unknown[]> => {
    const exec = specs.find((spec) => spec.name === name)?.exec as (args: unknown, context: object) => unknown;
    await exec(args, {});
    return calls.pop() ?? [];
  };
}

test('each parameter reaches the session under its name there, and what is not given stays away', async () => {
  const ask = await asked();
  const link = { target_node_id: ' inn ', target_ref: 'c1', relation: 'Owns', direction: 'OUTGOING' };
  const opLink = { targetNodeId: 'inn', targetRef: 'c1', relation: 'Owns', direction: 'outgoing' };
  const cases: readonly [name: string, args: object, ...call: unknown[]][] = [
    ['memory_list_candidates', {}, 'listVisibleCandidates', {}],
    [
      'memory_list_candidates',
      { types: ['event'], exclude_recent_messages: 2 },
      'listVisibleCandidates',
      { types: ['event'], excludeRecentMessages: 2 },
    ],
    ['memory_edge_summary', { node_id: 'bob' }, 'getEdgeSummary', 'bob', {}],
    [
      'memory_edge_summary',
      { node_id: 'bob', edge_types: ['knows'], limit: 3 },
      'getEdgeSummary',
      'bob',
      { edgeTypes: ['knows'], limit: 3 },
    ],
    [
      'memory_node_brief',
      { node_id: 'bob', include_edge_summary: false, edge_summary_limit: 3 },
      'getNodeBrief',
      'bob',
      { includeEdgeSummary: false, edgeSummaryLimit: 3 },
    ],
    [
      'memory_expand_seeds',
      { seed_ids: ['bob'], hops: 2, edge_types: [], include_children: false, exclude_internal: true },
      'expandFromSeeds',
      ['bob'],
      { hops: 2, edgeTypes: [], includeChildren: false, excludeInternal: true },
    ],
    ['memory_schema', {}, 'getSchema', {}],
    ['memory_keyword_search', { query: ' a', k: 1 }, 'keywordSearch', { query: ' a', k: 1 }],
    ['memory_vector_search', { query: '', types: ['x'] }, 'vectorSearch', { query: '', types: ['x'] }],
    ['memory_find_by_name', { query: 'a', types: ['x'] }, 'findByName', { query: 'a', types: ['x'] }],
    ['memory_compaction_candidates', { type: 'x', depth: 1 }, 'compactionCandidates', { type: 'x', depth: 1 }],
    [
      'memory_node_create',
      { type: 'event', title: 'x', fields: { a: [1] }, links: [link], ref: 'c2' },
      'createNode',
      { type: 'event', title: 'x', fields: { a: [1] }, links: [opLink], ref: 'c2' },
    ],
    [
      'memory_node_edit',
      { node_id: 'bob', set_fields: { a: 1 }, clear_fields: ['b'], title: 'Bob' },
      'editNode',
      { id: 'bob', setFields: { a: 1 }, clearFields: ['b'], title: 'Bob' },
    ],
    ['memory_node_delete', { node_id: 'ghost' }, 'deleteNode', { id: 'ghost' }],
    [
      'memory_link_upsert',
      { source_node_id: 'bob', links: [link, { target_ref: 'c1' }] },
      'upsertLinks',
      { source: { id: 'bob' }, links: [opLink, { targetRef: 'c1' }] },
    ],
    ['memory_link_upsert', { source_ref: 'c1', links: [] }, 'upsertLinks', { source: { ref: 'c1' }, links: [] }],
    [
      'memory_link_delete',
      { source_node_id: 'bob', target_node_id: 'inn', relation: 'owns', direction: 'incoming' },
      'deleteLinks',
      { source: { id: 'bob' }, target: { id: 'inn' }, relation: 'owns', direction: 'incoming' },
    ],
    [
      'memory_compact_nodes',
      { type: 'event', child_ids: ['n_1'], summary: 'x', fields: { mood: 'calm' } },
      'compactNodes',
      { type: 'event', childIds: ['n_1'], summary: 'x', fields: { mood: 'calm' } },
    ],
  ];
  for (const [name, args, ...call] of cases) expect(await ask(name, args), name).toEqual(call);
});

test('what is of the wrong kind counts as not given where a default will do', async () => {
  const ask = await asked();
  expect(await ask('memory_list_candidates', undefined)).toEqual(['listVisibleCandidates', {}]);
  expect(await ask('memory_keyword_search', { query: 5, k: 'many', types: 'event' })).toEqual([
    'keywordSearch',
    { query: '' },
  ]);
});

test('what is of the wrong kind is refused where something would be written', async () => {
  const ask = await asked();
  const node = { type: 'event', title: 'x' };
  for (const [name, args] of [
    ['memory_node_create', { ...node, fields: ['a'] }],
    ['memory_node_create', { ...node, links: 'alice' }],
    ['memory_node_create', { ...node, links: ['alice'] }],
    ['memory_node_edit', { node_id: 'bob', set_fields: 'x' }],
    ['memory_node_edit', { node_id: 'bob', clear_fields: 'goal' }],
    ['memory_link_upsert', { source_node_id: 'bob', links: { target_node_id: 'inn' } }],
    ['memory_link_upsert', { source_node_id: 'bob', links: [{ target_node_id: 'inn', direction: 'up' }] }],
    ['memory_compact_nodes', { type: 'event', child_ids: 'n_1', summary: 'x' }],
  ] as const) {
    await expect(ask(name, args), JSON.stringify(args)).rejects.toMatchObject({
      code: 'BAD_ARGS',
      hint: expect.stringMatching(/./),
    });
  }
});
