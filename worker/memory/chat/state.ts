import type { HistoryEntry } from '../../protocol/memory.js';
import { isOrdinal } from '../commits/chat.js';
import { Graph } from '../graph/graph.js';
import type { Journal } from '../graph/journal.js';
import type { Commit } from '../graph/records.js';
import { unpackGraph } from '../graph/snapshot.js';
import type { ChatLog } from '../log/chat-log.js';
import type { LogRecord } from '../log/entries.js';
import { type KeptCommit, keptCommits } from '../log/live.js';
import { type Place, type Snapshot, stillFits } from '../log/snapshot.js';
import { historyEntry } from './history.js';
import type { Timeline } from './timeline.js';
import type { AppliedCommit } from './undo.js';

/** Commits that can be taken back without reading everything anew. */
const JOURNALS = 256;

interface Applied extends AppliedCommit {
  journal: Journal | undefined;
}

/** The graph of a log and a chat's messages: a snapshot that still fits, and the shown commits after it. Journals take it back. */
export class ChatState {
  graph = new Graph();
  readonly #log: ChatLog;
  readonly #timeline: Timeline;
  #base: Omit<Snapshot, 'parts'> = NO_BASE;
  /** What the snapshot's commits come to. */
  #counted: Counts = NO_COMMITS;
  #records: LogRecord[] = [];
  #kept: KeptCommit[] = [];
  #applied: Applied[] = [];
  /** Highest number that any record has given to a node, be it shown, hidden or gone: none is given twice. */
  #highest = 0;
  #settled = true;
  #first: LogRecord | undefined;

  constructor(log: ChatLog, timeline: Timeline) {
    this.#log = log;
    this.#timeline = timeline;
  }

  /** Key of the last record that is known here. */
  get head(): number {
    return this.#records.at(-1)?.key ?? this.#base.key;
  }

  /** The first record ever written: it says to which family this memory belongs. */
  get first(): LogRecord | undefined {
    return this.#first ?? this.#records[0];
  }

  /** False if the graph could not apply a change: it is in its earlier state, and must not be written to. */
  get settled(): boolean {
    return this.#settled;
  }

  /** The commits that came into the graph here, in order: those of the snapshot are not among them. */
  get applied(): readonly AppliedCommit[] {
    return this.#applied;
  }

  /** Commits that are kept, and those of them that are in the graph. */
  get counts(): Counts {
    const { commits, shown } = this.#counted;
    return { commits: commits + this.#kept.length, shown: shown + this.#applied.length };
  }

  /** The summary of the commits that a snapshot made now would cover. */
  get summary(): Summary {
    return { ...this.counts, nodeSeq: this.#highest };
  }

  /** Key of the last record that the snapshot covers which this began with. */
  get base(): number {
    return this.#base.key;
  }

  /** Reads what is kept. Nothing changes before all of it is there. @throws `STORE_BROKEN`, `STORE_NEWER`, `STORE_FAILED`. */
  async load(): Promise<void> {
    const snapshot = await this.#log.readSnapshot();
    const later = await this.#log.readAll(snapshot?.key ?? 0);
    const summary = snapshot && summaryOf(snapshot);
    const graph = snapshot && summary && this.#fits(snapshot, later) ? graphOf(snapshot) : undefined;
    const records = graph || !snapshot ? later : await this.#log.readAll(0);
    const [first] = graph ? await this.#log.read(0, 1) : records;
    this.graph = graph ?? new Graph();
    this.#base = graph && snapshot ? { key: snapshot.key, applied: snapshot.applied, left: snapshot.left } : NO_BASE;
    this.#counted = (graph && summary) ?? NO_COMMITS;
    this.#records = records;
    this.#first = first;
    this.#highest = Math.max((graph && summary?.nodeSeq) ?? 0, highestOf(this.#records));
    this.#kept = keptCommits(this.#records);
    this.#applied = [];
    this.#goTo(this.#shown());
  }

  /** Takes in records that others have written, in order. */
  async absorb(records: readonly LogRecord[]): Promise<void> {
    const fresh = records.filter(({ key }) => key > this.head);
    for (const record of fresh) this.#records.push(record);
    this.#highest = Math.max(this.#highest, highestOf(fresh));
    await this.follow();
  }

  /** Reads what others have written since. */
  async catchUp(): Promise<void> {
    await this.absorb(await this.#log.readAll(this.head));
  }

  /** Makes the graph what the messages and the records say; it may be another object then. */
  async follow(): Promise<void> {
    this.#settled = false;
    if (this.#base === NO_BASE || this.#fits(this.#base, this.#records)) await this.#step();
    else await this.load();
    this.#settled = true;
  }

  async #step(): Promise<void> {
    this.#kept = keptCommits(this.#records);
    const shown = this.#shown();
    let same = 0;
    for (; same < this.#applied.length; same++) {
      const [one, now] = [this.#applied[same], shown[same]];
      if (!one || one.key !== now?.key) break;
      // Its swipe may have another number now.
      if (one.commit !== now.commit) this.#applied[same] = { ...one, commit: now.commit };
    }
    if (this.#applied.slice(same).some(({ journal }) => !journal)) await this.load();
    else {
      for (const { journal } of this.#applied.splice(same).reverse()) journal?.rollback();
      this.#goTo(shown);
    }
  }

  /** A commit of ours that is in the graph already was kept. */
  keep(key: number, commit: Commit, journal: Journal): void {
    this.#records.push({ key, entry: { kind: 'commit', batch: commit.batch, commit } });
    this.#kept.push({ key, commit });
    this.#applied.push({ key, commit, journal });
    this.#highest = Math.max(this.#highest, commit.counters.nodeSeq);
    this.#raise();
    this.#trimJournals();
  }

  get covers(): Omit<Snapshot, 'parts'> {
    const shown = new Set(this.#applied.map(({ key }) => key));
    return {
      key: this.head,
      applied: places([...this.#base.applied, ...this.#applied.map(({ commit }) => commit)]),
      left: places([
        ...this.#base.left,
        ...this.#kept.filter(({ key }) => !shown.has(key)).map(({ commit }) => commit),
      ]),
    };
  }

  /** The last commits that are in the graph, the newest first. */
  recent(limit: number): readonly HistoryEntry[] {
    return this.#applied
      .slice(Math.max(0, this.#applied.length - limit))
      .reverse()
      .map(({ key, commit, journal }) => historyEntry(key, commit, journal));
  }

  /** Everything that was ever kept and has not gone, in order, as far as it is known here. */
  async everything(): Promise<readonly Commit[]> {
    const { head } = this;
    const records = (await this.#all()).filter(({ key }) => key <= head);
    return keptCommits(records).map(({ commit }) => commit);
  }

  /** The same, with the names of what has gone, and of all there ever were. */
  async story(): Promise<Story> {
    const records = await this.#all();
    const kept = keptCommits(records).map(({ commit }) => commit);
    const known = new Set(records.map(({ entry }) => entry.batch));
    const still = new Set(kept.map(({ batch }) => batch));
    const gone = records.flatMap(({ entry }) => {
      if (entry.kind === 'drop') return entry.batches;
      return entry.kind === 'commit' && !still.has(entry.batch) ? [entry.batch] : [];
    });
    return { kept, known: new Set([...known, ...gone]), gone: [...new Set(gone)] };
  }

  async #all(): Promise<readonly LogRecord[]> {
    return this.#base === NO_BASE ? this.#records : this.#log.readAll(0);
  }

  #shown(): readonly KeptCommit[] {
    return this.#kept.filter(({ commit }) => this.#timeline.shows(commit));
  }

  #goTo(shown: readonly KeptCommit[]): void {
    for (const { key, commit } of shown.slice(this.#applied.length)) {
      const journal = this.graph.begin();
      this.graph.apply(commit.ops, commit.counters);
      journal.close();
      this.#applied.push({ key, commit, journal });
      this.#trimJournals();
    }
    this.#raise();
  }

  /** Commits that are hidden, or that others have replaced, have given numbers too. */
  #raise(): void {
    const { counters } = this.graph;
    if (counters.nodeSeq < this.#highest) this.graph.counters = { ...counters, nodeSeq: this.#highest };
  }

  #trimJournals(): void {
    const old = this.#applied[this.#applied.length - 1 - JOURNALS];
    if (old) old.journal = undefined;
  }

  #fits(snapshot: Omit<Snapshot, 'parts'>, later: readonly LogRecord[]): boolean {
    return stillFits(snapshot, later, (place) => this.#timeline.shows(place));
  }
}

export interface Story {
  readonly kept: readonly Commit[];
  /** Names of commits that have gone, with their messages or by another device. */
  readonly gone: readonly string[];
  /** All names there ever were. */
  readonly known: ReadonlySet<string>;
}

/** Commits that are kept, and those of them that are in the graph. */
interface Counts {
  readonly commits: number;
  readonly shown: number;
}

interface Summary extends Counts {
  readonly nodeSeq: number;
}

const NO_COMMITS: Counts = { commits: 0, shown: 0 };

/** `undefined` for an incomplete snapshot: the log is read instead. */
function summaryOf({ parts }: Snapshot): Summary | undefined {
  const summary = parts[0] as Partial<Summary> | undefined;
  const { commits, shown, nodeSeq } = summary ?? {};
  return isOrdinal(commits) && isOrdinal(shown) && isOrdinal(nodeSeq) ? { commits, shown, nodeSeq } : undefined;
}

function highestOf(records: readonly LogRecord[]): number {
  let highest = 0;
  for (const { entry } of records) {
    if (entry.kind === 'commit') highest = Math.max(highest, entry.commit.counters.nodeSeq);
  }
  return highest;
}

const NO_BASE: Omit<Snapshot, 'parts'> = { key: 0, applied: [], left: [] };

function places(all: readonly Place[]): readonly Place[] {
  const unique = new Map(all.map(({ floor, swipe }) => [`${floor} ${swipe}`, { floor, swipe }] as const));
  return [...unique.values()];
}

/** The graph of a snapshot; `undefined` where it cannot be read: the log has everything that is in it. */
function graphOf({ parts }: Snapshot): Graph | undefined {
  try {
    return unpackGraph(parts.slice(1));
  } catch {
    return undefined;
  }
}
