import { expect, test } from 'vitest';
import { storyTools } from './setup.js';

test('a search by words answers hits with their scores', async () => {
  const { exec } = await storyTools();
  const { data } = await exec('memory_keyword_search', { query: 'sword fight' });
  expect(data).toEqual({
    results: [{ id: 'alice', type: 'character_sheet', title: 'Alice', score: 0.5, scoreMode: 'keyword', seqTo: 6 }],
  });
  expect((await exec('memory_keyword_search', { query: 'day', k: 2 })).data.results).toHaveLength(2);
  expect((await exec('memory_keyword_search', { query: 'day', types: ['thread'] })).data.results).toEqual([]);
});

test('a search by meaning answers hits of the same form', async () => {
  const { exec } = await storyTools({
    similar: () => [
      { id: 'bob', score: 0.75 },
      { id: 'ghost', score: 0.5 },
    ],
  });
  expect((await exec('memory_vector_search', { query: 'the man who wants to be left alone' })).data).toEqual({
    results: [{ id: 'bob', type: 'character_sheet', title: 'Bob', score: 0.75, scoreMode: 'vector', seqTo: 5 }],
  });
});

test('without an embedding profile a search by meaning says which tool to use', async () => {
  const { exec } = await storyTools();
  const answer = await exec('memory_vector_search', { query: 'betrayal' });
  expect(answer).toMatchObject({ ok: false, code: 'NO_EMBEDDING_PROFILE' });
  expect(answer.error).not.toBe('');
  expect(answer.hint).toContain('memory_keyword_search');
  expect(await exec('memory_vector_search', { query: ' ' })).toEqual({ ok: true, data: { results: [] } });
});

test('a name is found by a part of the title or an alias', async () => {
  const { exec } = await storyTools();
  for (const query of ['LIC', 'ali', '丽']) {
    expect((await exec('memory_find_by_name', { query })).data, query).toEqual({
      matches: [
        { id: 'alice', type: 'character_sheet', level: 'semantic', title: 'Alice', semanticDepth: 0, seqTo: 6 },
      ],
    });
  }
  for (const more of [{ query: 'ghost' }, { query: '' }, { query: 'ali', types: ['event'] }]) {
    expect((await exec('memory_find_by_name', more)).data).toEqual({ matches: [] });
  }
});
