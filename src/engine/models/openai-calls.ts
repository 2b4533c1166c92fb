import type { ToolCall } from '../base/types.js';

interface Open {
  id: string;
  name: string;
  text: string;
}

type Piece = Readonly<Open>;

/** Puts the calls of an answer together: whole ones, or pieces of them in order, as differently as servers write them. */
export class CallPieces {
  readonly #calls: Open[] = [];
  /** The call that a number stands for now. */
  readonly #numbered = new Map<number, Open>();

  /** Adds what one message says: a list, or nothing. */
  add(pieces: unknown): void {
    const touched = new Set<Open>();
    for (const given of Array.isArray(pieces) ? pieces : []) {
      const { index } = Object(given) as { readonly index?: unknown };
      const piece = toPiece(given);
      const found = typeof index === 'number' ? this.#numbered.get(index) : this.#unnumbered(piece);
      const call = found && !begins(found, piece, touched.has(found)) ? found : this.#begin();
      if (typeof index === 'number') this.#numbered.set(index, call);
      join(call, piece);
      touched.add(call);
    }
  }

  /** Returns the calls. Arguments that are not a JSON object are passed on unchanged, for the model to correct. */
  get calls(): ToolCall[] {
    return this.#calls.map(({ id, name, text }) => ({ id, name, ...argumentsOf(text) }));
  }

  #unnumbered({ id }: Piece): Open | undefined {
    return this.#calls.findLast((call) => id !== '' && call.id === id) ?? this.#calls.at(-1);
  }

  #begin(): Open {
    const call = { id: '', name: '', text: '' };
    this.#calls.push(call);
    return call;
  }
}

function toPiece(given: unknown): Piece {
  const { id, function: called } = Object(given) as { readonly id?: unknown; readonly function?: unknown };
  const { name, arguments: args } = Object(called) as { readonly name?: unknown; readonly arguments?: unknown };
  // Some servers give arguments as they are, and not as text.
  const text = typeof args === 'object' && args !== null ? JSON.stringify(args) : textOf(args);
  return { id: textOf(id), name: textOf(name), text };
}

const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

/** True for a piece that belongs to another call than the one it seems to: only one that names its tool can. */
function begins(call: Open, { id, name, text }: Piece, sameMessage: boolean): boolean {
  if (name === '') return false;
  // One message says each call once; and some servers give all of them the same number.
  if (sameMessage || (id !== '' && call.id !== '' && id !== call.id)) return true;
  // What is whole may be said again, or have been nothing yet.
  if (!isWhole(call.text)) return false;
  return name !== call.name || (text.startsWith('{') && text !== call.text && call.text !== NOTHING);
}

function join(call: Open, { id, name, text }: Piece): void {
  // Some give each piece an id of its own.
  if (call.id === '') call.id = id;
  // Some say the name with each piece, some in parts.
  if (name !== call.name) call.name += name;
  if (!text.startsWith('{') || !isWhole(call.text)) call.text += text;
  else if (call.text === NOTHING) call.text = text;
  else if (call.text !== text) call.text += text;
}

const NOTHING = '{}';

const isWhole = (text: string): boolean => text.endsWith('}') && objectOf(text) !== undefined;

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function argumentsOf(text: string): Pick<ToolCall, 'input' | 'malformed'> {
  if (text.trim() === '') return { input: {} };
  const input = objectOf(text);
  return input ? { input } : { input: {}, malformed: text };
}
