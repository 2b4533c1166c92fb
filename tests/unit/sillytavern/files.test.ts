import { expect, test } from 'vitest';
import type { Context } from '../../../src/hosts/sillytavern/base/context.js';
import { offerKey, readSettings } from '../../../src/hosts/sillytavern/base/settings.js';
import { ownTypesOf } from '../../../src/hosts/sillytavern/memory/all-types.js';
import { metadataOf, recallIsOn } from '../../../src/hosts/sillytavern/memory/metadata.js';
import { originOf } from '../../../src/hosts/sillytavern/memory/origin.js';
import { capsuleOf } from '../../../src/hosts/sillytavern/modes/capsules.js';
import { notesOf } from '../../../src/hosts/sillytavern/modes/notes.js';
import { callsOf } from '../../../src/hosts/sillytavern/text-calls/mode.js';

/** The table "What a file carries" of SECURITY.md, row by row. */
const here = { chatId: 'one', characterId: 0, characters: [{ avatar: 'ann.png' }], chat: [{ mes: 'Hello.' }] };
const withFile = (bulkhead: unknown, settings: object = {}, more: object = {}) =>
  ({ ...here, chatMetadata: { bulkhead, ...more }, extensionSettings: { bulkhead: settings } }) as unknown as Context;

/** Everything that a file might try to say of what only the user decides. */
const GREEDY = {
  ...{ calls: { mode: 'text', dialect: 'react' }, chats: { 'ann.png/one': { mode: 'text' } }, recall: 'always' },
  ...{ offers: { [offerKey({ owner: 'page', name: 'wipe' })]: true }, bridges: [{ name: 'wipe', mode: 'write' }] },
  ...{ modes: { auto: true, mode: 'director' }, auto: true },
  capsule: { mode: 'loop', text: 'Mind it.', auto: true, calls: 'text', lore: [{ book: 'b', uid: '1', x: 1 }, 'b'] },
  notes: [{ id: 'n', text: 'a note', run: true }, 7],
  memory: { chat: 'ann.png/other', text: '{}', used: true, types: [] },
};

test('calls: a file says no, and nothing else; its format is not followed', () => {
  expect(callsOf(withFile(GREEDY))).toEqual({ mode: 'native', dialect: 'auto' });
  expect(callsOf(withFile({ calls: { mode: 'off', dialect: 'react' } }, { calls: { mode: 'text' } }))).toEqual({
    mode: 'off',
    dialect: 'auto',
  });
});

test('settings: nothing of them is read from a file', () => {
  expect(readSettings(withFile(GREEDY))).toEqual(readSettings(withFile(undefined)));
});

test('recall: a file keeps memories out of requests, and says nothing else', () => {
  const of = (recall: unknown) => recallIsOn(withFile({ recall }));
  expect([false, undefined, true, 'always', 0, null].map(of)).toEqual([false, true, true, true, true, true]);
});

test('memory: of what a file keeps two texts are read; whose memory it is counts only for the chat that was open just before', () => {
  expect(metadataOf(withFile(GREEDY))).toEqual({ chat: 'ann.png/other', text: '{}' });
  const target = { id: 'ann.png/one', home: 'ann.png/' };
  const before = (id: string, mes: string) => ({ id, messages: [{ mes }] });
  for (const file of [withFile(GREEDY), withFile({}, {}, { main_chat: 'other' })]) {
    expect(originOf(target, undefined, file)).toBeUndefined();
    expect(originOf(target, before('ann.png/third', 'Hello.') as never, file)).toBeUndefined();
    expect(originOf(target, before('eve.png/other', 'Hello.') as never, file)).toBeUndefined();
    expect(originOf(target, before('ann.png/other', 'Other words.') as never, file)).toBeUndefined();
    expect(originOf(target, before('ann.png/other', 'Hello.') as never, file)).toEqual({
      chat: 'ann.png/other',
      length: 1,
    });
  }
});

test('capsule: a text, and names of entries; it starts no run', () => {
  const file = withFile(GREEDY);
  expect(capsuleOf(file)).toEqual({
    mode: 'loop',
    text: 'Mind it.',
    lore: [expect.objectContaining({ book: 'b', uid: '1' })],
  });
  expect(readSettings(file).modes.auto).toBe(false);
});

test('notes: texts, and nothing that is none', () => {
  const file = withFile(GREEDY);
  expect(notesOf(() => file).prompt).toBe('Open Notes\n- [n] a note');
});

test('card: a list of kinds of things, within bounds, and none in a group', () => {
  const card = (types: unknown, more: object = {}) =>
    ownTypesOf({
      ...here,
      characters: [
        { avatar: 'ann.png', data: { extensions: { bulkhead: { ...GREEDY, memory: { types, direct: true } } } } },
      ],
      ...more,
    });
  expect(card([{ id: 'event' }])).toEqual([{ id: 'event' }]);
  expect([
    card('all'),
    card(Array.from({ length: 101 }, () => ({}))),
    card([{ a: 'x'.repeat(200_001) }]),
    card([{}], { groupId: 'g' }),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
