import type { AuditEntry, AuditNote, AuditQuery } from '../protocol/audit.js';
import { BulkheadError } from '../protocol/errors.js';
import type { Limits } from '../protocol/limits.js';
import type { KeyValueStore } from '../protocol/storage.js';
import { KEPT } from './keys.js';
import { sequence, sequenceAt, tabName } from './sequence.js';

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

/** The log of what plugins did and what the user decided. */
export interface Audit {
  /** Notes something; it is written soon. */
  note(note: AuditNote): void;
  /** Resolves when everything noted so far is kept. */
  flush(): Promise<void>;
  /** @throws `BAD_ARGS` for a limit outside of 1 to 1000. */
  query(query: AuditQuery): Promise<readonly AuditEntry[]>;
  /** JSON lines, the oldest first. */
  export(): Promise<string>;
}

/** Opens the log, and drops what is too old. It never fails what is noted: only its readers hear of a failing store. */
export function openAudit(
  store: KeyValueStore,
  { auditEntries, auditDays }: Pick<Limits, 'auditEntries' | 'auditDays'>,
): Audit {
  const next = sequence(tabName());
  let waiting: AuditEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
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
    clearTimeout(timer);
    timer = undefined;
    // One after another: an entry that is being written counts as waiting for whoever comes now.
    writing = writing.catch(() => {}).then(write);
    return writing;
  };
  const soon = () => void flush().catch(() => {});

  writing.catch(() => {});
  return {
    note(note) {
      if (waiting.length < HELD) waiting.push({ ...note, ...next() });
      if (waiting.length === FLUSH_ENTRIES) soon();
      else timer ??= setTimeout(soon, FLUSH_MS);
    },
    flush,
    async query({ plugin, type, before, limit }) {
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
    async export() {
      await flush();
      const entries = await store.list(KEPT.audit);
      return [...entries.values()].map((entry) => `${JSON.stringify(entry)}\n`).join('');
    },
  };
}
