import type { Context } from '../base/context.js';

/** The host's own server answers at once, or it is not there. */
const ANSWER_MS = 10_000;

/** Tells which chats the host has, by its server's lists: the page's own still name what was deleted a moment ago. */
export class HostChats {
  readonly #context: Context;
  readonly #left: string | undefined;
  /** Each list is requested once. `undefined` means that it could not be read. */
  readonly #lists = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  /** `left`: the picture of a card that has been deleted or renamed. The server has no list of its chats any more, as a rule. */
  constructor(context: Context, left?: string) {
    this.#context = context;
    this.#left = left;
  }

  /** False only where the host certainly has no chat of this id. */
  async has(chat: string): Promise<boolean> {
    const slash = chat.indexOf('/');
    const [home, name] = [chat.slice(0, slash), chat.slice(slash + 1)];
    const known = this.#lists.get(home);
    const asked = known ?? (home.startsWith('group:') ? this.#ofGroup(home) : this.#ofCharacter(home));
    if (!known) this.#lists.set(home, asked);
    return (await asked)?.has(fileName(name)) ?? true;
  }

  async #ofGroup(home: string): Promise<ReadonlySet<string> | undefined> {
    const groups = await this.#ask('/api/groups/all', {});
    if (!Array.isArray(groups)) return undefined;
    const group = groups.map(fieldsOf).find(({ id }) => `group:${id}` === home);
    return new Set(Object.values(Object(group?.chats)).map(fileName));
  }

  async #ofCharacter(avatar: string): Promise<ReadonlySet<string> | undefined> {
    const list = await this.#ask('/api/characters/chats', { avatar_url: avatar, simple: true });
    if (Array.isArray(list)) return new Set(list.map((one) => fileName(fieldsOf(one).file_name)));
    return list !== undefined && avatar === this.#left ? new Set() : undefined;
  }

  async #ask(url: string, body: object): Promise<unknown> {
    const headers = this.#context.getRequestHeaders?.() ?? {};
    const options = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(ANSWER_MS) };
    const response = await fetch(url, options).catch(() => undefined);
    return response?.ok ? response.json().catch(() => undefined) : undefined;
  }
}

/** Some file systems write a letter and its accent apart. */
const fileName = (name: unknown): string =>
  String(name)
    .replace(/\.jsonl$/, '')
    .normalize();

const fieldsOf = (value: unknown) => Object(value) as { readonly [field: string]: unknown };
