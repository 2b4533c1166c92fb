import { BulkheadError } from '../protocol/errors.js';
import type { StorageRights } from '../protocol/rights.js';
import { Fields } from '../rpc/fields.js';
import type { Answer } from '../rpc/grant-ports.js';
import type { Operation } from './data.js';
import type { PluginData } from './plugin-data.js';

const KEY_CHARS = 512;
const BATCH = 1_000;
/** Greatest length of a key in the log. */
const LOGGED_CHARS = 100;

/** One request, read and checked. */
type Request =
  | { readonly kind: 'get'; readonly key: string }
  | { readonly kind: 'write'; readonly operations: readonly Operation[] }
  | { readonly kind: 'keys'; readonly prefix: string }
  | { readonly kind: 'usage' };

/** Answers a call's requests for its plugin's own store. `simulated`: nothing is written, so nothing has to be granted. */
export function storageAnswer(data: PluginData, rights: StorageRights, simulated: boolean): Answer {
  return async (method, args, signal, { entry, gate }) => {
    entry.permission = rights.permission;
    const request = readRequest(method, args);
    const about = aboutWhat(request);
    if (about !== '') entry.what = `${method} ${about.slice(0, LOGGED_CHARS)}`;
    if (request.kind === 'write' && !rights.write) {
      throw new BulkheadError('CAPABILITY_DENIED', `not granted: ${method} for a tool that only reads`);
    }
    if (!simulated) await gate.allow('store', rights, entry.what, signal);
    if (request.kind === 'get') {
      const text = await data.get(request.key);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    }
    if (request.kind === 'write') {
      await data.write(request.operations, signal);
      return undefined;
    }
    if (request.kind === 'keys') return data.keys(request.prefix);
    const { bytes, keys } = await data.size();
    return { bytes, keys, quotaBytes: rights.quotaBytes };
  };
}

/** @throws `BAD_ARGS`, and `CAPABILITY_DENIED` for a method that is none. */
function readRequest(method: string, args: unknown): Request {
  switch (method) {
    case 'storage.get':
      return { kind: 'get', key: readKey(new Fields(method, args, ['key'])) };
    case 'storage.set':
      return { kind: 'write', operations: [readSet(new Fields(method, args, ['key', 'value']))] };
    case 'storage.delete':
      return { kind: 'write', operations: [{ key: readKey(new Fields(method, args, ['key'])), text: undefined }] };
    case 'storage.batch':
      return { kind: 'write', operations: readBatch(new Fields(method, args, ['operations'])) };
    case 'storage.keys': {
      const fields = new Fields(method, args, ['prefix']);
      return { kind: 'keys', prefix: fields.has('prefix') ? fields.text('prefix', 0, KEY_CHARS) : '' };
    }
    case 'storage.usage':
      return new Fields(method, args, []) && { kind: 'usage' };
    default:
      throw new BulkheadError('CAPABILITY_DENIED', `there is no ${method.slice(0, 64)}`);
  }
}

function readKey(fields: Fields): string {
  const key = fields.text('key', 1, KEY_CHARS);
  if (key === '__proto__') throw fields.wrong('key: __proto__ is not allowed');
  return key;
}

function readSet(fields: Fields): Operation {
  const key = readKey(fields);
  if (fields.value('value') === undefined) throw fields.wrong('value: undefined is no JSON; use storage.delete');
  return { key, text: JSON.stringify(fields.value('value')) };
}

function readBatch(fields: Fields): Operation[] {
  const operations = fields.value('operations');
  if (!Array.isArray(operations) || operations.length < 1 || operations.length > BATCH) {
    throw fields.wrong(`operations: 1 to ${BATCH} of them`);
  }
  return operations.map((operation: unknown, i) => {
    const where = `storage.batch: operations/${i}`;
    const one = new Fields(where, operation, ['op', 'key', 'value']);
    if (one.value('op') === 'set') return readSet(one);
    if (one.value('op') !== 'delete' || one.has('value')) throw one.wrong('op: set with a value, or delete without');
    return { key: readKey(one), text: undefined };
  });
}

function aboutWhat(request: Request): string {
  if (request.kind === 'get') return request.key;
  if (request.kind === 'keys') return request.prefix;
  if (request.kind === 'usage') return '';
  const [first, second] = request.operations;
  return second ? `${request.operations.length} operations` : (first?.key ?? '');
}
