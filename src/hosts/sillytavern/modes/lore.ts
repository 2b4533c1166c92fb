import type {
  ChatFloor,
  LoopContext,
  LoopSources,
  LoreBook,
  LorebookSource,
  LoreEntry,
} from '../../../engine/internal.js';
import { roleOf } from '../base/chat.js';
import { type Context, type Fields, fieldsOf, listenTo, listOf } from '../base/context.js';
import { notesOf } from './notes.js';

/** An entry that is to be in a request, whether or not it is spoken of. */
export interface ForcedEntry {
  readonly book: string;
  readonly uid: string;
}

/** Lists that the host's look at world info is made of: for all chats, the character's, the chat's, the persona's. */
const LISTS = ['globalLore', 'characterLore', 'chatLore', 'personaLore'];

/** The host's world info, as books of lore of the chat that is open. */
export class Lore implements LorebookSource {
  readonly #context: () => Context;
  /** Books that counted when it was looked at last. */
  #books: readonly string[] = [];
  /** Entries that the messages brought up then. */
  #active: readonly string[] = [];
  #forced: ForcedEntry[] = [];

  constructor(context: () => Context) {
    this.#context = context;
  }

  /** The world info that the host would send for these lines, the newest first; without the effects of a request. */
  async look(lines: readonly string[]): Promise<string> {
    const context = this.#context();
    const [books, active] = [new Set<string>(), new Set<string>()];
    const off = listenTo(context, {
      WORLDINFO_ENTRIES_LOADED: (loaded) => {
        for (const list of LISTS) {
          for (const entry of listOf(fieldsOf(loaded)[list])) books.add(String(fieldsOf(entry).world));
        }
      },
      WORLDINFO_SCAN_DONE: (done) => {
        const { entries } = fieldsOf(fieldsOf(done).activated);
        if (entries instanceof Map) for (const key of entries.keys()) active.add(String(key));
      },
    });
    try {
      const found: unknown = await context.getWorldInfoPrompt?.(lines, context.maxContext ?? 4_096, true, {});
      const { worldInfoString: text } = fieldsOf(found);
      return typeof text === 'string' ? text.trim() : '';
    } catch (error) {
      console.info('Bulkhead: world info could not be looked up for a run:', error);
      return '';
    } finally {
      off();
      [this.#books, this.#active] = [[...books], [...active]];
    }
  }

  /** Begins a run: what an earlier one wanted in its request is not wanted in this one’s. */
  begin(): void {
    this.#forced = [];
  }

  /** What the run has wanted in the request. */
  get forced(): readonly ForcedEntry[] {
    return this.#forced;
  }

  async books(ctx: LoopContext): Promise<readonly LoreBook[]> {
    const books = await Promise.all(
      this.#books.map(async (name) => ({ name, entries: await this.entries(name, ctx) })),
    );
    return books.flatMap(({ name, entries }) => (entries ? [{ name, entries: entries.length }] : []));
  }

  async entries(book: string, ctx: LoopContext): Promise<readonly LoreEntry[] | undefined> {
    // The model has already got the entries of the run's beginning.
    for (const key of this.#active) ctx.__lukerRun?.activatedEntryKeys.add(key);
    // The host looks for what is forced among the books that count, and nowhere else.
    const placeable = this.#books.includes(book);
    return (await this.#read(book))?.map((entry) => ({ ...toEntry(entry), placeable }));
  }

  activate(book: string, entries: readonly LoreEntry[]): void {
    this.#forced.push(...entries.map(({ uid }) => ({ book, uid })));
  }

  /** Has the host put entries into the request that it is about to compose. Those that are gone are left out. */
  async force(entries: readonly ForcedEntry[]): Promise<void> {
    const { eventSource, eventTypes } = this.#context();
    const event = eventTypes.WORLDINFO_FORCE_ACTIVATE;
    if (event === undefined || entries.length === 0) return;
    const books = new Map<string, readonly Fields[]>();
    for (const { book } of entries) if (!books.has(book)) books.set(book, (await this.#read(book)) ?? []);
    const found = entries.flatMap(({ book, uid }) => {
      const entry = books.get(book)?.find((one) => String(one.uid) === uid);
      return entry ? [{ ...entry, world: book }] : [];
    });
    if (found.length > 0) await eventSource.emit(event, found);
  }

  /** The entries of a book as the host keeps them; nothing where it has no such book. */
  async #read(book: string): Promise<readonly Fields[] | undefined> {
    const context = this.#context();
    if (!listOf(context.getWorldInfoNames?.()).includes(book)) return undefined;
    const { entries } = fieldsOf(await context.loadWorldInfo?.(book));
    return Object.values(fieldsOf(entries)).map(fieldsOf);
  }
}

function toEntry({ uid, comment, key, content, disable }: Fields): LoreEntry {
  const keys = listOf(key).map(String);
  const title = typeof comment === 'string' && comment !== '' ? comment : keys.join(', ');
  return { ...{ uid: String(uid), title, keys, content: String(content ?? '') }, disabled: disable === true };
}

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
