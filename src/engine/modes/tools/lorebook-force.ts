import type { LorebookSource, LoreEntry } from './lorebook.js';
import { type Args, activatedOf, keyOf, type LoopContext, type LoopTool, ToolFailure, text } from './spec.js';

type Skip = 'uid_not_found' | 'entry_disabled' | 'empty_content' | 'already_activated' | 'unsupported_position';

const BOOKS = 'Take a name of world_book_list.';

/** Puts entries of a book into this turn, and says why others are not. A simulated call does not reach the host. */
export const forceActivate =
  (lore: LorebookSource, meant: boolean): LoopTool['exec'] =>
  async ({ book_name, uids: given }: Args, ctx: LoopContext) => {
    const book = text(book_name);
    if (book === '') throw new ToolFailure('book_name is empty', 'LOREBOOK_FORCE_BOOK_MISSING', BOOKS);
    const uids = Array.isArray(given) ? [...new Set(given.map((uid) => String(uid).trim()))].filter(Boolean) : [];
    if (uids.length === 0) {
      throw new ToolFailure('uids is empty', 'LOREBOOK_FORCE_UIDS_MISSING', 'Take uids of lorebook_list.');
    }
    if (!lore.activate) {
      throw new ToolFailure('this turn takes no entries', 'LOREBOOK_FORCE_NO_PAYLOAD', 'Read them by lorebook_get.');
    }
    const entries = await lore.entries(book, ctx);
    if (!entries) throw new ToolFailure(`there is no book ${book}`, 'LOREBOOK_FORCE_BOOK_NOT_FOUND', BOOKS);
    const active = activatedOf(ctx);
    const why = (entry: LoreEntry | undefined): Skip | undefined => {
      if (!entry) return 'uid_not_found';
      if (entry.disabled === true) return 'entry_disabled';
      if (entry.content.trim() === '') return 'empty_content';
      if (active.has(keyOf(book, entry.uid))) return 'already_activated';
      return entry.placeable === false ? 'unsupported_position' : undefined;
    };
    const looked = uids.map((uid) => {
      const entry = entries.find((one) => one.uid === uid);
      return { uid, entry, reason: why(entry) };
    });
    const chosen = looked.flatMap(({ entry, reason }) => (entry && !reason ? [entry] : []));
    if (meant && chosen.length > 0) await lore.activate(book, chosen, ctx);
    for (const { uid } of chosen) active.add(keyOf(book, uid));
    const skipped = looked.flatMap(({ uid, reason }) => (reason ? [{ uid, reason }] : []));
    return { ok: true, ...(!meant && { simulated: true }), activated: chosen.map(({ uid }) => uid), skipped };
  };
