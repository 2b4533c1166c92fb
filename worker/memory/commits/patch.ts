import { BulkheadError } from '../../protocol/errors.js';
import { cloneJson, type Dict, isObject, type JsonObject, sameJson } from './json-data.js';
import type { PatchOp } from './types.js';

/** A place in a document: the object or array that holds it, and its name there; the document itself has no holder. */
type Place = { readonly holder: Dict | unknown[]; readonly name: string } | undefined;

const failed = (why: string) => new BulkheadError('BAD_ARGS', `a patch does not apply: ${why}`);

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
 * Applies RFC 6902 in place. Our own: `jsondiffpatch` refuses a patch of the whole document, loses a member named `__proto__`, and
 * accepts pointers that are none. @returns the document. @throws `BAD_ARGS`; the document is half changed then.
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
      const { holder, name } = place;
      if (Array.isArray(holder)) holder[Number(name)] = value;
      else holder[name] = value;
      return root;
    }
    case 'remove':
      remove(root, path);
      return root;
    case 'test':
      if (!sameJson(valueAt(root, path), given(patch))) throw failed(`a test failed at ${path}`);
      return root;
    case 'copy':
      return add(root, path, cloneJson(valueAt(root, from)));
    case 'move': {
      if (typeof path === 'string' && path.startsWith(`${from}/`)) throw failed('a value cannot move into itself');
      const value = valueAt(root, from);
      if (path === from) return root;
      remove(root, from);
      return add(root, path, value);
    }
    default:
      throw failed('an unknown operation');
  }
}

function given(patch: JsonObject): unknown {
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

function add(root: unknown, pointer: unknown, value: unknown): unknown {
  const place = find(root, pointer);
  if (!place) return value;
  const { holder, name } = place;
  if (Array.isArray(holder)) holder.splice(name === '-' ? holder.length : indexOf(name, holder.length), 0, value);
  else holder[name] = value;
  return root;
}

function remove(root: unknown, pointer: unknown): void {
  const place = find(root, pointer);
  if (!place) throw failed('the document itself cannot be removed');
  read(place);
  const { holder, name } = place;
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}
