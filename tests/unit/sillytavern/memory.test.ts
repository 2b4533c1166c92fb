import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../src/hosts/sillytavern/base/context.js';
import { ownTypesOf } from '../../../src/hosts/sillytavern/memory/all-types.js';
import { choose, type Findings, rowText } from '../../../src/hosts/sillytavern/memory/choose.js';
import { deletedBy } from '../../../src/hosts/sillytavern/memory/deletions.js';
import { originOf } from '../../../src/hosts/sillytavern/memory/origin.js';
import { matches, queryOf } from '../../../src/hosts/sillytavern/memory/query.js';
import { renamedBy } from '../../../src/hosts/sillytavern/memory/renames.js';
import { chatTarget } from '../../../src/hosts/sillytavern/memory/target.js';
import type { NodeView, SchemaSpecView } from '../../../worker/protocol/memory-types.js';

const node = (id: string, type: string, title: string, fields: object = {}, seqTo = 0): NodeView => ({
  ...{ id, type, title, fields: fields as NodeView['fields'], seqTo, level: 'semantic', parentId: '', childrenIds: [] },
  ...{ archived: false, semanticRollup: false, semanticDepth: 0 },
});
const type = (name: string, tableColumns: readonly string[], more: Partial<SchemaSpecView> = {}): SchemaSpecView => ({
  ...{ type: name, tableName: `${name}_table`, tableColumns, requiredColumns: ['title'], primaryKeyColumns: [] },
  ...{ forceUpdate: false, alwaysInject: false, editable: true, compressionMode: 'none', ...more },
});
const EVENT = type('event', ['summary', 'where'], { requiredColumns: ['summary'], compressionMode: 'hierarchical' });
const PERSON = type('person', ['title', 'traits']);
const schema = { types: [EVENT, PERSON] };

test('a chat is told by its card and file, by its group, or by its name alone; what has none of them is no chat', () => {
  const characters = [{ avatar: 'a.png', chat: 'the last one' }];
  const ids = [
    { chatId: 'one', characterId: '0', characters },
    { characterId: 0, characters },
    { chatId: 'one', groupId: 'g', characterId: undefined, characters },
    { chatId: 'one' },
    { characters },
    { chatId: '', groupId: null },
    null,
    'one',
  ].map((context) => chatTarget(context)?.id);
  expect(ids).toEqual([
    'a.png/one',
    'a.png/the last one',
    'group:g/one',
    '/one',
    ...[undefined, undefined],
    ...[undefined, undefined],
  ]);
});

test('a chat has its memory from the one that was open just before, of the same character; from no other that its file names', () => {
  const at = (id: string) => ({ id, home: id.slice(0, id.indexOf('/') + 1) });
  const file = (chat?: string, main_chat?: string) => ({
    chatMetadata: { main_chat, ...(chat !== undefined && { bulkhead: { memory: { chat, text: '' } } }) },
  });
  const chat = [{ mes: 'Hello.', is_user: false, send_date: 1 }];
  const from = (before: string | undefined, kept: ReturnType<typeof file>, id = 'a.png/branch') =>
    originOf(at(id), before === undefined ? undefined : { id: before, messages: chat }, { ...kept, chat });
  expect(from('a.png/main', file('a.png/main'))).toEqual({ chat: 'a.png/main', length: 1 });
  expect(from('a.png/main', file(undefined, 'main'))).toEqual({ chat: 'a.png/main', length: 1 });
  const others = [
    from('a.png/main', file('a.png/private')),
    from('a.png/main', file(undefined, 'private')),
    from('b.png/main', file('b.png/main')),
    from('b.png/main', file(undefined, 'main')),
    from(undefined, file('a.png/main', 'main')),
    // What it keeps is its own.
    from('a.png/main', file('a.png/branch', 'main')),
    from('a.png/main', file('', 'main')),
    from('a.png/main', file()),
    from('a.png/', file(), 'a.png/branch'),
    from('a.png/main', file('a.png/main'), 'a.png/main'),
  ];
  expect(others).toEqual(others.map(() => undefined));
});

test('a chat has of another’s memory what belongs to the messages that both have', () => {
  const greeting = { mes: 'Hello.', is_user: false, send_date: '2026-01-01T00:00:00.000Z' };
  const asked = { mes: 'Who is she?', is_user: true, send_date: '2026-01-01T00:00:01.000Z' };
  const answer = { mes: 'Alice.', is_user: false, send_date: '2026-01-01T00:00:02.000Z' };
  const messages = [greeting, asked, answer];
  const chatMetadata = { main_chat: 'main' };
  const lengthOf = (chat: StoredMessage[]) =>
    originOf({ id: 'a.png/new', home: 'a.png/' }, { id: 'a.png/main', messages }, { chat, chatMetadata })?.length;
  expect(lengthOf([...messages])).toBe(3);
  expect(lengthOf([greeting, asked])).toBe(2);
  // What was written after the branch was made, or before the host told of it.
  expect(lengthOf([...messages, { ...asked, mes: 'And then?' }])).toBe(3);
  expect(lengthOf([greeting, { ...asked, mes: 'Something else' }, answer])).toBe(1);
  // The greeting of a card is known to everybody; when it was said is not.
  expect(lengthOf([{ ...greeting, send_date: '2026-01-01T00:00:00.001Z' }, asked, answer])).toBe(undefined);
  expect(lengthOf([{ mes: 'Hello.', is_user: false }])).toBe(undefined);
  expect(lengthOf([null as never, asked])).toBe(undefined);
  expect(lengthOf([])).toBe(undefined);
});

test('a deletion may be about every chat of that name: events name no character', () => {
  const chats = ['a.png/one', 'a.png/two', 'b.png/one', 'group:7/one', '/one', 'a.png/x/one'];
  expect(deletedBy('CHAT_DELETED', ['one'], chats)).toEqual(['a.png/one', 'b.png/one']);
  expect(deletedBy('CHAT_DELETED', ['one.jsonl'], chats)).toEqual(['a.png/one', 'b.png/one']);
  expect(deletedBy('GROUP_CHAT_DELETED', ['one'], chats)).toEqual(['group:7/one']);
  expect(deletedBy('CHARACTER_DELETED', [{ id: '0', character: { avatar: 'a.png' } }], chats)).toEqual([
    ...['a.png/one', 'a.png/two', 'a.png/x/one'],
  ]);
  const nothing = [[], [undefined], [''], [{}], [null], [{ character: {} }], [{ character: { avatar: '' } }]];
  for (const args of nothing) {
    for (const event of ['CHAT_DELETED', 'GROUP_CHAT_DELETED', 'CHARACTER_DELETED']) {
      expect(deletedBy(event, args, chats)).toEqual([]);
    }
  }
});

test('the memories of renamed chats, and of a renamed character’s chats, are those that are kept here', () => {
  const chats = ['a.png/one', 'a.png/two', 'b.png/one', 'group:7/one'];
  const chat = (more: object) =>
    renamedBy('CHAT_RENAMED', [{ oldFileName: 'one.jsonl', newFileName: 'new', ...more }], chats);
  expect(chat({ avatarId: 'a.png', groupId: null })).toEqual([{ from: 'a.png/one', to: 'a.png/new' }]);
  expect(chat({ groupId: '7' })).toEqual([{ from: 'group:7/one', to: 'group:7/new' }]);
  expect(renamedBy('CHARACTER_RENAMED', ['a.png', 'c.png'], chats)).toEqual([
    { from: 'a.png/one', to: 'c.png/one' },
    { from: 'a.png/two', to: 'c.png/two' },
  ]);
  const nothing = [
    chat({}),
    chat({ avatarId: 'c.png' }),
    renamedBy('CHAT_RENAMED', [], chats),
    renamedBy('CHARACTER_RENAMED', [], chats),
  ];
  expect(nothing).toEqual([[], [], [], []]);
});

test('types of a card are a list, and a group has none', () => {
  const types = [{ id: 'relic' }];
  const characters = [{ data: { extensions: { bulkhead: { memory: { types } } } } }, { data: null }];
  expect(ownTypesOf({ characterId: 0, characters })).toBe(types);
  expect(ownTypesOf({ characterId: 1, characters })).toBe(undefined);
  expect(ownTypesOf({ characterId: 0, groupId: 'g', characters })).toBe(undefined);
  const of = (own: unknown) =>
    ownTypesOf({ characterId: 0, characters: [{ data: { extensions: { bulkhead: { memory: { types: own } } } } }] });
  expect(of('relic')).toBe(undefined);
  expect(of({ length: 1, 0: types[0] })).toBe(undefined);
  // A stranger's card must not keep everybody waiting: each of these would be told apart from all others.
  expect(of(Array.from({ length: 50_000 }, () => ({ id: 'relic' })))).toBe(undefined);
  const wide = [{ id: 'relic', tableColumns: Array.from({ length: 50_000 }, (_, column) => `column ${column}`) }];
  expect([of(wide), of(wide)]).toEqual([undefined, undefined]);
});

test('the words of the last two messages of the user are searched for, the newest first, without those that stand everywhere', () => {
  const says = (mes: string, is_user = true) => ({ mes, is_user });
  const chat = [
    says('Forget this.'),
    says('Where is the SWORD?'),
    says('A reply.', false),
    says('The sword, in 王城里！'),
  ];
  expect(queryOf(chat)).toBe('sword 王城里');
  expect(queryOf([says('You are it.'), { mes: 'hidden', is_user: true, is_system: true }])).toBe('');
});

test('words are matched whole, ideographs two by two', () => {
  expect(matches('sword 王城里 inn', 'Swords, the inner Sword of 王城')).toEqual(['sword', '王城']);
});

test('a row tells what its type has columns for, in one line; of rolled-up types what they must have, else what there is', () => {
  const traits = ['brave,\n very', { sly: true }];
  expect(rowText(node('1', 'person', 'Al  ice', { traits, secret: 'x' }), PERSON)).toBe(
    '- (person) Al ice: traits: brave, very, {"sly":true}',
  );
  expect(rowText(node('2', 'event', 'E', { summary: 'A {{user}} came.', where: 'here' }), EVENT)).toBe(
    '- (event) E: A {\u200b{user}} came.',
  );
  expect(rowText(node('3', 'event', 'E', { what: 'this' }), EVENT)).toBe('- (event) E: what: this');
  expect(rowText(node('4', 'event', 'E'), EVENT)).toBe('- (event) E');
  expect(rowText(node('6', 'event', 'E', { summary: 'I came.', speaker: 'Ada' }), EVENT)).toBe(
    '- (event) E: Ada: I came.',
  );
  expect(rowText(node('5', 'event', 'E', { summary: 'x'.repeat(9_999) }), EVENT)).toHaveLength(500);
});

test('a row is one line whatever a type, a column or a title is called', () => {
  const own = node('1', 'per\nson', 'Al\u2028ice', { 'trait\r\n- (event) made up': 'brave\u0085' });
  const row = rowText(own, undefined);
  expect(row).toBe('- (per son) Al ice: trait - (event) made up: brave');
});

const findings = (more: Partial<Findings>): Findings => ({
  ...{ pool: [], schema, query: '', recalled: [], meaning: [], room: 1_500 },
  ...more,
});

const recalledOf = (nodes: readonly ReturnType<typeof node>[]) =>
  nodes.map((one) => ({ ...one, why: ['words'] as const }));

test('what was found comes before what is always told when there is little room, and what has none is counted', () => {
  const pool = [
    ...[3, 2, 1].map((seq) => node(`e${seq}`, 'event', `Event ${seq}`, { summary: 'x'.repeat(60) }, seq)),
    node('alice', 'person', 'Alice', { traits: 'has a sword' }),
    node('bob', 'person', 'Bob'),
  ];
  const found = {
    query: 'sword',
    recalled: recalledOf(pool.slice(3, 4)),
    meaning: [{ id: 'gone', score: 1 }],
  };
  const all = choose(findings({ ...found, pool }));
  expect(all.rows.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3', 'alice']);
  expect(all.left).toBe(0);
  expect(all.rows[3]?.why).toEqual({ kind: 'words', words: ['sword'] });
  const few = choose(findings({ ...found, pool, room: 140 }));
  expect(few.rows.map(({ id }) => id)).toEqual(['e3', 'alice']);
  expect(few.left).toBe(2);
  expect(few.rows.reduce((sum, { text }) => sum + text.length + 1, 0)).toBeLessThanOrEqual(140);
});

test('a day stands behind the title, a date that is none is a cell like any other', () => {
  const DATED = type('event', ['summary', 'date'], { requiredColumns: [] });
  const row = (date: string) => rowText(node('e', 'event', '#3', { summary: 'It rained.', date }), DATED);
  expect(row('2026-01-05T12:00:00Z')).toBe('- (event) #3 [2026-01-05]: It rained.');
  expect(row('the third moon')).toBe('- (event) #3: It rained.; date: the third moon');
});

test('what was said on a day that is asked about says so', () => {
  const pool = [node('a', 'person', 'Ada', { traits: 'calm' })];
  const recalled = pool.map((one) => ({ ...one, why: ['time'] as const }));
  expect(choose(findings({ pool, query: 'zzz', recalled })).rows[0]?.why).toEqual({ kind: 'time' });
});

test('meaning and words take turns, and a node that both have found is told once', () => {
  const pool = ['a', 'b', 'c'].map((id) => node(id, 'person', id));
  const chosen = choose(
    findings({
      pool,
      query: 'b',
      recalled: recalledOf(pool.slice(1, 2)),
      meaning: [
        { id: 'c', score: 0.9 },
        { id: 'b', score: 0.5 },
      ],
    }),
  );
  expect(chosen.rows.map(({ id, why }) => [id, why.kind])).toEqual([
    ['b', 'words'],
    ['c', 'meaning'],
  ]);
});
