import type { ChatFloor, LoopSources } from '../../../engine/internal.js';
import { roleOf } from '../base/chat.js';
import type { Context } from '../base/context.js';
import type { Lore } from './lore.js';
import { notesOf } from './notes.js';

/** What the built-in tools of orchestrations work on here: the open chat, its world info, and notes that are kept with it. */
export const loopSources = (context: () => Context, lore: Lore): LoopSources => ({
  chat: {
    floors: () =>
      context().chat.map((message): ChatFloor => {
        const { name, mes = '' } = message;
        return { role: roleOf(message), text: mes, ...(name !== undefined && { name }) };
      }),
  },
  lorebook: lore,
  notes: {
    notes: () => (context().chatMetadata ? notesOf(context) : null),
    floor: () => Math.max(0, context().chat.length - 1),
  },
});
