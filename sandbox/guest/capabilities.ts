import { fault } from './errors.js';
import { defineProperty, freeze, has, keys, parse } from './primordials.js';

type Request = (method: string, args: unknown) => Promise<unknown>;

interface NetAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly encoding: 'text' | 'base64';
  readonly simulated?: true;
}

/** What a server answered, in the shape that authors know. */
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

/** Makes the functions of each capability group over one call's requests. A group that was not granted rejects. */
function makeGroups(request: Request): { readonly [group: string]: unknown } {
  return {
    storage: freeze({
      get: (key: unknown) => request('storage.get', { key }),
      set: (key: unknown, value: unknown) => request('storage.set', { key, value }),
      delete: (key: unknown) => request('storage.delete', { key }),
      keys: (prefix: unknown) => request('storage.keys', { prefix }),
      batch: (operations: unknown) => request('storage.batch', { operations }),
      usage: () => request('storage.usage', {}),
    }),
    net: freeze({
      fetch: async (url: unknown, options: unknown) => {
        if (typeof options !== 'object' && options !== undefined) throw fault('BAD_ARGS', 'options must be an object');
        const { signal: _signal, ...rest } = (options ?? {}) as { signal?: unknown };
        return toResponse((await request('net.fetch', { url: `${url}`, ...rest })) as NetAnswer);
      },
    }),
    chat: freeze({
      read: (range: unknown) => request('chat.read', range ?? {}),
      append: (message: unknown) => request('chat.append', message),
      edit: (index: unknown, text: unknown) => request('chat.edit', { index, text }),
      remove: (index: unknown) => request('chat.remove', { index }),
    }),
    tools: freeze({ call: (name: unknown, args: unknown) => request('tools.call', { name, args }) }),
    llm: freeze({ complete: (prompt: unknown) => request('llm.complete', prompt) }),
    notify: (text: unknown) => request('notify.show', { text }),
  };
}

/**
 * Puts the groups on `ctx`. Where the host's snapshot has an object of the same name, such as the messages of a chat, the
 * functions stand on it.
 */
export function putCapabilities(ctx: { [name: string]: unknown }, request: Request): void {
  const groups = makeGroups(request);
  const names = keys(groups);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const group = groups[name];
    const given = has(ctx, name) ? ctx[name] : undefined;
    if (typeof given === 'object' && given !== null && typeof group === 'object') {
      const functions = keys(group as object);
      for (let k = 0; k < functions.length; k++) {
        const method = functions[k] as string;
        const value = (group as { [method: string]: unknown })[method];
        if (!has(given, method)) defineProperty(given, method, { value, configurable: true });
      }
    } else defineProperty(ctx, name, { value: group, configurable: true, writable: true });
  }
}
