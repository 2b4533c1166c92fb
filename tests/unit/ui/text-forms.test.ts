import { describe, expect, test } from 'vitest';
import { filled } from '../../../worker/protocol/filled.js';
import { INTERFACE_TEXTS, SILLYTAVERN_TEXTS } from '../../fixtures/interface-texts.js';

const TEXTS = [...INTERFACE_TEXTS, ...SILLYTAVERN_TEXTS];
const KEYS = new Set(TEXTS.map(([key]) => key));

const FORM = /\{(\w+)\|([^|{}]+)\|([^|{}]+)\}/g;
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** Places that are filled with a number of things. */
const COUNTS =
  /\{(?:count|all|on|nodes|edges|calls|left|limit|read|written|requests|sent|received|total|failed|failures|refusals|live)\}/;
/** A number of things, and the word that follows, with at most one adjective between them. */
const COUNTED = new RegExp(`${COUNTS.source} (?:(?:more|earlier|other|new|saved|running) )?([a-z]+)`, 'g');
/** Things that are counted somewhere, in both forms. */
const NOUNS = new Set(TEXTS.flatMap(([, [en]]) => [...en.matchAll(FORM)].flatMap(([, , one, other]) => [one, other])));
const isNoun = (word: string): boolean => NOUNS.has(word) || /(ies|[^sui]s)$/.test(word);

/** Keys under which the text for 1 may be. The code chooses between the two. */
const singular = (key: string): readonly string[] => [
  ...[`${key}One`, key.replace(/s$/, ''), key.replace(/s$/, 'One')],
  ...[key.replace(/Many$/, 'One'), key.replace('.many.', '.one.')],
];
const hasOwnSingular = (key: string): boolean => singular(key).some((one) => one !== key && KEYS.has(one));

describe('a number of things', () => {
  test('has a form for 1 in English', () => {
    const wrong = TEXTS.filter(([key]) => !hasOwnSingular(key)).flatMap(([key, [en]]) =>
      [...en.matchAll(COUNTED)].flatMap(([found, word = '']) => (isNoun(word) ? [`${key}: ${found}`] : [])),
    );
    expect(wrong).toEqual([]);
  });

  test('has two different forms, which are of a number', () => {
    const forms = TEXTS.flatMap(([key, [en]]) =>
      [...en.matchAll(FORM)].map(([, name, one, other]) => ({ key, name, one, other, en })),
    );
    expect(forms.length).toBeGreaterThan(30);
    expect(forms.filter(({ name, one, other, en }) => one === other || !places(en).includes(name ?? ''))).toEqual([]);
  });

  test('has one form in Chinese', () => {
    expect(TEXTS.filter(([, [, ...chinese]]) => chinese.some((text) => text.includes('|')))).toEqual([]);
  });

  test('reads as people say it', () => {
    const text = (key: string) => TEXTS.find(([one]) => one === key)?.[1][0] ?? '';
    const counts = text('bulkhead.memory.counts');
    expect(filled(counts, { nodes: 1, edges: 0 })).toBe('1 memory and 0 links');
    expect(filled(counts, { nodes: 2, edges: 1 })).toBe('2 memories and 1 link');
    expect(filled(text('bulkhead.memory.recalledLeft'), { count: 1, left: 139 })).toBe(
      '1 memory in the last prompt; 139 more didn’t fit',
    );
    expect(filled(text('plugins.tools'), { count: '1' })).toBe('1 tool');
    expect(filled(text('inspect.chars'), { count: '1,000' })).toBe('1,000 characters');
  });
});

test('what is filled in is not read for places or forms', () => {
  expect(filled('{a} {b}', { a: '{b}', b: '{a|x|y}' })).toBe('{b} {a|x|y}');
  expect(filled('{a} {b}', { a: 1 })).toBe('1 {b}');
});

test('each text is there in each language, with the same places', () => {
  const wrong = TEXTS.flatMap(([key, [en, ...others]]) =>
    others.filter((text) => text === '' || places(text).join() !== places(en).join()).map((text) => [key, en, text]),
  );
  expect(wrong).toEqual([]);
});

/** What a button says, by the last part of its key. */
const BUTTONS =
  /(^|\.)(accept|acceptAll|acceptRest|allow|allowNone|allowSome|approve|approveAll|approveRest|archive|ask|askAgain|cancel|choose|clear|close|closeStop|commit|connect|copy|create|customise|default|delete|disconnect|discard|dismiss|edit|export|find|forget|fork|goOn|import|keep|kill|newTool|no|noAll|open|play|reconnect|refresh|reject|rejectAll|rejectRest|reload|remove|rename|repair|replace|replaceNo|replaceYes|restore|resume|retry|revoke|revokeAll|rollback|rollbackNow|run|save|saveFirst|send|simulate|stay|stop|stopAll|stopSkipping|submit|take|test|unarchive|undo|update|yes|yesAll)$/;
/** Keys that end as a button’s does, and are no buttons. */
const NO_BUTTONS: readonly string[] = ['card.keep', 'consent.update', 'bulkhead.command.run'];
/** Sentences, and what is followed by a message, explain. All else stands in one line. */
const isExplanation = (text: string): boolean => /[.:]$|[.;] \S|: \{message\}/.test(text);
/** Longest texts in English. Chinese has half of them: its characters are twice as wide. */
const BOUNDS = { button: 40, label: 80, explanation: 240 } as const;

const kindOf = (key: string, en: string): keyof typeof BOUNDS => {
  if (BUTTONS.test(key) && !NO_BUTTONS.includes(key)) return 'button';
  return isExplanation(en) ? 'explanation' : 'label';
};
/** A text with something short in its places. */
const asFilled = (text: string): string => text.replace(FORM, '$3').replace(/\{\w+\}/g, '123');

test('no text is longer than its place', () => {
  const wrong = TEXTS.flatMap(([key, text]) => {
    const kind = kindOf(key, text[0]);
    return text.flatMap((one, at) => {
      const { length } = asFilled(one);
      const most = at === 0 ? BOUNDS[kind] : BOUNDS[kind] / 2;
      return length > most ? [`${key}: a ${kind} of ${length}, at most ${most}: ${one}`] : [];
    });
  });
  expect(wrong).toEqual([]);
  expect(NO_BUTTONS.filter((key) => !KEYS.has(key))).toEqual([]);
});

test('one thing has one name', () => {
  const said = (at: 0 | 1 | 2, words: RegExp) => TEXTS.filter(([, text]) => words.test(text[at])).map(([key]) => key);
  // While no plugin runs it is safe mode. What ends calls stops all tools.
  expect(said(0, /kill switch|stop everything/i)).toEqual([]);
  expect([...said(1, /紧急开关|总开关|全部停止/), ...said(2, /緊急開關|總開關|全部停止/)]).toEqual([]);
  // An agent is 智能体. The assistant is a role in a chat.
  expect([...said(1, /代理/), ...said(2, /代理/)]).toEqual([]);
  expect(said(1, /助手/).sort()).toEqual(['chat.role.assistant', 'role.assistant']);
});
