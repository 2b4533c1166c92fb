import { displayLine } from '../protocol/display-text.js';
import { parseJson } from '../protocol/json.js';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const COMMENT = '//# sourceMappingURL=';
const INLINE = /^data:application\/json(?:;charset=[\w-]+)?;base64,([A-Za-z0-9+/]*)=*\s*$/i;
/** Segments of one map, and lines without any: beyond it, the map is none. */
const SEGMENTS = 500_000;
/** Code points of a file's name, and of a function's. */
const NAME_CHARS = 200;

/** Where a position comes from. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What is called there in the source, and the column of the built file at which the name begins. */
  readonly name?: string;
  readonly from: number;
}

/** A position of a built file, counted from 1, in the file that it was built from. */
export type FindOrigin = (line: number, column: number) => Origin | undefined;

/** Where the comment with an inline map begins, or the end of a source that has none. The comment is the last there is. */
function commentAt(source: string): number {
  const at = source.lastIndexOf(COMMENT);
  return at >= 0 && INLINE.test(source.slice(at + COMMENT.length)) ? at : source.length;
}

/** A source without its inline map, which the engine need not read. Every position stays. */
export const withoutMap = (source: string): string => source.slice(0, commentAt(source));

/** Reads the inline map of a source (version 3, without sections). A map with any fault is none. */
export function readMap(source: string): FindOrigin | undefined {
  const encoded = source.slice(commentAt(source) + COMMENT.length).match(INLINE)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const { version, sources, names, mappings, sourceRoot } = parseJson(bytesToText(encoded)) as Record<
      string,
      unknown
    >;
    if (version !== 3 || !Array.isArray(sources) || typeof mappings !== 'string') return undefined;
    const segments = decode(mappings);
    const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : '';
    return (line, column) => {
      const found = segmentAt(segments, line - 1, column - 1);
      if (found === undefined) return undefined;
      const [from = 0, at = -1, itsLine = 0, itsColumn = 0, name = -1] = segments.flat.slice(found, found + WIDTH);
      const [file, said]: unknown[] = [sources[at], Array.isArray(names) ? names[name] : undefined];
      if (typeof file !== 'string') return undefined;
      return {
        ...{ file: shortName(root + file), line: itsLine + 1, column: itsColumn + 1, from: from + 1 },
        ...(typeof said === 'string' && { name: displayLine(said, NAME_CHARS) }),
      };
    };
  } catch {
    return undefined;
  }
}

/** A file's name as a person knows it: without the way to it from the map. */
const shortName = (path: string): string =>
  displayLine(path.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(?:\.{1,2}\/)+/, ''), NAME_CHARS);

/** Numbers of one segment: column of the built line; source, line, column and name of the origin, -1 for no name. */
const WIDTH = 5;

/** The segments of all lines one after another, and where each line begins among them. */
interface Segments {
  readonly flat: readonly number[];
  readonly lines: readonly number[];
}

/** Where the last segment of a line begins that is not beyond a column; counted from 0. */
function segmentAt({ flat, lines }: Segments, line: number, column: number): number | undefined {
  const first = lines[line];
  if (first === undefined) return undefined;
  let [low, high] = [first / WIDTH, (lines[line + 1] ?? flat.length) / WIDTH];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((flat[middle * WIDTH] ?? 0) <= column) low = middle + 1;
    else high = middle;
  }
  const found = (low - 1) * WIDTH;
  return found < first ? undefined : found;
}

/** @throws for what is no base64 VLQ, or too much of it. */
function decode(mappings: string): Segments {
  const [flat, lines, fields, state]: [number[], number[], number[], number[]] = [[], [0], [], [0, 0, 0, 0, 0]];
  let [value, shift, count] = [0, 0, 0];
  const end = () => {
    count += 1;
    if (count > SEGMENTS) throw new RangeError('too many segments');
    for (const [i, change] of fields.entries()) state[i] = (state[i] ?? 0) + change;
    if (fields.length > 3) flat.push(...state.slice(0, 4), fields.length > 4 ? (state[4] ?? -1) : -1);
    fields.length = 0;
  };
  for (const letter of mappings) {
    if (letter === ',' || letter === ';') {
      end();
      if (letter === ',') continue;
      lines.push(flat.length);
      state[0] = 0;
      continue;
    }
    const digit = DIGITS.indexOf(letter);
    if (digit < 0 || shift > 25 || fields.length >= WIDTH) throw new RangeError('no mapping');
    value += (digit & 31) << shift;
    shift = digit > 31 ? shift + 5 : 0;
    if (shift > 0) continue;
    fields.push(value & 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
  }
  end();
  return { flat, lines };
}

/** UTF-8 text of base64. */
function bytesToText(encoded: string): string {
  const bytes = new Uint8Array(Math.floor((encoded.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const letter of encoded) {
    bits = (bits << 6) | DIGITS.indexOf(letter);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = bits >> held;
    bits &= (1 << held) - 1;
  }
  return new TextDecoder().decode(bytes);
}
