import { describe, expect, test } from 'vitest';
import type { ReviewState } from '../../../src/studio/base/types.js';
import { ReviewSaid } from '../../../src/ui/studio/review-said.js';
import {
  Decided,
  decideChange,
  decideHunk,
  decideRest,
  markReviewed,
  NOTHING_SAID,
  saysTheSame,
} from '../../../src/ui/studio/review-state.js';

const HUNKS = ['one', 'two', 'three'];
const said = (decisions: ReviewState['decisions'], reviewed: readonly string[] = []): ReviewState => ({
  decisions,
  reviewed,
});

describe('what is said of changes', () => {
  test('what is said of a hunk beats what is said of its change', () => {
    const decided = new Decided(said({ a: 'accept', 'a\ntwo': 'reject' }));
    expect(HUNKS.map((hunk) => decided.of('a', hunk))).toEqual(['accept', 'reject', 'accept']);
    expect(decided.verdict('a', HUNKS)).toBe('mixed');
    expect(decided.verdict('a')).toBe('mixed');
  });

  test('a change is decided as a whole once all of its hunks are', () => {
    let state = NOTHING_SAID;
    const verdicts = HUNKS.map((hunk) => {
      state = decideHunk(state, 'a', hunk, 'reject', HUNKS);
      return new Decided(state).verdict('a', HUNKS);
    });
    expect(verdicts).toEqual(['partly', 'partly', 'reject']);
    expect(new Decided(state).verdict('b', HUNKS)).toBe('open');
    expect(state.decisions).toEqual({ a: 'reject' });
  });

  test('a hunk that is decided anew leaves to the others what was said of the whole', () => {
    const state = decideHunk(said({ a: 'reject', b: 'accept' }), 'a', 'two', 'accept', HUNKS);
    expect(state.decisions).toEqual({ b: 'accept', 'a\none': 'reject', 'a\nthree': 'reject', 'a\ntwo': 'accept' });
    expect(decideHunk(state, 'a', 'two', null, HUNKS).decisions).not.toHaveProperty('a\ntwo');
  });

  test('what is said of a whole change is said of each hunk; taken back, nothing is', () => {
    const state = decideChange(said({ 'a\none': 'accept', 'ab\none': 'accept' }), 'a', 'reject');
    expect(state.decisions).toEqual({ 'ab\none': 'accept', a: 'reject' });
    expect(decideChange(state, 'a', null).decisions).toEqual({ 'ab\none': 'accept' });
  });

  test('the rest is what is open; where nothing is, it is everything', () => {
    const state = said({ a: 'reject', 'b\none': 'reject' });
    expect(decideRest(state, ['a', 'b', 'c'], ['b', 'c'], 'accept').decisions).toEqual({
      ...{ a: 'reject', 'b\none': 'reject' },
      ...{ b: 'accept', c: 'accept' },
    });
    expect(decideRest(state, ['a', 'b'], [], 'accept').decisions).toEqual({ a: 'accept', b: 'accept' });
  });

  test('ids that are names of every object are ids like others', () => {
    const state = decideHunk(decideChange(NOTHING_SAID, '__proto__', 'reject'), 'constructor', 'one', 'accept', [
      'one',
    ]);
    const decided = new Decided(state);
    expect(decided.of('__proto__')).toBe('reject');
    expect(decided.of('constructor', 'one')).toBe('accept');
    expect(decided.of('toString')).toBeUndefined();
  });

  test('two say the same whatever the order', () => {
    const one = said({ a: 'accept', b: 'reject' }, ['a', 'b']);
    expect(saysTheSame(one, said({ b: 'reject', a: 'accept' }, ['b', 'a']))).toBe(true);
    expect(saysTheSame(one, said({ b: 'accept', a: 'accept' }, ['b', 'a']))).toBe(false);
    expect(saysTheSame(one, said({ a: 'accept', c: 'reject' }, ['b', 'a']))).toBe(false);
    expect(saysTheSame(one, markReviewed(one, 'a', false))).toBe(false);
  });
});

describe('taking back', () => {
  const at = { change: 'a', hunk: 'one' };

  test('brings a decision back with the place where it was made, as often as there is one, and makes it again', () => {
    const controller = new ReviewSaid();
    controller.decide(at, 'reject', HUNKS, at);
    controller.decide({ change: 'b' }, 'accept', [], { change: 'b' });
    expect(controller.state).toEqual(said({ 'a\none': 'reject', b: 'accept' }, ['b']));
    expect(controller.undo({ change: 'c' })).toEqual({ change: 'b' });
    expect(controller.undo({ change: 'b' })).toEqual(at);
    expect(controller.state).toEqual(NOTHING_SAID);
    expect(controller.undo(at)).toBeUndefined();
    controller.redo(at);
    expect(controller.redo(at)).toEqual({ change: 'c' });
    expect(controller.state.decisions).toEqual({ 'a\none': 'reject', b: 'accept' });
  });

  test('all that was decided at once is taken back at once', () => {
    const controller = new ReviewSaid();
    controller.decide({ change: 'a' }, 'reject', [], null);
    controller.rest('accept', ['a', 'b', 'c'], () => [], null);
    expect(controller.state.decisions).toEqual({ a: 'reject', b: 'accept', c: 'accept' });
    controller.undo(null);
    expect(controller.state.decisions).toEqual({ a: 'reject' });
  });

  test('is not for what somebody else has said since; the same said again changes nothing', () => {
    const controller = new ReviewSaid();
    controller.decide({ change: 'a' }, 'reject', [], null);
    controller.read(structuredClone(controller.state));
    expect(controller.undo(null)).toBe(null);
    controller.read(said({ z: 'accept' }));
    controller.undo(null);
    expect(controller.state).toEqual(NOTHING_SAID);
  });

  test('of decisions that were kept the last one goes first, and the keyboard is where it was made', () => {
    const controller = new ReviewSaid();
    controller.read(JSON.parse(JSON.stringify(said({ a: 'accept', 'b\none': 'reject' }, ['a']))));
    expect(controller.undoable).toBe(true);
    expect(controller.undo(null)).toEqual({ change: 'b', hunk: 'one' });
    expect(controller.state).toEqual(said({ a: 'accept' }, ['a']));
    expect(controller.undo(null)).toEqual({ change: 'a' });
    expect(controller.undo(null)).toBeUndefined();
    expect(controller.undoable).toBe(false);
    controller.redo(null);
    controller.redo(null);
    expect(controller.state.decisions).toEqual({ a: 'accept', 'b\none': 'reject' });
  });

  test('a decision after it leaves nothing to be made again', () => {
    const controller = new ReviewSaid();
    controller.decide({ change: 'a' }, 'reject', [], null);
    controller.undo(null);
    controller.decide({ change: 'b' }, 'accept', [], null);
    expect(controller.redo(null)).toBeUndefined();
    expect(controller.state.decisions).toEqual({ b: 'accept' });
  });
});
