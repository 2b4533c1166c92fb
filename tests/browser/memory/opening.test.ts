import { expect, test } from 'vitest';
import { failure, plainHost } from '../setup.js';

const says = (mes: string, is_user = false) => ({ mes, is_user });
const CHAT = [says('Hello', true), says('One.'), says('And then?', true), says('Two.')];

test('a chat whose messages are told when it is opened has what belongs to them, and nothing else', async () => {
  const store = `opening-${crypto.randomUUID()}`;
  const host = plainHost({ store });
  const graph = await host.memory.open({ id: 'tavern', messages: CHAT.slice(0, 2) });
  await graph.session.createNode({ type: 'thread', title: 'Early' });
  await graph.follow(CHAT);
  await graph.session.createNode({ type: 'thread', title: 'Late' });
  await host.dispose();
  await using reloaded = plainHost({ store });
  const again = await reloaded.memory.open({ id: 'tavern', messages: CHAT.slice(0, 2) });
  const titles = async () => (await again.listNodes()).map(({ title }) => title);
  expect(await titles()).toEqual(['Early']);
  await again.follow(CHAT);
  expect(await titles()).toEqual(['Early', 'Late']);
  await again.follow(CHAT.slice(0, 1));
  expect(await titles()).toEqual([]);
  const wrong = await failure(reloaded.memory.open({ id: 'another', messages: 'Hello' as never }));
  expect(wrong.code).toBe('BAD_ARGS');
  await reloaded.erase();
});

test('a chat that was opened by its id alone takes its messages and types from who knows them, and keeps them', async () => {
  await using host = plainHost();
  const graph = await host.memory.open('plain');
  const types = [{ id: 'npc' }];
  const known = { id: 'plain', types, messages: CHAT.slice(0, 2) };
  expect(await host.memory.open(known)).toBe(graph);
  const typesNow = async () => (await graph.getSchema()).types.map(({ type }) => type);
  expect(await typesNow()).toEqual(['npc']);
  await graph.session.createNode({ type: 'npc', title: 'Early' });
  await graph.follow(CHAT);
  await graph.setTypes([{ id: 'npc' }, { id: 'place' }]);
  await graph.session.createNode({ type: 'npc', title: 'Late' });
  // Who opens it as it was once does not take it back there.
  await host.memory.open(known);
  expect(await typesNow()).toEqual(['npc', 'place']);
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Early', 'Late']);
  await graph.follow(CHAT.slice(0, 2));
  expect((await graph.listNodes()).map(({ title }) => title)).toEqual(['Early']);
  await host.erase();
});

test('of another device’s text only what belongs to the chat’s messages is taken, where their number is told', async () => {
  await using host = plainHost({ store: `opening-${crypto.randomUUID()}` });
  const graph = await host.memory.open({ id: 'here', messages: CHAT.slice(0, 2) });
  await graph.session.createNode({ type: 'thread', title: 'Early' });
  await graph.follow(CHAT);
  await graph.session.createNode({ type: 'thread', title: 'Late' });
  const { text } = await graph.mirror(100_000);
  const copies = [undefined, 2].map(async (length) => {
    const copy = await host.memory.open({ id: `copy ${length}`, messages: CHAT.slice(0, 2) });
    expect(await copy.merge(text, length === undefined ? {} : { length })).toBe(true);
    await copy.follow(CHAT);
    return (await copy.listNodes()).map(({ title }) => title);
  });
  expect(await Promise.all(copies)).toEqual([['Early', 'Late'], ['Early']]);
  await host.erase();
});

test('a chat that is open and empty shows at once what is copied to it', async () => {
  await using host = plainHost({ store: `opening-${crypto.randomUUID()}` });
  const [main, branch] = await Promise.all([host.memory.open('main'), host.memory.open('branch')]);
  await main.session.createNode({ type: 'thread', title: 'Early' });
  expect(await branch.listNodes()).toEqual([]);
  expect(await host.memory.branch('main', 'branch', 1)).toBe(true);
  expect(await branch.listNodes()).toEqual(await main.listNodes());
  await branch.session.createNode({ type: 'thread', title: 'Late' });
  expect(await host.memory.branch('main', 'branch', 1)).toBe(false);
  expect(await branch.listNodes()).toHaveLength(2);
  await host.erase();
});

test('what is kept of a chat goes to its new name, with what was there already, and who holds it goes on', async () => {
  await using host = plainHost({ store: `opening-${crypto.randomUUID()}` });
  const { memory } = host;
  const held = await memory.open('old');
  await held.session.createNode({ type: 'thread', title: 'Early' });
  await memory.branch('old', 'new', 1);
  const { id } = await held.session.createNode({ type: 'thread', title: 'Late' });
  await memory.rename('old', 'new');
  expect(await memory.chats()).toEqual(['new']);
  await held.session.editNode({ id, title: 'Later' });
  await held.session.createNode({ type: 'thread', title: 'Last' });
  const titles = async (chat: string) => (await (await memory.open(chat)).listNodes()).map(({ title }) => title);
  expect(await titles('new')).toEqual(['Early', 'Later', 'Last']);
  expect(await titles('old')).toEqual([]);
  expect(await memory.chats()).toEqual(['new']);
  await memory.rename('new', 'new');
  await memory.rename('none', 'other');
  expect(await memory.chats()).toEqual(['new']);
  await host.erase();
});
