import { expect, test } from 'vitest';
import { DIALECTS, type ScanOptions, type TextCallEvent } from '../../../worker/protocol/text-calls.js';
import { joinEvents, toMessage } from '../../../worker/protocol/text-message.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';
import { fc } from '../../fixtures/property.js';
import { scanOptions, textsOf } from '../../fixtures/text-calls/texts.js';

/** By hand as many as one likes: `FUZZ_RUNS=20000 npx vitest run …`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 70);

function scan(options: ScanOptions, chunks: Iterable<string>): TextCallEvent[] {
  const scanner = new Scanner(options);
  const events: TextCallEvent[] = [];
  for (const chunk of chunks) events.push(...scanner.feed(chunk));
  events.push(...scanner.end());
  return events;
}

/** Cuts a text behind these numbers of characters, over and over. */
function cut(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  for (let from = 0, turn = 0; from < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(text.slice(from, from + size));
    from += size;
  }
  return chunks;
}

/** What follows from one another leaves no gap, and every call that begins ends once. */
function expectWhole(text: string, events: readonly TextCallEvent[]): void {
  let [at, begun] = [0, 0];
  let open: number | undefined;
  for (const event of events) {
    if (event.type === 'call-start') {
      expect([open, event.id]).toEqual([undefined, begun]);
      expect(event.start).toBeGreaterThanOrEqual(at);
      open = event.id;
      begun += 1;
    } else if (event.type === 'call-arguments') expect(event.id).toBe(open);
    else {
      expect(event.start).toBe(at);
      expect(event.end).toBeGreaterThan(at);
      at = event.end;
      if (event.type === 'call' || event.type === 'malformed') {
        expect(event.id).toBe(open);
        open = undefined;
      }
      if (event.type === 'malformed') expect(event.text).toBe(text.slice(event.start, event.end));
    }
  }
  expect([at, open]).toEqual([text.length, undefined]);
}

/** What is shown of a call's arguments while they arrive begins with what they turn out to be. */
function expectShown(text: string, events: readonly TextCallEvent[]): void {
  const shown = new Map<number, string>();
  for (const event of events) {
    if (event.type === 'call-arguments') shown.set(event.id, (shown.get(event.id) ?? '') + event.text);
    if (event.type !== 'call' || event.repaired) continue;
    const raw = event.rawArguments;
    const seen = shown.get(event.id) ?? '';
    if (seen !== '' && text.slice(event.start, event.end).includes(seen)) {
      expect(seen.trimStart().slice(0, raw.length)).toBe(raw);
    }
  }
}

function expectPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  expect(Object.hasOwn(value, '__proto__')).toBe(false);
  expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(value));
  for (const one of Object.values(value)) expectPlain(one);
}

test.each([...DIALECTS, 'auto'] as const)(
  '%s: any text is told whole, once, and the same whatever its chunks',
  (dialect) => {
    const clean = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(
        textsOf(dialect),
        scanOptions(dialect),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
        (text, options, sizes) => {
          const whole = scan(options, [text]);
          expectWhole(text, whole);
          for (const chunks of [text.split(''), cut(text, sizes)]) {
            const events = scan(options, chunks);
            expectWhole(text, events);
            expectShown(text, events);
            expect(joinEvents(events)).toEqual(joinEvents(whole));
          }
          for (const event of whole) if (event.type === 'call') expectPlain(event.arguments);
          if (options.first) expect(whole.filter(({ type }) => type === 'call').length).toBeLessThan(2);
        },
      ),
      { numRuns: RUNS },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(clean);
  },
);

test.each([...DIALECTS, 'auto'] as const)('%s: a text without markers is seen as it is', (dialect) => {
  // No bracket, brace, tag, fence or `Action:`, and nothing that may stand at the very beginning of an answer.
  const plain = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `.${text.replace(/[[{<>`:]/gu, '\n')}`);
  fc.assert(
    fc.property(plain, (text) => {
      expect(toMessage(scan({ dialect }, text.split('')), null).visibleText).toBe(text);
    }),
    { numRuns: RUNS },
  );
});
