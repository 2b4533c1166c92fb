import { RUN_FIELD } from '../../internal-compat.js';
import { Notes } from './note-book.js';
import { closed, type LoopContext, type LoopTool, no, ToolFailure, words } from './spec.js';

/** The notes of a run's chat, and the floor at which a new one stands. */
export interface NoteSource {
  /** Default: those that the run was given. */
  notes?(ctx: LoopContext): Notes | null | Promise<Notes | null>;
  floor?(ctx: LoopContext): number;
}

/** The tools over notes. In a simulated run they write in a copy, which that run alone sees. */
export function noteTools(source: NoteSource): readonly LoopTool[] {
  const copies = new WeakMap<object, Notes>();
  const real = async (ctx: LoopContext): Promise<Notes> => {
    const notes = (await source.notes?.(ctx)) ?? ctx.__floorStateForNotes;
    if (notes instanceof Notes) return notes;
    throw new ToolFailure('this chat has no notes', 'NOTE_FS_UNAVAILABLE', 'Go on without notes.');
  };
  const copy = async (ctx: LoopContext): Promise<Notes> => {
    const home = ctx[RUN_FIELD] ?? ctx;
    const known = copies.get(home);
    if (known) return known;
    const made = (await real(ctx)).copy();
    copies.set(home, made);
    return made;
  };
  const open = (of: typeof real, more: object) => async (args: { readonly text?: unknown }, ctx: LoopContext) => {
    const notes = await of(ctx);
    return { ok: true, ...more, ...(await notes.write(String(args.text ?? ''), source.floor?.(ctx))) };
  };
  const close =
    (of: typeof real, more: object) =>
    async (args: { readonly id?: unknown; readonly reason?: unknown }, ctx: LoopContext) => {
      const notes = await of(ctx);
      const reason = typeof args.reason === 'string' ? args.reason : undefined;
      const done = await notes.close(String(args.id ?? ''), reason);
      return done.ok
        ? { ok: true, ...more }
        : { ...no(done.error, done.error, 'Take an id of the open notes.'), ...more };
    };
  const simulated = { simulated: true };
  return [
    {
      name: 'note_open',
      description: 'Writes a note that stays before you until it is closed. At most 16 KiB.',
      parameters: closed({ text: words('What to remember') }, ['text']),
      mode: 'write',
      exec: open(real, {}),
      simulate: open(copy, simulated),
    },
    {
      name: 'note_close',
      description: 'Closes a note that is done with.',
      parameters: closed({ id: words('The id of an open note'), reason: words('Why it is done with') }, ['id']),
      mode: 'write',
      exec: close(real, {}),
      simulate: close(copy, simulated),
    },
  ];
}
