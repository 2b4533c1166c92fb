import { expect, test } from 'vitest';
import { failure, plainHost } from '../setup.js';

const CHAT = [
  { name: 'Me', is_user: true, mes: 'My sister Lily is allergic to peanuts.', swipe_id: 0 },
  { name: 'Ada', is_user: false, mes: '妹妹小雨怕打雷。', swipe_id: 0 },
];

test('a page remembers both sides of a chat, what is said later, and nothing twice', async () => {
  await using host = plainHost();
  const graph = await host.memory.open({ id: 'said', messages: [] });
  const seen: object[] = [];
  const onProgress = (progress: object) => seen.push(progress);
  expect(await graph.remember(CHAT, { onProgress })).toBe(2);
  expect(seen).toEqual([{ read: 2, total: 2 }]);
  expect((await graph.recall({ query: 'Can Lily eat peanut butter?' }))[0]).toMatchObject({
    ...{ id: 'said_0_0_0', text: 'Me: My sister Lily is allergic to peanuts.' },
  });
  expect((await graph.recall({ query: '打雷的时候谁会怕？' }))[0]?.id).toBe('said_1_0_0');
  expect(await graph.remember(CHAT)).toBe(0);
  const more = [...CHAT, null, { name: 'Me', is_user: true, mes: 'Goodbye!' }];
  expect(await graph.remember(more)).toBe(1);
  expect((await graph.info()).commits).toBe(3);
  // Cut off, and said again.
  await graph.truncate(2);
  expect(await graph.remember(more)).toBe(1);
  expect(await graph.remember([{ ...CHAT[0], mes: 'My brother is allergic to milk.' }, ...more.slice(1)])).toBe(1);
  expect(await graph.recall({ query: 'peanuts' })).toEqual([]);
  expect(await graph.forgetMessages()).toBe(4);
  expect(await graph.info()).toMatchObject({ nodes: 0, commits: 0 });
  expect(await graph.remember(CHAT)).toBe(2);
});

test('what is no list of messages is refused; an abort keeps what was kept until then', async () => {
  await using host = plainHost();
  const graph = await host.memory.open({ id: 'said', messages: [] });
  expect(await failure(graph.remember('Hello' as never))).toMatchObject({ code: 'BAD_ARGS' });
  expect(await failure(graph.remember([], { signal: 5 as never }))).toMatchObject({ code: 'BAD_ARGS' });
  const stop = new AbortController();
  const many = Array.from({ length: 1_200 }, (_, at) => ({ name: 'Me', is_user: true, mes: `Message ${at}.` }));
  const onProgress = () => stop.abort();
  expect(await failure(graph.remember(many, { signal: stop.signal, onProgress }))).toMatchObject({
    name: 'AbortError',
  });
  const { commits } = await graph.info();
  expect(commits).toBe(500);
  expect(await graph.remember(many)).toBe(700);
});

test('the memory of a chat is remembered after a reload, and erased with everything', async () => {
  const store = `remember-${Date.now()}`;
  {
    await using host = plainHost({ store });
    await (await host.memory.open({ id: 'said', messages: [] })).remember(CHAT);
  }
  await using host = plainHost({ store });
  const graph = await host.memory.open({ id: 'said', messages: CHAT });
  expect((await graph.info()).commits).toBe(2);
  expect(await graph.remember(CHAT)).toBe(0);
  await host.erase();
  expect(await graph.remember(CHAT)).toBe(2);
  await host.erase();
});
