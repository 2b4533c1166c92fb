/** The chat whose memory a context is about. */
export interface ChatTarget {
  /** Of the chat: unlike that of any other. */
  readonly id: string;
  /** What the ids of all chats of this character or group begin with. */
  readonly home: string;
}

interface Given {
  readonly chatId?: unknown;
  readonly groupId?: unknown;
  readonly characterId?: unknown;
  readonly characters?: {
    readonly [index: string]: { readonly avatar?: unknown; readonly chat?: unknown } | undefined;
  };
}

/** The chat of a context, which may be any object: by its card's picture and its file's name, by its group, or by its name alone. */
export function chatTarget(context: unknown): ChatTarget | undefined {
  if (typeof context !== 'object' || context === null) return undefined;
  const { chatId, groupId, characterId, characters } = context as Given;
  const group = text(groupId);
  const card = group === '' ? characters?.[text(characterId)] : undefined;
  const chat = text(chatId) || text(card?.chat);
  if (chat === '' && group === '') return undefined;
  const home = `${group === '' ? text(card?.avatar) : `group:${group}`}/`;
  return { id: home + chat, home };
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A card may be a stranger's: what is longer than this is no list of types, and would keep everybody waiting. */
const MOST_TYPES = 100;
const MOST_CHARS = 200_000;
const TOO_LONG = new WeakSet<readonly unknown[]>();

/** Node types that the card of a context brings itself: a list at `data.extensions.bulkhead.memory.types` of the card. */
export function ownTypesOf(context: object): unknown {
  const { groupId, characterId, characters } = context as Given;
  if (text(groupId) !== '') return undefined;
  let found: unknown = characters?.[text(characterId)];
  for (const step of ['data', 'extensions', 'bulkhead', 'memory', 'types'])
    found = Object(found)[step as keyof object] as unknown;
  if (!Array.isArray(found) || found.length > MOST_TYPES || TOO_LONG.has(found)) return undefined;
  if (JSON.stringify(found).length <= MOST_CHARS) return found;
  TOO_LONG.add(found);
  return undefined;
}
