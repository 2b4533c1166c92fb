import type { Host } from '../../../index.js';
import { type Context, fieldsOf } from '../base/context.js';
import { readSettings } from '../base/settings.js';
import { type Given, text } from './target.js';

/** Node types of all chats, as the settings have them: every device has the same. */
export const typesIn = (context: Pick<Context, 'extensionSettings'>): readonly object[] | null =>
  readSettings(context).memory.types ?? null;

/** Gives memory what the settings say, where it has something else. Never rejects: then it goes by what it has. */
export async function bringTypes(memory: Host['memory'], context: () => Context): Promise<void> {
  try {
    const wanted = typesIn(context());
    const now = await memory.types();
    if (JSON.stringify(wanted) !== JSON.stringify(now)) await memory.setTypes(wanted);
  } catch (error) {
    console.warn('Bulkhead: node types of the settings could not be taken:', error);
  }
}

/** A card may be a stranger's: what is longer than this is no list of types, and would keep everybody waiting. */
const MOST_TYPES = 100;
const MOST_CHARS = 200_000;
const TOO_LONG = new WeakSet<readonly unknown[]>();

/** Node types that the card of a context brings itself: a list at `data.extensions.bulkhead.memory.types` of the card. */
export function ownTypesOf(context: object): unknown {
  const { groupId, characterId, characters } = context as Given;
  if (text(groupId) !== '') return undefined;
  let found: unknown = characters?.[text(characterId)];
  for (const step of ['data', 'extensions', 'bulkhead', 'memory', 'types']) found = fieldsOf(found)[step];
  if (!Array.isArray(found) || found.length > MOST_TYPES || TOO_LONG.has(found)) return undefined;
  if (JSON.stringify(found).length <= MOST_CHARS) return found;
  TOO_LONG.add(found);
  return undefined;
}
