import { randomId } from '../primitives/random-id.js';
import { debounce } from '../primitives/timers.js';
import type { AuditEntry, AuditNote, AuditQuery } from '../protocol/audit.js';
import { BulkheadError } from '../protocol/errors.js';
import type { Limits } from '../protocol/limits.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { KEPT } from './keys.js';

/** Longest time an entry waits to be written, and how many wait at the most. */
const FLUSH_MS = 250;
const FLUSH_ENTRIES = 100;
/** Entries that are kept in memory while the store fails; later ones are lost. */
const HELD = 10_000;
/** How many entries may be written between two looks at what is too old, or one too many. */
const TRIM_EVERY = 500;
/** Longest page, and what is read of the store at once for it. */
const PAGE = 1_000;
const CHUNK = 500;
const DAY_MS = 86_400_000;

/** Opens the log of what plugins did and what the user decided, and drops what is too old. A failing store never fails the call that is noted: only readers of the log get the error. */
export function openAudit(
  store: KeyValueStore,
  { auditEntries, auditDays }: Pick<Limits, 'auditEntries' | 'auditDays'>,
) {
  const next = sequence(randomId(1));
  let waiting: AuditEntry[] = [];
  let untrimmed = 0;

  const trim = () => store.trim(KEPT.audit, KEPT.audit + sequenceAt(Date.now() - auditDays * DAY_MS), auditEntries);
  // Whoever reads the log finds it without what was too old already.
  let writing = trim();
  const write = async () => {
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return;
    try {
      await store.transact([], () => ({ set: entries.map((entry) => [KEPT.audit + entry.seq, entry] as const) }));
    } catch (error) {
      waiting = [...entries, ...waiting].slice(0, HELD);
      throw error;
    }
    untrimmed += entries.length;
    if (untrimmed < TRIM_EVERY) return;
    untrimmed = 0;
    await trim();
  };
  const flush = (): Promise<void> => {
    later.cancel();
    // One after another: an entry that is being written counts as waiting for whoever comes now.
    writing = writing.catch(() => {}).then(write);
    return writing;
  };
  const soon = () => void flush().catch(() => {});
  const later = debounce(FLUSH_MS, soon);

  writing.catch(() => {});
  return {
    /** Notes something; it is written soon. */
    note(note: AuditNote): void {
      if (waiting.length < HELD) waiting.push({ ...note, ...next() });
      if (waiting.length === FLUSH_ENTRIES) soon();
      else later.soon();
    },
    /** Resolves when everything noted so far is kept. */
    flush,
    /** @throws `BAD_ARGS` for a limit outside of 1 to 1000. */
    async query({ plugin, type, before, limit }: AuditQuery): Promise<readonly AuditEntry[]> {
      if (!Number.isInteger(limit) || limit < 1 || limit > PAGE) {
        throw new BulkheadError('BAD_ARGS', `limit: a whole number from 1 to ${PAGE}`);
      }
      await flush();
      const found: AuditEntry[] = [];
      let below = before === undefined ? undefined : KEPT.audit + before;
      for (;;) {
        const pairs = await store.page(KEPT.audit, { before: below, limit: CHUNK });
        for (const [, value] of pairs) {
          const entry = value as AuditEntry;
          if (plugin !== undefined && entry.plugin !== plugin) continue;
          if (type !== undefined && entry.type !== type) continue;
          if (found.push(entry) === limit) return found;
        }
        below = pairs.at(-1)?.[0];
        if (pairs.length < CHUNK) return found;
      }
    },
    /** JSON lines, the oldest first. */
    async export(): Promise<string> {
      await flush();
      const entries = await store.list(KEPT.audit);
      return [...entries.values()].map((entry) => `${JSON.stringify(entry)}\n`).join('');
    },
  };
}

const BASE = 36;
/** Milliseconds since 1970 in base 36, until the year 5188. */
const TIME_DIGITS = 9;
const COUNT_DIGITS = 4;
const MOST = BASE ** COUNT_DIGITS - 1;

const digits = (value: number, width: number) => value.toString(BASE).padStart(width, '0');

/** The first number that could have been given at a moment: what is below it is older. */
export const sequenceAt = (ms: number): string => digits(Math.max(0, Math.floor(ms)), TIME_DIGITS);

/** Numbers in the order of time, none of another tab's. Each is above the tab's last, even when the clock was set back. */
export function sequence(
  tab: string,
  now: () => number = Date.now,
): () => { readonly seq: string; readonly at: number } {
  let last = 0;
  let count = 0;
  return () => {
    const at = now();
    if (at > last) [last, count] = [at, 0];
    else if (count < MOST) count += 1;
    else [last, count] = [last + 1, 0];
    return { seq: `${digits(last, TIME_DIGITS)}${digits(count, COUNT_DIGITS)}${tab}`, at };
  };
}
