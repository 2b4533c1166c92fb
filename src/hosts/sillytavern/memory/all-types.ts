import type { Host } from '../../../index.js';
import type { Context } from '../base/context.js';
import { readSettings } from '../base/settings.js';

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
