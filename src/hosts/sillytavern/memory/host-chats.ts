import { type Context, fieldsOf } from '../base/context.js';

/** The host's own server answers at once, or it is not there. */
const ANSWER_MS = 10_000;

/**
 * Tells which chats the host has, by its server's lists: the page's own still name what was deleted a moment ago.
 * @param left picture of a card that has been deleted or renamed. The server has no list of its chats any more, as a rule.
 * @returns a function that answers false only where the host certainly has no chat of this id.
 */
export function hostChats(context: Context, left?: string): (chat: string) => Promise<boolean> {
  /** Each list is requested once. `undefined` means that it could not be read. */
  const lists = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  const ask = async (url: string, body: object): Promise<unknown> => {
    const headers = context.getRequestHeaders?.() ?? {};
    const options = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(ANSWER_MS) };
    const response = await fetch(url, options).catch(() => undefined);
    return response?.ok ? response.json().catch(() => undefined) : undefined;
  };
  const ofGroup = async (home: string) => {
    const groups = await ask('/api/groups/all', {});
    if (!Array.isArray(groups)) return undefined;
    const group = groups.map(fieldsOf).find(({ id }) => `group:${id}` === home);
    return new Set(Object.values(fieldsOf(group?.chats)).map(fileName));
  };
  const ofCharacter = async (avatar: string) => {
    const list = await ask('/api/characters/chats', { avatar_url: avatar, simple: true });
    if (Array.isArray(list)) return new Set(list.map((one) => fileName(fieldsOf(one).file_name)));
    return list !== undefined && avatar === left ? new Set<string>() : undefined;
  };
  return async (chat) => {
    const slash = chat.indexOf('/');
    const [home, name] = [chat.slice(0, slash), chat.slice(slash + 1)];
    const list = lists.get(home) ?? (home.startsWith('group:') ? ofGroup(home) : ofCharacter(home));
    lists.set(home, list);
    return (await list)?.has(fileName(name)) ?? true;
  };
}

/** Some file systems write a letter and its accent apart. */
const fileName = (name: unknown): string =>
  String(name)
    .replace(/\.jsonl$/, '')
    .normalize();
