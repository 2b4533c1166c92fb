import type { OutboundRequest } from '../../worker/protocol/broker.js';
import type { ChatOperation, Effect } from '../../worker/protocol/effects.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { utf8Bytes } from '../../worker/protocol/json.js';
import type { FetchedResponse, Services } from '../contracts/index.js';
import type { RehearsedWorld } from '../plugins/index.js';

const CHAT = [
  { role: 'user', text: 'Hello.' },
  { role: 'assistant', text: 'Hello! What can I do for you?' },
] as const;
const ANSWER = 'An answer of a model.';

/** Replaces the page, its model and its servers during a rehearsal, and records what is done to them. */
export class StandIns {
  #world: RehearsedWorld = {};
  #begun = 0;
  #lines: { readonly role: 'user' | 'assistant' | 'system'; readonly name?: string; readonly text: string }[] = [];
  #plugin = '';
  #tool = '';
  #effects: Effect[] = [];

  /** Begins anew with another world. @throws `BAD_ARGS` naming what of it is none. */
  begin(world: RehearsedWorld, plugin: string, tool: string): void {
    checkWorld(world);
    this.#begun += 1;
    this.#world = world;
    this.#plugin = plugin;
    this.#tool = tool;
    this.#lines = [...(world.chat ?? CHAT)];
    this.#effects = [];
  }

  /** Returns what was done since then. */
  get effects(): readonly Effect[] {
    return this.#effects;
  }

  /** The chat of the memory. Each world has its own. */
  get memoryChat(): string {
    return `rehearsal-${this.#begun}`;
  }

  /** Returns the answer of another owner’s tool. @throws `TOOL_NOT_FOUND` */
  tool(name: string): unknown {
    const { tools = {} } = this.#world;
    if (!Object.hasOwn(tools, name)) throw new BulkheadError('TOOL_NOT_FOUND', `no answer of ${name} was given`);
    return tools[name];
  }

  /** A service that nothing stands in for does not compile. */
  readonly services: Required<Services> = {
    chat: {
      current: () => ({ chat: 'rehearsal' }),
      length: () => this.#lines.length,
      read: (from, to) => this.#lines.slice(from, to).map((line, i) => ({ index: from + i, ...line })),
      apply: (changes) => {
        for (const change of changes) this.#apply(change);
      },
    },
    memory: { current: () => this.memoryChat },
    llm: { complete: async () => ({ text: this.#world.llm ?? ANSWER }) },
    clipboard: {
      writeText: async (text) => {
        this.#effects.push({ kind: 'clipboard', plugin: this.#plugin, tool: this.#tool, text });
      },
    },
    notify: (text) => {
      this.#effects.push({ kind: 'notify', plugin: this.#plugin, text });
    },
    fetch: (request) => this.#fetch(request),
  };

  #apply(change: ChatOperation): void {
    if (change.op === 'append') {
      const { role, name, text } = change;
      this.#lines.push({ role, ...(name !== undefined && { name }), text });
    } else {
      const line = this.#lines[change.index];
      if (!line) throw new BulkheadError('BAD_ARGS', `the chat has no message ${change.index}`);
      if (change.op === 'remove') this.#lines.splice(change.index, 1);
      else this.#lines[change.index] = { ...line, text: change.text };
    }
    this.#effects.push({ kind: 'chat', plugin: this.#plugin, chat: 'rehearsal', change });
  }

  async #fetch({ url, method, body }: OutboundRequest): Promise<FetchedResponse> {
    const bytes = typeof body === 'string' ? utf8Bytes(body) : (body?.byteLength ?? 0);
    this.#effects.push({ kind: 'net', plugin: this.#plugin, method, url, bytes });
    const found = this.#world.net?.find(
      (one) =>
        (one.method ?? method) === method &&
        (one.url.endsWith('*') ? url.startsWith(one.url.slice(0, -1)) : URL.parse(one.url)?.href === url),
    );
    if (!found) {
      throw new BulkheadError('NET_FAILED', `${method} ${url}: nothing is sent, and no answer was given for it`);
    }
    const text = typeof found.body === 'string' ? found.body : JSON.stringify(found.body ?? null);
    return { status: found.status ?? 200, headers: found.headers ?? {}, body: text };
  }
}

/** A world may come from a file, or from a model. */
function checkWorld(world: RehearsedWorld): void {
  const { storage = {}, net = [], chat = [], memory = [], llm = '', tools = {} } = world;
  const bad = (what: string) => new BulkheadError('BAD_ARGS', `world.${what}`);
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const isList = (value: unknown, fits: (one: { readonly [field: string]: unknown }) => boolean) =>
    Array.isArray(value) && value.every((one: unknown) => fits(Object(one) as { readonly [field: string]: unknown }));
  if (!isObject(storage)) throw bad('storage: an object of keys and values');
  if (!isList(net, ({ url }) => typeof url === 'string')) throw bad('net: a list of { url, method, status, body }');
  const roles: readonly unknown[] = ['user', 'assistant', 'system'];
  if (!isList(chat, ({ role, text }) => roles.includes(role) && typeof text === 'string')) {
    throw bad('chat: a list of { role, text }, with user, assistant or system');
  }
  if (!isList(memory, ({ type }) => typeof type === 'string')) throw bad('memory: a list of { type, title, fields }');
  if (typeof llm !== 'string') throw bad('llm: a text');
  if (!isObject(tools)) throw bad('tools: an object of answers by names');
}
