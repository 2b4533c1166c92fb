import { assetsAt, assetsOf } from '../../src/isolation/assets.js';
import { TextCallReader } from '../../src/text-calls/reader.js';
import type { TextCallEvent } from '../../worker/protocol/text-calls.js';
import { joinEvents, toMessage } from '../../worker/protocol/text-message.js';
import { expectedOf, foundIn, optionsOf, type TextCallCase } from '../fixtures/text-calls/cases.js';
import { onlyTell, unknownKeys, watched, whole } from './keys.js';
import type { Area } from './types.js';

/** A text in pieces of 1 to 7 characters, the same at every run. */
function* pieces(text: string, seed: number): Generator<string> {
  let [state, from] = [seed, 0];
  while (from < text.length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const to = from + 1 + ((state >>> 16) % 7);
    yield text.slice(from, to);
    from = to;
  }
}

/** A case with the keys that are known here, each read once. */
function read(view: TextCallCase): TextCallCase {
  onlyTell(view, 'notes', 'source', 'oracle');
  const { id, format, input, expected, tools, ids, reasoning, error } = view;
  const { calls, content } = expected;
  return {
    ...{ id, format, input },
    expected: { calls: whole(calls), ...(content !== undefined && { content }) },
    ...(tools && { tools: whole(tools) }),
    ...(ids && { ids: whole(ids) }),
    ...(reasoning !== undefined && { reasoning }),
    ...(error !== undefined && { error }),
  };
}

/** Runs each case whole, one character at a time, and in random pieces, in the real worker. */
export const textCalls: Area = async function* (files) {
  const reader = new TextCallReader(assetsOf(assetsAt('/bulkhead/')).textCalls);
  const scan = async (one: TextCallCase, chunks: Iterable<string>) => {
    const open = reader.open(optionsOf(one));
    const feeding = Array.from(chunks, (chunk) => open.feed(chunk));
    const ending = open.end();
    const events: TextCallEvent[] = (await Promise.all(feeding)).flat();
    const { events: rest, dialect } = await ending;
    return toMessage(joinEvents([...events, ...rest]), dialect);
  };
  try {
    for (const written of files.flatMap(({ cases }) => cases as readonly TextCallCase[])) {
      const view = watched(written, 'case');
      const one = read(view);
      const unknown = unknownKeys(view);
      const parsed = await reader.parse(one.input, optionsOf(one));
      const ways = [await scan(one, one.input.split(''))];
      for (const seed of [1, 2, 3]) ways.push(await scan(one, pieces(one.input, seed)));
      const [expected, actual] = [expectedOf(one), foundIn(parsed, one)];
      const differ = ways.find((way) => JSON.stringify(way) !== JSON.stringify(parsed));
      const ok = differ === undefined && sameJson(expected, actual) && unknown === undefined;
      yield {
        id: one.id,
        ok,
        ...(!ok && { expected: differ ? parsed : expected, actual: unknown ?? differ ?? actual }),
      };
    }
  } finally {
    reader.close();
  }
};

/** Equal as JSON values, whatever the order of keys. */
function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && sameJson(value, (b as Record<string, unknown>)[key]))
  );
}
