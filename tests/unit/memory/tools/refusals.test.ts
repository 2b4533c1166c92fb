import { expect, test } from 'vitest';
import { memoryTools, ToolError } from '../../../../src/memory/tools/index.js';
import { openTestSession } from '../../../fixtures/memory/open-test-session.js';
import { STORY } from '../../../fixtures/memory/story.js';
import { storyTools, toolsFor, WRITE_CALLS } from './setup.js';

const READ_CALLS: readonly [name: string, args: object][] = [
  ['memory_list_candidates', {}],
  ['memory_edge_summary', { node_id: 'alice' }],
  ['memory_node_brief', { node_id: 'alice' }],
  ['memory_expand_seeds', { seed_ids: ['alice'] }],
  ['memory_schema', {}],
  ['memory_keyword_search', { query: 'x' }],
  ['memory_vector_search', { query: 'x' }],
  ['memory_find_by_name', { query: 'x' }],
  ['memory_compaction_candidates', { type: 'event' }],
];

test('without a session every tool says that there is none, with a hint', async () => {
  const { exec } = toolsFor(() => null);
  for (const [name, args] of [...READ_CALLS, ...WRITE_CALLS.map(([name, , args]) => [name, args] as const)]) {
    const answer = await exec(name, args);
    expect(answer, name).toMatchObject({ ok: false, code: 'MEMORY_DISABLED', error: expect.stringMatching(/./) });
    expect(answer.hint).not.toBe('');
  }
});

test('empty ids and seeds are refused before a session is opened', async () => {
  let opened = 0;
  const { exec } = toolsFor(() => {
    opened += 1;
    return null;
  });
  const link = { source_node_id: 'a', target_node_id: 'b', relation: 'knows' };
  for (const [name, args, code] of [
    ['memory_edge_summary', { node_id: '' }, 'MEMORY_ID_EMPTY'],
    ['memory_node_brief', { node_id: ' \n' }, 'MEMORY_ID_EMPTY'],
    ['memory_node_edit', { node_id: '' }, 'MEMORY_ID_EMPTY'],
    ['memory_node_delete', { node_id: '' }, 'MEMORY_ID_EMPTY'],
    ['memory_link_upsert', { links: [] }, 'MEMORY_ID_EMPTY'],
    ['memory_link_delete', { ...link, source_node_id: '' }, 'MEMORY_ID_EMPTY'],
    ['memory_link_delete', { ...link, target_node_id: '' }, 'MEMORY_ID_EMPTY'],
    ['memory_expand_seeds', { seed_ids: [] }, 'MEMORY_SEEDS_EMPTY'],
    ['memory_expand_seeds', { seed_ids: ['', ' '] }, 'MEMORY_SEEDS_EMPTY'],
    ['memory_node_create', { type: '', title: 'x' }, 'BAD_ARGS'],
    ['memory_node_create', { type: 'event', title: ' ' }, 'BAD_ARGS'],
    ['memory_compact_nodes', { type: 'event', child_ids: [], summary: 'x' }, 'BAD_ARGS'],
    ['memory_compact_nodes', { type: 'event', child_ids: ['a'], summary: '' }, 'BAD_ARGS'],
  ] as const) {
    const answer = await exec(name, args);
    expect(answer, name).toMatchObject({ ok: false, code, error: expect.stringMatching(/./) });
    expect(answer.hint).not.toBe('');
  }
  expect(opened).toBe(0);
});

test('a tool throws an error with message, code and hint', async () => {
  const brief = memoryTools(() => null).find(({ name }) => name === 'memory_node_brief');
  const call = { signal: new AbortController().signal, log: () => {}, progress: () => {} };
  const error = await Promise.resolve(brief?.exec({ node_id: 'a' }, {}, call)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolError);
  expect(error).toMatchObject({ name: 'ToolError', code: 'MEMORY_DISABLED' });
});

test('the signal of a call reaches the session, and its reason comes back as it is', async () => {
  const session = await openTestSession(STORY);
  const stop = new AbortController();
  const reason = new Error('enough');
  let given: AbortSignal | undefined;
  const { exec } = toolsFor(() => ({
    ...session,
    getSchema: (options) =>
      new Promise(() => {
        given = options?.signal;
        stop.abort(reason);
      }),
  }));
  await expect(exec('memory_schema', {}, {}, stop.signal)).rejects.toBe(reason);
  expect(given?.reason).toBe(reason);
});

test('an abort is never wrapped, and a host that hands no signal over has the run’s', async () => {
  const session = await openTestSession(STORY);
  const reason = Object.assign(new Error('the chat was changed'), { code: 'STOPPED' });
  const __lukerRun = { abortSignal: AbortSignal.abort(reason) };
  const specs = memoryTools(() => ({
    ...session,
    getSchema: (options) => Promise.reject(options?.signal?.reason ?? new Error('there is no signal')),
  }));
  const schema = specs.find(({ name }) => name === 'memory_schema');
  const exec = schema?.exec as (args: object, context: object) => Promise<unknown>;
  await expect(exec({}, { __lukerRun })).rejects.toBe(reason);
});

test('an error without a code stays as it was thrown', async () => {
  const session = await openTestSession(STORY);
  const { exec } = toolsFor(() => ({ ...session, getSchema: () => Promise.reject(new Error('odd')) }));
  expect(await exec('memory_schema')).toEqual({ ok: false, error: 'odd', code: 'TOOL_ERROR', hint: '' });
});

test('names that every object has are ordinary ids and columns', async () => {
  const { exec } = await storyTools();
  for (const node_id of ['constructor', 'toString', 'hasOwnProperty']) {
    expect((await exec('memory_node_brief', { node_id })).data).toEqual({ brief: null });
  }
  const edit = { node_id: 'alice', set_fields: { constructor: 'a smith' } };
  expect(await exec('memory_node_edit', edit)).toEqual({ ok: true });
});
