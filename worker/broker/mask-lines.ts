import type { BulkheadError } from '../protocol/errors.js';
import { join, maskBytes, type Secrets } from './mask.js';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Masks an answer while it comes: whole lines go on at once, so that an event of a stream waits for nothing but its own end.
 * @throws what `tooLarge` makes, for a line of more than `maxBytes`.
 */
export async function* maskLines(
  pieces: AsyncIterable<Uint8Array>,
  secrets: Secrets,
  maxBytes: number,
  tooLarge: () => BulkheadError,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const end = Math.max(piece.lastIndexOf(LINE_FEED), piece.lastIndexOf(RETURN)) + 1;
    if (end > 0) {
      yield maskBytes(join([...held, piece.subarray(0, end)]), secrets);
      held = [];
      size = 0;
    }
    held.push(piece.subarray(end));
    size += piece.length - end;
    if (size > maxBytes) throw tooLarge();
  }
  if (size > 0) yield maskBytes(join(held), secrets);
}
