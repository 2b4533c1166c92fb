import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DIALECTS, type DialectId, type TextCallEvent } from '../../../worker/protocol/text-calls.js';
import { joinEvents, toMessage } from '../../../worker/protocol/text-message.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';
import { expectedOf, foundIn, optionsOf, type TextCallCase } from '../../fixtures/text-calls/cases.js';

const folder = fileURLToPath(new URL('../../conformance/vectors/text-calls/', import.meta.url));
const cases: TextCallCase[] = readdirSync(folder).flatMap(
  (name) => JSON.parse(readFileSync(folder + name, 'utf8')).cases,
);

function scan(one: TextCallCase, chunks: Iterable<string>, dialect: DialectId | 'auto' = one.format) {
  const scanner = new Scanner({ ...optionsOf(one), dialect });
  const events: TextCallEvent[] = [];
  for (const chunk of chunks) events.push(...scanner.feed(chunk));
  events.push(...scanner.end());
  return toMessage(joinEvents(events), scanner.dialect ?? null);
}

test('every dialect has recorded cases', () => {
  expect(new Set(cases.map(({ format }) => format))).toEqual(new Set(DIALECTS));
});

test.each(cases.map((one) => [one.id, one] as const))('%s', (_id, one) => {
  const whole = scan(one, [one.input]);
  expect(foundIn(whole, one)).toEqual(expectedOf(one));
  expect(scan(one, one.input.split(''))).toEqual(whole);
});
