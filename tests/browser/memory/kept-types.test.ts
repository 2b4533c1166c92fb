import { expect, test } from 'vitest';
import type { Context } from '../../../src/hosts/sillytavern/base/context.js';
import { bringTypes } from '../../../src/hosts/sillytavern/memory/all-types.js';
import type { MemoryGraph } from '../../../src/memory/types.js';
import { schemaStudioAdapter } from '../../../src/studio/schema/index.js';
import { heldStorage, openEditing } from '../../fixtures/studio/editing.js';
import { failure, plainHost } from '../setup.js';

const FACTION = { id: 'faction', tableColumns: ['title', 'creed'], requiredColumns: ['title'] };
const typesOf = async (graph: Pick<MemoryGraph, 'getSchema'>) =>
  (await graph.getSchema()).types.map(({ type }) => type);
const USUAL = ['event', 'character_sheet', 'location_state', 'thread'];

test('node types that are kept are those of all chats, open ones as well, and of the next page', async () => {
  const store = `types-${crypto.randomUUID()}`;
  const host = plainHost({ store });
  const before = await host.memory.open('before');
  expect(await host.memory.types()).toBeNull();
  expect(await typesOf(before)).toEqual(USUAL);
  const told = new Promise<void>((resolve) => void before.onChange(() => resolve()));
  await host.memory.setTypes([FACTION]);
  await told;
  expect(await typesOf(before)).toEqual(['faction']);
  const { id } = await before.session.createNode({ type: 'faction', title: 'Guild', fields: { creed: 'Trade' } });
  expect((await before.getNodeBrief(id))?.tableName).toBe('faction');
  expect((await before.getNodeBrief(id))?.rowValues).toEqual({ title: 'Guild', creed: 'Trade' });
  expect(await typesOf(await host.memory.openSession('after'))).toEqual(['faction']);
  await host.dispose();

  await using next = plainHost({ store });
  expect(await typesOf(await next.memory.open('before'))).toEqual(['faction']);
  expect(await next.memory.types()).toEqual([FACTION]);
  await next.memory.setTypes(null);
  expect(await next.memory.types()).toBeNull();
  expect(await typesOf(await next.memory.open('before'))).toEqual(USUAL);
  await next.erase();
});

test('who was told other types keeps them, and a character’s own beat those of all', async () => {
  await using host = plainHost({ store: `types-${crypto.randomUUID()}` });
  const told = await host.memory.open({ id: 'told', types: [{ id: 'npc' }] });
  const own = await host.memory.open({ id: 'own', ownTypes: [{ id: 'dream' }] });
  await host.memory.setTypes([FACTION]);
  expect(await typesOf(told)).toEqual(['npc']);
  expect(await typesOf(own)).toEqual(['dream']);
  // Without its own it goes by those of all; and so does who is told none any more.
  await own.setTypes(undefined, undefined);
  expect(await typesOf(own)).toEqual(['faction']);
  await told.setTypes(undefined);
  expect(await typesOf(told)).toEqual(['faction']);
  await host.memory.setTypes([{ id: 'place' }]);
  expect(await typesOf(told)).toEqual(['place']);
  await host.erase();
});

test('what is no list of types is refused, and what was kept stays', async () => {
  await using host = plainHost({ store: `types-${crypto.randomUUID()}` });
  await host.memory.setTypes([FACTION]);
  const long = { id: 'x', extractHint: 'x'.repeat(200_001) };
  for (const wrong of ['text', 7, [7], [null], [[]], {}, Array(101).fill(FACTION), [long], [{ id: () => 1 }]]) {
    expect((await failure(host.memory.setTypes(wrong as never))).code, JSON.stringify(wrong)?.slice(0, 40)).toBe(
      'BAD_ARGS',
    );
  }
  expect(await host.memory.types()).toEqual([FACTION]);
  await host.erase();
  expect(await host.memory.types()).toBeNull();
});

test('in SillyTavern memory takes the node types of its settings, and goes without those that are there no more', async () => {
  await using host = plainHost({ store: `types-${crypto.randomUUID()}` });
  const graph = await host.memory.open('tavern');
  const settings = { bulkhead: { memory: { types: [FACTION] as unknown } } };
  const context = () => ({ extensionSettings: settings }) as unknown as Context;
  await bringTypes(host.memory, context);
  expect(await typesOf(graph)).toEqual(['faction']);
  for (const wrong of ['text', [7], {}, []]) {
    settings.bulkhead.memory.types = wrong;
    await bringTypes(host.memory, context);
    expect(await typesOf(graph)).toEqual(USUAL);
    await host.memory.setTypes([FACTION]);
  }
  await host.erase();
});

test('the studio’s editor of memory makes real what is applied: chats that are open go by it, and by the usual again', async () => {
  await using host = plainHost({ store: `types-${crypto.randomUUID()}` });
  const graph = await host.memory.open('chat');
  await graph.session.createNode({ type: 'thread', title: 'Who took the lamp?' });
  const adapter = await schemaStudioAdapter({
    ...{ language: 'en', all: host.memory, storage: heldStorage() },
    counts: async () =>
      Object.fromEntries((await graph.table({ limit: 1 })).types.map((one) => [one.type, one.active])),
  });
  const columns = [{ name: 'title', required: true, primary: true }, { name: 'creed' }];
  const { studio } = await openEditing(adapter, [
    [
      { name: 'add_type', args: { type: 'faction', label: 'Faction', extractHint: 'Groups.', columns } },
      { name: 'remove_type', args: { type: 'thread' } },
    ],
  ]);
  await studio.send('Factions in the place of threads');
  const message = studio.view.session.messages.at(-1);
  expect(message?.trial).toMatchObject({ verdict: 'failed' });
  expect(message?.trial?.checks[1]?.detail).toMatch(/^thread: 1 /);
  await studio.approve();
  expect(await typesOf(graph)).toEqual(USUAL);
  await studio.act('all', null, '#p');
  expect(studio.view.status).toBeNull();
  expect(await typesOf(graph)).toEqual(['event', 'character_sheet', 'location_state', 'faction']);
  const { id } = await graph.session.createNode({ type: 'faction', title: 'Guild', fields: { creed: 'Trade' } });
  expect((await graph.getNodeBrief(id))?.tableName).toBe('faction_table');
  await studio.act('usual', null, '#p');
  expect(await typesOf(graph)).toEqual(USUAL);
  await studio.close();
  await host.erase();
});
