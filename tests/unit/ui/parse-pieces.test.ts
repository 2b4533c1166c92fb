import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Piece, piecesOf } from '../../../src/ui/text-calls/parse-pieces.js';
import { StreamParts } from '../../../src/ui/text-calls/stream-parts.js';
import type { ParsedMessage, TextCallEvent } from '../../../worker/protocol/text-calls.js';
import { joinEvents, toMessage } from '../../../worker/protocol/text-message.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';
import { optionsOf, type TextCallCase } from '../../fixtures/text-calls/cases.js';

const folder = fileURLToPath(new URL('../../conformance/vectors/text-calls/', import.meta.url));
const cases: readonly TextCallCase[] = readdirSync(folder).flatMap(
  (name) => JSON.parse(readFileSync(folder + name, 'utf8')).cases,
);

function eventsOf(one: TextCallCase, chunks: Iterable<string>): readonly TextCallEvent[] {
  const scanner = new Scanner(optionsOf(one));
  return [...[...chunks].flatMap((chunk) => scanner.feed(chunk)), ...scanner.end()];
}

const parse = (one: TextCallCase): ParsedMessage => toMessage(joinEvents(eventsOf(one, [one.input])), one.format);
const textOf = (pieces: readonly Piece[], ...kinds: Piece['kind'][]): string =>
  pieces.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join('');

test('the pieces of every recorded text follow each other without a gap, and show what its reader sees', () => {
  expect(cases.length).toBeGreaterThan(50);
  for (const one of cases) {
    const message = parse(one);
    const pieces = piecesOf(one.input, message);
    expect(pieces.map(({ text }) => text).join(''), one.id).toBe(one.input);
    let end = 0;
    for (const piece of pieces) {
      expect([piece.start, piece.end], one.id).toEqual([end, end + piece.text.length]);
      end = piece.end;
    }
    expect(textOf(pieces, 'text', 'malformed'), one.id).toBe(message.visibleText);
    expect(textOf(pieces, 'reasoning'), one.id).toBe(message.reasoning);
  }
});

test('a long text keeps its calls and what surrounds them', () => {
  const far = 'x'.repeat(200_000);
  const [call, other] = ['[CALL: first({})]', '[CALL: second({})]'];
  const one: TextCallCase = {
    id: 'long',
    format: 'bracket-call',
    input: far + call + far + other,
    expected: { calls: [] },
  };
  const pieces = piecesOf(one.input, parse(one));
  expect(textOf(pieces, 'call')).toBe(call + other);
  expect(textOf(pieces, 'text').length).toBeLessThan(2_000);
  expect(pieces.filter(({ kind }) => kind === 'gap')).toHaveLength(2);
});

test('a stream shows the same calls and the same text in whatever chunks it arrives', () => {
  for (const one of cases) {
    const [whole, bits] = [new StreamParts(), new StreamParts()];
    whole.read(eventsOf(one, [one.input]));
    const events = eventsOf(one, one.input);
    for (let count = 1; count <= events.length; count++) bits.read(events.slice(0, count));
    const shown = ({ parts }: StreamParts) => ({
      calls: parts.flatMap((part) => (part.kind === 'call' ? [[part.name, part.order, part.call?.arguments]] : [])),
      text: parts.flatMap((part) => (part.kind === 'text' ? [part.text.replace(/\s+/g, '')] : [])).join(''),
    });
    expect(shown(bits), one.id).toEqual(shown(whole));
    expect(shown(whole).calls.length, one.id).toBe(parse(one).calls.length);
  }
});
