import { BulkheadError } from '../../protocol/errors.js';
import { cloneJson, type Dict, isObject, sameJson } from './json-data.js';
import type { PatchOp } from './types.js';

/** A place in a document: the object or array that holds it, and its name there; the document itself has no holder. */
type Place = { readonly holder: Dict | unknown[]; readonly name: string } | undefined;

const failed = (why: string) => new BulkheadError('BAD_ARGS', `a patch does not apply: ${why}`);

/** Writes a name as a segment of a JSON Pointer. */
export const escapeSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The segments of a JSON Pointer. @throws `BAD_ARGS`. */
export function segmentsOf(pointer: unknown): string[] {
  if (pointer === '') return [];
  if (typeof pointer !== 'string' || !pointer.startsWith('/') || /~(?![01])/.test(pointer)) {
    throw failed('not a JSON Pointer');
  }
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Applies RFC 6902 to a document made of arrays and objects without a prototype, in place. Values are copied in.
 * @returns the document, which is another one when a patch replaced it whole.
 * @throws `BAD_ARGS` at the first operation that does not apply; the document is then half changed.
 */
export function applyPatch(document: unknown, patches: readonly unknown[]): unknown {
  let root = document;
  for (const patch of patches) root = applyOne(root, patch);
  return root;
}

function applyOne(root: unknown, patch: unknown): unknown {
  if (!isObject(patch)) throw failed('an operation is no object');
  const { op, path, from } = patch as Partial<PatchOp>;
  switch (op) {
    case 'add':
      return add(root, path, given(patch));
    case 'replace': {
      const place = find(root, path);
      const value = given(patch);
      if (!place) return value;
      read(place);
      write(place, value);
      return root;
    }
    case 'remove': {
      remove(find(root, path));
      return root;
    }
    case 'test':
      if (!sameJson(valueAt(root, path), given(patch))) throw failed(`a test failed at ${path}`);
      return root;
    case 'copy':
      return add(root, path, cloneJson(valueAt(root, from)));
    case 'move': {
      if (path === from) {
        valueAt(root, from);
        return root;
      }
      if (typeof path === 'string' && path.startsWith(`${from}/`)) throw failed('a value cannot move into itself');
      const value = valueAt(root, from);
      remove(find(root, from));
      return add(root, path, value);
    }
    default:
      throw failed('an unknown operation');
  }
}

function given(patch: { readonly [name: string]: unknown }): unknown {
  if (!Object.hasOwn(patch, 'value') || patch.value === undefined) throw failed('an operation without a value');
  return cloneJson(patch.value);
}

function valueAt(root: unknown, pointer: unknown): unknown {
  const place = find(root, pointer);
  return place ? read(place) : root;
}

function find(root: unknown, pointer: unknown): Place {
  const segments = segmentsOf(pointer);
  const name = segments.pop();
  if (name === undefined) return undefined;
  let holder = root;
  for (const segment of segments) holder = read({ holder: asHolder(holder, segment), name: segment });
  return { holder: asHolder(holder, name), name };
}

function asHolder(value: unknown, name: string): Dict | unknown[] {
  if (Array.isArray(value) || isObject(value)) return value as Dict | unknown[];
  throw failed(`nothing holds ${name}`);
}

/** The index that a segment names, 0 to `end`. */
function indexOf(name: string, end: number): number {
  const index = /^(0|[1-9]\d*)$/.test(name) ? Number(name) : Number.NaN;
  if (!(index <= end)) throw failed(`no index ${name}`);
  return index;
}

function read({ holder, name }: NonNullable<Place>): unknown {
  if (Array.isArray(holder)) return holder[indexOf(name, holder.length - 1)];
  if (!Object.hasOwn(holder, name)) throw failed(`no member ${name}`);
  return holder[name];
}

/** Writes to a place that is there. */
function write({ holder, name }: NonNullable<Place>, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(name)] = value;
  else holder[name] = value;
}

function add(root: unknown, pointer: unknown, value: unknown): unknown {
  const place = find(root, pointer);
  if (!place) return value;
  const { holder, name } = place;
  if (Array.isArray(holder)) holder.splice(name === '-' ? holder.length : indexOf(name, holder.length), 0, value);
  else holder[name] = value;
  return root;
}

function remove(place: Place): void {
  if (!place) throw failed('the document itself cannot be removed');
  read(place);
  const { holder, name } = place;
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}
