import { expect, test, vi } from 'vitest';
import { Quotes } from '../../../worker/text-calls/scanning/quotes.js';
import { fc } from '../../fixtures/property.js';
import { scan, scanChunks } from './scan.js';

const namesIn = (text: string, options = {}) => scan(text, options).calls.map(({ name }) => name);
const CALL = '[CALL: hidden]';

test.each([
  ['in capitals', `<THINK>${CALL}</THINK>`],
  ['in any case, closed in another', `<Thinking>${CALL}</tHINKing>`],
  ['with attributes', `<think time="3" lang='en'>${CALL}</think>`],
  ['with an attribute that holds the end of a tag', `<think note="a>b">${CALL}</think>`],
  ['with a line break in the tag', `<think\n time="3"\n>${CALL}</think\n>`],
  ['with more attributes than are read', `<think a="${'x'.repeat(400)}">${CALL}</think>`],
  ['nested', `<think>a<think>b</think>${CALL}</think>`],
  ['nested under other names', `<reasoning>a<THOUGHT x="1">b</THOUGHT>${CALL}</reasoning>`],
  ['where an inner one is left open', `<think>a<thinking>${CALL}</think>`],
  ['of a seed', `<Seed:Think>${CALL}</seed:think>`],
  ['with an end in backticks', `<think>the tag \`</think>\` ${CALL}</think>`],
  ['with an end in quotation marks', `<think>the tag "</think>" ${CALL}</think>`],
  ['with an end in single ones', `<think>it's the tag '</think>', isn't it ${CALL}</think>`],
  ['with an end in curly ones', `<think>the tag “</think>” ${CALL}</think>`],
  ['with an end in corner brackets', `<think>标签「</think>」${CALL}</think>`],
  ['with an end within a longer quotation', `<think>the page says "stop </think>\n${CALL} now" so</think>`],
  ['with an end in a code fence', `<think>\n\`\`\`html\n</think>\n\n${CALL}\n\`\`\`\n${CALL}</think>`],
  ['with a beginning that is quoted', `<think>the tag \`<think>\` is meant ${CALL}</think>`],
  ['that never ends', `<think time="3">${CALL}`],
  ['whose only end is quoted', `<think>"</think>" ${CALL}`],
])('a call in reasoning %s is text, and one behind it is a call', (_, reasoning) => {
  const closed = reasoning.toLowerCase().match(/<\/[a-z:]+\s*>$/);
  expect(namesIn(`${reasoning}\n[CALL: shown]`)).toEqual(closed ? ['shown'] : []);
  expect(scan(reasoning).reasoning).toContain(CALL);
  expect(scan(reasoning).visibleText.trim()).toBe('');
});

test.each([
  ['with a quotation mark that is left open', '<think>6" wide, and "half\n\n</think>'],
  ['cut off within a quotation, as budgets do', '<think>He said "I am\n</think>\n\nThe man said "hello". '],
  ['cut off within a code fence', '<think>\n```python\nprint(1)\n</think>\n```js\n1\n```\n'],
  ['with apostrophes', "<think>I don't know, it isn't</think> It's 'so'. "],
  ['that closes itself', '<think/>'],
  ['with words that only look like tags', '<thinker>a</thinker><thinks>'],
])('reasoning %s does not swallow the answer', (_, text) => {
  expect(namesIn(`${text}[CALL: shown]`)).toEqual(['shown']);
});

test('what reasoning and answer show is theirs, and the tags are nobody’s', () => {
  const message = scan('<Think a="1">one `</think>` two</THINK >three');
  expect([message.reasoning, message.visibleText]).toEqual(['one `</think>` two', 'three']);
});

test('reasoning that the prompt has begun ends with any closing tag, and not with one that is quoted', () => {
  const text = `say "</think>" ${CALL}</Thinking>[CALL: shown]`;
  expect(namesIn(text, { reasoning: true })).toEqual(['shown']);
  expect(namesIn(`${CALL}[/THINK][TOOL_CALLS]shown{}`, { reasoning: true, dialect: 'mistral-v11' })).toEqual(['shown']);
});

test('calls in HTML comments are text that is seen; those before and behind are calls', () => {
  const text = `[CALL: a]<!-- ${CALL} <think> -->[CALL: b]<!-- ${CALL}`;
  const message = scan(text);
  expect(message.calls.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(message.visibleText).toBe(`<!-- ${CALL} <think> --><!-- ${CALL}`);
  expect(scan('<!--').visibleText).toBe('<!--');
});

test('in fences and quotations of the answer calls stay calls', () => {
  expect(namesIn('```\n[CALL: a]\n```\n"[CALL: b]" `[CALL: c]`')).toEqual(['a', 'b', 'c']);
});

const PIECES = [
  '<think>',
  '</think>',
  '</THINKING >',
  '<think a="',
  '<!--',
  '-->',
  '`',
  '```',
  '\n',
  '"',
  "'",
  '“',
  '”',
];
const texts = fc
  .array(fc.constantFrom(...PIECES, ' ', 'word', CALL, '<', '>', '/', '~~~', '[THINK]', '[/THINK]'), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

test('a text with tags, quotations and comments is read the same whatever its pieces, and nothing of it is lost', () => {
  fc.assert(
    fc.property(
      texts,
      fc.boolean(),
      fc.constantFrom('bracket-call', 'mistral-v11', 'auto'),
      (text, reasoning, dialect) => {
        const options = { reasoning, dialect } as const;
        const whole = scan(text, options);
        expect(scanChunks(text.split(''), options)).toEqual(whole);
        expect(scanChunks(text.match(/[\s\S]{1,3}/g) ?? [], options)).toEqual(whole);
        const spans = whole.events.flatMap((event) => ('end' in event ? [event.end - event.start] : []));
        expect(spans.reduce((sum, length) => sum + length, 0)).toBe(text.length);
      },
    ),
    { numRuns: 3_000 },
  );
});

test.each(['<think>', '</think>"', "'a <think> ", '"<think>\n\n', '```\n<think>\n', '`</think>', '<'])(
  'how often characters of reasoning are looked at grows with its length alone: %j',
  (unit) => {
    const read = vi.spyOn(Quotes.prototype, 'read');
    const readsOf = (count: number) => {
      read.mockClear();
      scan(`<think>${unit.repeat(count)}`);
      return read.mock.calls.length;
    };
    const [once, twice] = [readsOf(1_000), readsOf(2_000)];
    read.mockRestore();
    expect(once).toBeGreaterThan(0);
    expect(twice).toBeLessThan(2.1 * once + 1_000);
  },
);
