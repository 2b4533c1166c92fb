import { BulkheadError } from '../../worker/protocol/errors.js';
import type { SessionEntry, SessionRecord, SessionRow } from '../engine/internal.js';
import { OWN_METADATA } from '../engine/internal-compat.js';
import type { ExtractionState } from '../index.js';
import { shownLabel } from './labels.js';
import { allowedOf } from './skills.js';
import type { ChatStorage } from './storage.js';
import type { ChatSession, ChatSkill } from './types.js';

/** What the chat keeps with a session, beside what the engine does. */
export interface ChatMetadata {
  readonly recorded?: boolean;
  readonly remembers?: boolean;
  /** Messages that the model has written memories of; without it, it writes none. */
  readonly extractedUpTo?: number;
  readonly [OWN_METADATA]?: { readonly allowedSkills?: readonly string[] };
}

const metadataOf = (session: SessionRecord): ChatMetadata => session.metadata;
/** True for a session that something was remembered of. */
export const hadMemory = ({ remembers, extractedUpTo }: ChatMetadata): boolean =>
  remembers !== undefined || extractedUpTo !== undefined;

const allowedIn = (session: SessionRecord) => metadataOf(session)[OWN_METADATA]?.allowedSkills;

/** All sessions as they are kept: what the tree shows, and what each may read. */
export class Sessions {
  readonly #storage: ChatStorage;
  #entries: ReadonlyMap<string, SessionEntry> = new Map();
  #rows: readonly SessionRow[] = [];

  constructor(storage: ChatStorage) {
    this.#storage = storage;
  }

  /** Reads them anew. */
  async read(rows: readonly SessionRow[]): Promise<void> {
    const entries = await this.#storage.list();
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.#rows = rows.filter(({ id }) => this.#entries.has(id));
  }

  /** As the tree shows them. */
  rows(
    isBusy: (id: string) => boolean,
    extractionOf: (id: string) => ExtractionState | undefined,
  ): readonly ChatSession[] {
    return this.#rows.map(({ id, label, parentId, depth, archived, turns }) => ({
      ...{ id, label: shownLabel(label), parentId, depth, archived, turns },
      busy: isBusy(id),
      recorded: this.isRecorded(id),
      remembers: this.remembers(id),
      extracts: this.extractedUpTo(id) !== undefined,
      ...(extractionOf(id) && { extraction: extractionOf(id) as ExtractionState }),
    }));
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** @throws `BAD_ARGS` for an id that nobody knows. */
  get(id: string): SessionEntry {
    const entry = this.#entries.get(id);
    if (!entry) throw new BulkheadError('BAD_ARGS', `there is no session ${id} any more`);
    return entry;
  }

  /** The one in which something was said last; empty where there is none. */
  get latest(): string {
    const open = [...this.#entries.values()].filter(({ status }) => status === 'active');
    return open.toSorted((a, b) => b.updatedAt - a.updatedAt)[0]?.id ?? '';
  }

  isRecorded(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && metadataOf(entry).recorded === true;
  }

  /** What is said in it is remembered. */
  remembers(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && metadataOf(entry).remembers === true;
  }

  async switchRemembers(id: string, on: boolean): Promise<void> {
    await this.#storage.append(id, [], { metadata: { ...this.get(id).metadata, remembers: on } });
  }

  /** Messages that the model has written memories of; `undefined` where it writes none. */
  extractedUpTo(id: string): number | undefined {
    const entry = this.#entries.get(id);
    return entry && metadataOf(entry).extractedUpTo;
  }

  async keepExtracted(id: string, extractedUpTo: number | undefined): Promise<void> {
    const { extractedUpTo: _, ...metadata } = this.get(id).metadata as ChatMetadata;
    const changed = extractedUpTo === undefined ? { remembers: false, ...metadata } : { ...metadata, extractedUpTo };
    await this.#storage.append(id, [], { metadata: changed });
  }

  /** It and all that were forked of it. */
  withForks(id: string): readonly string[] {
    const found = new Set([id]);
    // What is added is visited as well; parents come before their children.
    for (const one of this.#rows) if (one.parentId !== null && found.has(one.parentId)) found.add(one.id);
    return [...found];
  }

  /** What a session may read of these: no more than those that it was forked from. */
  skills(id: string, all: readonly { readonly name: string; readonly description: string }[]): readonly ChatSkill[] {
    let parents: readonly string[] = all.map(({ name }) => name);
    for (const entry of this.#aboveOf(id)) parents = allowedOf(parents, allowedIn(entry));
    const entry = this.#entries.get(id);
    const own = allowedOf(parents, entry && allowedIn(entry));
    return all.map(({ name, description }) => ({
      ...{ name, description },
      on: own.includes(name),
      locked: !parents.includes(name),
    }));
  }

  /** Names of the skills that a session may not read. */
  off(id: string, all: readonly { readonly name: string; readonly description: string }[]): ReadonlySet<string> {
    return new Set(this.skills(id, all).flatMap(({ name, on }) => (on ? [] : [name])));
  }

  /**
   * Switches a skill in a session; what is off there is off in all that were forked of it. @returns the sessions that have changed.
   * @throws `BAD_ARGS` for one that the session it was forked from may not read.
   */
  async switchSkill(id: string, all: readonly string[], name: string, on: boolean): Promise<readonly string[]> {
    const changed: string[] = [];
    const keep = async (entry: SessionEntry, allowedSkills: readonly string[]) => {
      await this.#storage.append(entry.id, [], { metadata: { ...entry.metadata, [OWN_METADATA]: { allowedSkills } } });
      changed.push(entry.id);
    };
    const without = (entry: SessionEntry) => (allowedIn(entry) ?? all).filter((one) => one !== name);
    if (on) {
      const isLocked = this.#aboveOf(id).some((entry) => allowedIn(entry)?.includes(name) === false);
      if (isLocked)
        throw new BulkheadError('BAD_ARGS', `the session that this one was forked from may not read ${name}`);
      const entry = this.get(id);
      await keep(entry, [...without(entry), name]);
    } else {
      for (const one of this.withForks(id)) await keep(this.get(one), without(this.get(one)));
    }
    return changed;
  }

  #aboveOf(id: string): readonly SessionEntry[] {
    const above: SessionEntry[] = [];
    for (let at = this.#entries.get(id)?.parentId; at !== undefined; at = above.at(-1)?.parentId) {
      const entry = this.#entries.get(at);
      if (!entry || above.includes(entry)) break;
      above.push(entry);
    }
    return above;
  }
}
