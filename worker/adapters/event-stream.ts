import { createParser } from 'eventsource-parser';

/**
 * Reads server-sent events from pieces of their text: what each of them carries, in order. A line that is none is left out.
 * @throws {RangeError} for an event of more than `maxChars`.
 */
export async function* eventsOf(texts: AsyncIterable<string>, maxChars: number): AsyncGenerator<string> {
  const ready: string[] = [];
  let over = false;
  const parser = createParser({
    maxBufferSize: maxChars,
    onEvent: ({ data }) => ready.push(data),
    onError: ({ type }) => {
      over ||= type === 'max-buffer-size-exceeded';
    },
  });
  const feed = (text: string): string[] => {
    parser.feed(text);
    if (over) throw new RangeError(`an event of more than ${maxChars} characters`);
    return ready.splice(0);
  };
  for await (const text of texts) yield* feed(text);
  // The last event of a stream may lack its blank line.
  yield* feed('\n\n');
}
