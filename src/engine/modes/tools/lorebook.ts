import { RUN_FIELD } from '../../internal-compat.js';
import { checkPattern, searched } from './chat.js';
import { forceActivate } from './lorebook-force.js';
import type { Matcher } from './pattern.js';
import {
  type Args,
  activatedOf,
  closed,
  keyOf,
  type LoopContext,
  type LoopTool,
  ToolFailure,
  text,
  words,
} from './spec.js';

export interface LoreEntry {
  readonly uid: string;
  readonly title: string;
  /** The words that bring it in. */
  readonly keys: readonly string[];
  readonly content: string;
  readonly disabled?: boolean | undefined;
  /** False where the host cannot put it in during a run. */
  readonly placeable?: boolean | undefined;
}

export interface LoreBook {
  readonly name: string;
  readonly entries: number;
}

export interface LorebookSource {
  /** Those that count for this chat. */
  books(ctx: LoopContext): readonly LoreBook[] | Promise<readonly LoreBook[]>;
  /** Nothing where there is no such book. */
  entries(book: string, ctx: LoopContext): readonly LoreEntry[] | undefined | Promise<readonly LoreEntry[] | undefined>;
  /** Puts entries into this turn. Absent where the host cannot. */
  activate?(book: string, entries: readonly LoreEntry[], ctx: LoopContext): void | Promise<void>;
}

const PAGE = 50;

export const lorebookTools = (lore: LorebookSource, matcher: Matcher): readonly LoopTool[] => [
  {
    name: 'world_book_list',
    description: 'Lists the books of lore that count for this chat.',
    parameters: closed({}),
    mode: 'read',
    exec: async (_, ctx) => ({ ok: true, books: await lore.books(ctx) }),
  },
  {
    name: 'lorebook_list',
    description: `Lists the entries of a book, without what they say, ${PAGE} at a time.`,
    parameters: closed(
      { book_name: words('The name of the book'), range: words(`Which entries, from 0, e.g. "0-${PAGE - 1}"`) },
      ['book_name'],
    ),
    mode: 'read',
    async exec({ book_name, range }, ctx) {
      const book = text(book_name);
      if (book === '') throw new ToolFailure('book_name is empty', 'LOREBOOK_BOOK_REQUIRED', LIST_BOOKS);
      const entries = await entriesOf(lore, book, ctx);
      const [first, last] = rangeOf(range);
      const active = activatedOf(ctx);
      const shown = entries.slice(first, last + 1).map(({ uid, title, keys, disabled }) => ({
        ...{ uid, title, keys },
        ...(disabled === true && { disabled }),
        ...(active.has(keyOf(book, uid)) && { active: true }),
      }));
      return { ok: true, book_name: book, total: entries.length, entries: shown };
    },
  },
  {
    name: 'lorebook_get',
    description:
      'Reads one entry: by its uid within a book, or by its key, which is the book’s name, a dot and the uid.',
    parameters: closed({
      entry_key: words('The entry’s key, e.g. "Harbour.12"; in place of uid'),
      uid: { ...words('The entry’s uid; in place of entry_key'), type: ['string', 'integer'] },
      book: words('The name of the book'),
    }),
    mode: 'read',
    exec: (args, ctx) => get(lore, args, ctx),
  },
  {
    name: 'lorebook_search',
    description:
      'Searches entries for a regular expression, and answers the lines as grep does. What stands before you already is left out.',
    parameters: closed(
      {
        pattern: words('A JavaScript regular expression'),
        flags: words('Its flags. Default: gm'),
        book: words('Only in this book. Default: in all that count'),
      },
      ['pattern'],
    ),
    mode: 'read',
    async exec({ pattern, flags, book }, ctx, call) {
      checkPattern(pattern, 'LOREBOOK_PATTERN_EMPTY');
      const active = activatedOf(ctx);
      const all = await entriesIn(lore, text(book), ctx);
      const found = all.filter(({ key, entry }) => !active.has(key) && entry.disabled !== true);
      const texts = found.map(({ entry }) => `${entry.title}\n${entry.keys.join(', ')}\n${entry.content}`);
      const signal = call?.signal ?? ctx[RUN_FIELD]?.abortSignal;
      return searched(matcher, { pattern, flags, texts }, signal, (at) => found[at]?.key ?? '');
    },
  },
  {
    name: 'lorebook_force_activate',
    description: 'Puts entries of a book before you in this turn, whether or not their keys were said.',
    parameters: closed(
      {
        book_name: words('The name of the book'),
        uids: { type: 'array', items: { type: ['string', 'integer'] }, description: 'The uids of the entries' },
      },
      ['book_name', 'uids'],
    ),
    mode: 'write',
    exec: forceActivate(lore, true),
    simulate: forceActivate(lore, false),
  },
];

const LIST_BOOKS = 'Take a name of world_book_list.';

async function entriesOf(lore: LorebookSource, book: string, ctx: LoopContext): Promise<readonly LoreEntry[]> {
  const entries = await lore.entries(book, ctx);
  if (entries) return entries;
  throw new ToolFailure(`there is no book ${book}`, 'LOREBOOK_NOT_FOUND', LIST_BOOKS);
}

/** The entries of a book with their keys; where none is named, those of all books that count. */
async function entriesIn(lore: LorebookSource, book: string, ctx: LoopContext) {
  const names = book === '' ? (await lore.books(ctx)).map(({ name }) => name) : [book];
  const found: { readonly name: string; readonly key: string; readonly entry: LoreEntry }[] = [];
  for (const name of names) {
    for (const entry of await entriesOf(lore, name, ctx)) found.push({ name, key: keyOf(name, entry.uid), entry });
  }
  return found;
}

async function get(
  lore: LorebookSource,
  { entry_key, uid: given, book: named }: Args,
  ctx: LoopContext,
): Promise<object> {
  const key = text(entry_key);
  const uid = typeof given === 'number' ? String(given) : text(given);
  const hint = 'Give entry_key, or uid with book: one of them.';
  if (key === '' && uid === '') throw new ToolFailure('which entry?', 'LOREBOOK_ADDRESSING_MISSING', hint);
  if (key !== '' && uid !== '') {
    throw new ToolFailure('entry_key and uid are both given', 'LOREBOOK_ADDRESSING_AMBIGUOUS', hint);
  }
  const [first, second] = (await entriesIn(lore, text(named), ctx)).filter(({ key: own, entry }) =>
    uid === '' ? own === key || entry.title === key : entry.uid === uid,
  );
  if (!first) throw new ToolFailure('there is no such entry', 'LOREBOOK_NOT_FOUND', 'Take a uid of lorebook_list.');
  if (second) {
    throw new ToolFailure('more than one entry is meant', 'LOREBOOK_ADDRESSING_AMBIGUOUS', 'Name the book as well.');
  }
  const { uid: id, title, keys, content, disabled = false } = first.entry;
  return { ok: true, book: first.name, uid: id, entry_key: first.key, title, keys, disabled, content };
}

function rangeOf(given: unknown): readonly [number, number] {
  const asked = text(given);
  if (asked === '') return [0, PAGE - 1];
  const [, first, last] = /^(\d+)\s*-\s*(\d+)$/.exec(asked) ?? [];
  if (first === undefined || Number(first) > Number(last)) {
    throw new ToolFailure(`${asked} is no range`, 'LOREBOOK_RANGE_INVALID', `Write it as 0-${PAGE - 1}.`);
  }
  return [Number(first), Math.min(Number(last), Number(first) + PAGE - 1)];
}
