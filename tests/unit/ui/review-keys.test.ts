import { expect, test } from 'vitest';
import { keyFor, pressedKey, REVIEW_HELP, REVIEW_KEYS } from '../../../src/ui/studio/review-keys.js';

const none = { key: '', code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, third: false };
const action = (some: Partial<typeof none>) => REVIEW_KEYS[pressedKey({ ...none, ...some }) ?? ''];

test('Caps Lock does not make of one decision a decision about all', () => {
  expect(action({ key: 'y' })).toBe('accept');
  expect(action({ key: 'Y' })).toBe('accept');
  expect(action({ key: 'Y', shiftKey: true })).toBe('acceptRest');
  expect(action({ key: 'n', shiftKey: true })).toBe('rejectRest');
});

test('on a keyboard of other letters a key is where it would be', () => {
  expect(action({ key: 'о', code: 'KeyJ' })).toBe('next');
  expect(action({ key: 'н', code: 'KeyY', shiftKey: true })).toBe('acceptRest');
});

test('brackets count on the third level of a key, and Alt with another key is nobody’s of ours', () => {
  expect(action({ key: ']', ctrlKey: true, altKey: true, third: true })).toBe('nextChange');
  expect(action({ key: 'j', altKey: true })).toBeUndefined();
});

test('with Ctrl or ⌘ only taking back, again and what follows is meant', () => {
  expect(action({ key: 'z', ctrlKey: true })).toBe('undo');
  expect(action({ key: 'Z', metaKey: true, shiftKey: true })).toBe('redo');
  expect(action({ key: 'Enter', metaKey: true })).toBe('approve');
  expect(action({ key: 'y', ctrlKey: true })).toBeUndefined();
  expect(action({ key: 'n', metaKey: true })).toBeUndefined();
});

test('every action is listed with its key', () => {
  const listed = REVIEW_HELP.flatMap(([actions]) => actions);
  expect([...new Set(Object.values(REVIEW_KEYS))].sort()).toEqual([...listed].sort());
  expect(keyFor('acceptRest', REVIEW_KEYS)).toBe('⇧Y');
  expect(keyFor('undo', { 'Mod+z': 'undo' })).toBe('⌘/Ctrl Z');
  expect(keyFor('undo', {})).toBe('');
});
