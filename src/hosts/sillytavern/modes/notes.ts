import { type Note, Notes } from '../../../engine/internal.js';
import { keptWithChat } from '../base/chat-metadata.js';
import { type Context, fieldsOf, listOf } from '../base/context.js';

const KEY = 'bulkhead';

/** Writes of one chat's notes come one after another: there is one list for all runs. */
const known = new WeakMap<object, Notes>();

/** Notes of the chat that is open, kept with it. */
export function notesOf(context: () => Context): Notes {
  const { chatMetadata = {} } = context();
  const notes = known.get(chatMetadata) ?? read(context, chatMetadata);
  known.set(chatMetadata, notes);
  return notes;
}

function read(context: () => Context, chatMetadata: NonNullable<Context['chatMetadata']>): Notes {
  const kept = listOf(keptWithChat({ chatMetadata }).notes).filter((one): one is Note | string => isNote(one));
  return new Notes(kept, async (now) => {
    const { chatMetadata: open, saveMetadata } = context();
    if (!open || open !== chatMetadata) throw new Error('the chat was closed meanwhile');
    open[KEY] = { ...Object(open[KEY]), notes: now };
    await saveMetadata();
  });
}

function isNote(value: unknown): boolean {
  const { id, text } = fieldsOf(value);
  return typeof value === 'string' || (typeof id === 'string' && typeof text === 'string');
}
