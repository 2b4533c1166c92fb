import type { BareGroup, GuestGroup, GuestRequest } from '../../worker/protocol/capabilities/index.js';
import { fault } from './errors.js';
import {
  assign,
  create,
  defineProperty,
  freeze,
  has,
  join,
  keys,
  ObjectPrototype,
  ProxyClass,
  parse,
  slice,
  TypeErrorClass,
} from './primordials.js';

type Request = (method: GuestRequest, args: unknown) => Promise<unknown>;

type NameOf<R, G extends string> = R extends `${G}.${infer Name}` ? Name : never;
// Authors write the arguments in many shapes. `request` does not check them; the handler does.
type Shim = (...args: never[]) => Promise<unknown>;
/** The type of `ctx`: each group of each capability, and each of its requests. */
type AllGroups = {
  readonly [G in GuestGroup]: G extends BareGroup ? Shim : { readonly [Name in NameOf<GuestRequest, G>]: Shim };
};

interface NetAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly encoding: 'text' | 'base64';
  readonly simulated?: true;
}

/** A server's answer, in the form of `Response`. */
function toResponse({ body, encoding, ...answer }: NetAnswer): object {
  return freeze({
    ...answer,
    encoding,
    headers: freeze({ ...answer.headers }),
    body,
    text: async () => body,
    json: async () => parse(body),
  });
}

/** The functions on `ctx` for each capability group. */
export type Groups = { readonly [group: string]: unknown };

/** Options as they cross: without a signal, for a call has one of its own. */
function plain(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options ?? {};
  const { signal: _signal, ...rest } = options as { signal?: unknown };
  return rest;
}

/** Names that are looked for on any object, and mean no member: whether it is a promise, and how it becomes JSON. */
const PROBED = freeze(assign(create(ObjectPrototype), { then: undefined, toJSON: undefined }));

/**
 * The functions of one group. Any other name throws, and tells those that there are, in place of answering `undefined`. Only
 * what the group itself lacks gets as far as the proxy, so its functions cost no more than those of any object.
 */
function group<T extends object>(name: string, functions: T): T {
  const other = (target: object, key: string | symbol): unknown => {
    if (typeof key === 'symbol' || key in target) return (target as { [key: string | symbol]: unknown })[key];
    const known = join(keys(functions), ', ');
    throw new TypeErrorClass(`ctx.${name} has no \`${slice(key, 0, 64)}\`; it has ${known}`);
  };
  return freeze(assign(create(new ProxyClass(PROBED, { get: other })), functions)) as T;
}

/** The methods of a chat's memory: those of a session. */
function makeMemory(request: Request): AllGroups['memory'] {
  const one = (method: NameOf<GuestRequest, 'memory'>) => async (options: unknown) =>
    request(`memory.${method}`, plain(options));
  const of = (method: NameOf<GuestRequest, 'memory'>, name: string) => async (seed: unknown, options: unknown) =>
    request(`memory.${method}`, { [name]: seed, options: plain(options) });
  return group('memory', {
    getSchema: one('getSchema'),
    listVisibleCandidates: one('listVisibleCandidates'),
    getEdgeSummary: of('getEdgeSummary', 'id'),
    getNodeBrief: of('getNodeBrief', 'id'),
    expandFromSeeds: of('expandFromSeeds', 'ids'),
    keywordSearch: one('keywordSearch'),
    vectorSearch: one('vectorSearch'),
    findByName: one('findByName'),
    compactionCandidates: one('compactionCandidates'),
    createNode: one('createNode'),
    editNode: one('editNode'),
    deleteNode: one('deleteNode'),
    upsertLinks: one('upsertLinks'),
    deleteLinks: one('deleteLinks'),
    compactNodes: one('compactNodes'),
    applyExtractionBatch: one('applyExtractionBatch'),
  });
}

/** Makes the functions of each capability group, once for a guest. A group that was not granted rejects. */
export function makeGroups(request: Request): Groups {
  return freeze({
    storage: group('storage', {
      get: (key: unknown) => request('storage.get', { key }),
      set: (key: unknown, value: unknown) => request('storage.set', { key, value }),
      delete: (key: unknown) => request('storage.delete', { key }),
      keys: (prefix: unknown) => request('storage.keys', { prefix }),
      batch: (operations: unknown) => request('storage.batch', { operations }),
      usage: () => request('storage.usage', {}),
    }),
    net: group('net', {
      fetch: async (url: unknown, options: unknown) => {
        if (typeof options !== 'object' && options !== undefined) throw fault('BAD_ARGS', 'options must be an object');
        const { signal: _signal, ...rest } = (options ?? {}) as { signal?: unknown };
        return toResponse((await request('net.fetch', { url: `${url}`, ...rest })) as NetAnswer);
      },
    }),
    chat: group('chat', {
      read: (range: unknown) => request('chat.read', range ?? {}),
      append: (message: unknown) => request('chat.append', message),
      edit: (index: unknown, text: unknown) => request('chat.edit', { index, text }),
      remove: (index: unknown) => request('chat.remove', { index }),
    }),
    memory: makeMemory(request),
    tools: group('tools', { call: (name: unknown, args: unknown) => request('tools.call', { name, args }) }),
    llm: group('llm', { complete: (prompt: unknown) => request('llm.complete', prompt) }),
    notify: (text: unknown) => request('notify.show', { text }),
    clipboard: group('clipboard', { write: (text: unknown) => request('clipboard.write', { text }) }),
  } satisfies AllGroups);
}

/** Puts a group's functions on the snapshot's object of its name, such as the messages of a chat; others are inherited. */
export function mergeGroups(snapshot: { readonly [name: string]: unknown }, groups: Groups): void {
  const names = keys(groups);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const group = groups[name];
    const given = has(snapshot, name) ? snapshot[name] : undefined;
    if (typeof given !== 'object' || given === null || typeof group !== 'object') continue;
    const functions = keys(group as object);
    for (let k = 0; k < functions.length; k++) {
      const method = functions[k] as string;
      const value = (group as { [method: string]: unknown })[method];
      if (!has(given, method)) defineProperty(given, method, { value, configurable: true });
    }
  }
}
