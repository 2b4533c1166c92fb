import { BulkheadError } from '../../protocol/errors.js';
import type { GraphInfo, HistoryEntry } from '../../protocol/memory.js';
import type { Graph } from '../graph/graph.js';
import type { Commit, OrderedStore } from '../graph/records.js';
import type { Appended, ChatLog } from '../log/chat-log.js';
import type { FloorEvent, LogRecord } from '../log/entries.js';
import type { Logs } from '../log/logs.js';
import { Injection } from '../reads/injection.js';
import { latestSeq } from '../reads/latest-seq.js';
import type { CjkMode } from '../search/tokens.js';
import { type Change, type Kept, Writes } from '../writes/writes.js';
import { Batches } from './batches.js';
import { ChatReads } from './chat-reads.js';
import { familyOf, suffixOf } from './names.js';
import { Snapshots } from './snapshots.js';
import { ChatState, type Story } from './state.js';
import { Timeline } from './timeline.js';
import { UndoSteps } from './undo.js';

export interface ChatOptions {
  readonly logs: Logs;
  readonly chat: string;
  readonly types: unknown;
  readonly ownTypes: unknown;
  readonly cjk?: CjkMode | undefined;
  readonly onChange: () => void;
}

type WriteMethod = Exclude<keyof Writes, 'serialize'>;

/** One chat's graph as it is now: what is kept of it, what was read of it, and the one way to change it. */
export class ChatGraph {
  readonly chat: string;
  readonly injection = new Injection();
  readonly reads: ChatReads;
  readonly timeline = new Timeline();
  readonly #batches = new Batches(() => this.#log);
  readonly #options: ChatOptions;
  readonly #writes: Writes;
  readonly #snapshots: Snapshots;
  #log: ChatLog;
  #state: ChatState;
  readonly #undo = new UndoSteps(() => this.#state.applied);
  readonly #stale = new Set<number>();
  #changes = 0;
  #unlisten: () => void = () => {};

  private constructor(options: ChatOptions, log: ChatLog) {
    this.chat = options.chat;
    this.#options = options;
    this.reads = new ChatReads(() => this.graph, this.injection, options, options.cjk);
    this.#log = log;
    this.#state = new ChatState(log, this.timeline);
    this.#writes = new Writes({
      graph: () => this.graph,
      types: () => this.reads.types,
      turn: () => this.#anchor().turn,
      keep: (change) => this.#keep(change),
    });
    this.#snapshots = new Snapshots({
      state: () => this.#state,
      log: () => this.#log,
      serialize: (work) => this.#writes.serialize(work),
    });
  }

  /** @throws `STORE_NEWER`, `STORE_BROKEN` (set aside), `STORE_FAILED`, `STORE_UNAVAILABLE`. */
  static async open(options: ChatOptions, messages?: Parameters<Timeline['replace']>[1]): Promise<ChatGraph> {
    const opened = new ChatGraph(options, await options.logs.open(options.chat));
    if (messages) opened.timeline.replace(0, messages);
    opened.#unlisten = await opened.#writes.serialize(() => opened.#read(opened.#log, opened.#state));
    opened.#name();
    return opened;
  }

  get graph(): Graph {
    return this.#state.graph;
  }

  get info(): GraphInfo {
    const { nodes, edges } = this.graph;
    return {
      ...{ chat: this.chat, revision: this.#changes, nodes: nodes.count, edges: edges.count, ...this.#state.counts },
      ...{ stale: [...this.#stale], canUndo: this.#undo.any },
      restored: this.#log.restored ?? null,
    };
  }

  /** True where nothing was ever kept, nor taken away. */
  isUnwritten = (): boolean => this.#state.head === 0;

  /** Other node types; what is kept stays as it is. */
  setTypes(types: unknown, ownTypes: unknown): void {
    this.reads.setTypes({ types, ownTypes });
    this.#changed();
  }

  /** A write by its name, as one batch that is kept once however often it is sent. */
  write(batch: string, method: WriteMethod, [options]: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    return this.#batches.write(batch, () => this.#writes[method](options), signal);
  }

  /** Takes our last change back, once however often it is sent. @returns false for none, or where others came after. */
  undo(batch: string): Promise<boolean> {
    return this.#batches.run(batch, async () => {
      if ((await this.#log.find(batch))?.entry.kind === 'commit') return true;
      return this.#undo.undo((plan) => this.#writes.commit({ plan }));
    });
  }

  /** The messages from `from` on are these now; the graph goes back or forward with them. */
  follow(from: number, messages: Parameters<Timeline['replace']>[1]): Promise<void> {
    return this.#writes.serialize(async () => {
      this.timeline.replace(from, messages);
      await this.#state.follow();
      this.#moved();
    });
  }

  /** Something happened to the chat's messages for good. */
  amend(event: FloorEvent): Promise<void> {
    return this.#writes.serialize(async () => {
      await this.#append((log, head) => log.amend(event, head));
    });
  }

  /** The answer on a floor was edited: its turn is stale until something is written for it. */
  edited(floor: number): void {
    const turn = this.timeline.turnOf(floor);
    if (turn !== undefined) this.#stale.add(turn);
    this.#changed();
  }

  /** Keeps the commits that `choose` picks from others' by what is kept at that moment. @returns how many were new. */
  adopt(choose: (story: Story, family: string) => readonly Commit[]): Promise<number> {
    return this.#addAll(async () => choose(await this.story(), this.family));
  }

  /** Keeps the commits that `make` gives, behind whatever is kept at that moment. @returns how many were new. */
  add(make: (isKnown: (batch: string) => Promise<boolean>) => Promise<readonly Commit[]>): Promise<number> {
    return this.#addAll(() => make(async (batch) => (await this.#log.find(batch)) !== undefined));
  }

  #addAll(make: () => Promise<readonly Commit[]>): Promise<number> {
    return this.#writes.serialize(async () => {
      for (let adopted = 0; ; ) {
        await this.#catchUp();
        const commits = await make();
        if (commits.length === 0) return adopted;
        const { status, fresh } = await this.#log.appendAll(this.#state.head, this.graph.counters, commits);
        adopted += fresh;
        if (status === 'gone') await this.#reopen();
        if (status !== 'kept') continue;
        await this.#catchUp();
        return adopted;
      }
    });
  }

  /** Gives a chat that keeps nothing these commits, all at once. @returns false where it keeps something. */
  fill(commits: readonly Commit[], why: string): Promise<boolean> {
    return this.#writes.serialize(async () => {
      for (;;) {
        await this.#catchUp();
        if (this.#state.counts.commits > 0) return false;
        const expected = { generation: this.#log.generation, head: this.#state.head };
        const done = await this.#options.logs.replaceOnly(this.chat, expected, commits, why);
        await this.#reopen();
        if (done) return true;
      }
    });
  }

  story(): Promise<Story> {
    return this.#state.story();
  }

  /** The letters of the device that began this memory. */
  get family(): string {
    return familyOf(this.#state.first, this.#log);
  }

  /** Begins anew with what is kept now: somebody has removed or replaced it. */
  reload(): Promise<void> {
    return this.#writes.serialize(() => this.#reopen());
  }

  recent(limit: number): readonly HistoryEntry[] {
    return this.#state.recent(limit);
  }

  /** The graph and the commits that it comes of, of one moment. */
  whole(): Promise<{ readonly store: OrderedStore; readonly commits: readonly Commit[] }> {
    return this.#writes.serialize(async () => ({ commits: await this.everything(), store: this.graph.toOrdered() }));
  }

  everything(): Promise<readonly Commit[]> {
    return this.#state.everything();
  }

  close(): void {
    this.#unlisten();
    this.#snapshots.close();
  }

  #anchor() {
    return this.timeline.anchor(() => latestSeq(this.graph));
  }

  /** Keeps what is not in the graph yet, behind whatever others have written. @returns false where it was kept before. */
  async #append(append: (log: ChatLog, head: number) => Promise<Appended>): Promise<boolean> {
    for (;;) {
      const appended = await append(this.#log, this.#state.head);
      if (appended.status === 'gone') await this.#reopen();
      else if (appended.status === 'behind') await this.#catchUp(appended.records);
      else {
        await this.#catchUp();
        return appended.status === 'kept';
      }
    }
  }

  async #keep({ ops, counters, answer, journal }: Change): Promise<Kept> {
    if (!this.#state.settled) {
      journal.rollback();
      await this.#state.follow();
      this.#moved();
      return 'behind';
    }
    const { floor, swipe, turn } = this.#undo.place ?? this.#anchor();
    const commit: Commit = { batch: this.#batches.name, floor, swipe, ops, counters, answer };
    const appended = await this.#log.append(commit, this.#state.head);
    if (appended.status === 'kept') {
      this.#batches.kept();
      this.#undo.push(appended.key);
      this.#state.keep(appended.key, commit, journal);
      if (turn !== undefined) this.#stale.delete(turn);
      this.#changed();
      this.#snapshots.later();
      return 'kept';
    }
    journal.rollback();
    if (appended.status === 'behind') await this.#catchUp(appended.records);
    else if (appended.status === 'gone') await this.#reopen();
    else {
      await this.#catchUp();
      if (appended.entry.kind === 'commit') return { answer: appended.entry.commit.answer };
      throw new BulkheadError('BAD_ARGS', 'the name of this batch was another one’s');
    }
    return 'behind';
  }

  /** The log was removed, or set aside, by another tab: the chat begins anew, at a stroke when all of it has been read. */
  async #reopen(): Promise<void> {
    const log = await this.#options.logs.open(this.chat);
    const state = new ChatState(log, this.timeline);
    const unlisten = await this.#read(log, state);
    this.#unlisten();
    this.#undo.clear();
    this.#stale.clear();
    [this.#log, this.#state, this.#unlisten] = [log, state, unlisten];
    this.#moved();
  }

  /** @returns how to stop hearing of what others write to it. */
  #read(log: ChatLog, state: ChatState): Promise<() => void> {
    const onHead = async (head: number | undefined) => {
      if (head === undefined) await this.#reopen();
      else if (head > this.#state.head) await this.#catchUp();
    };
    return log.readHearing(
      () => state.load(),
      // The next read or write gets the error.
      (head) => void this.#writes.serialize(() => onHead(head)).catch(() => {}),
    );
  }

  #name(): void {
    this.graph.suffix = suffixOf(this.#state.first, this.#log);
  }

  /** Takes in what others have written: these records, or all that there is since. */
  async #catchUp(records?: readonly LogRecord[]): Promise<void> {
    const { head, settled } = this.#state;
    await (records ? this.#state.absorb(records) : this.#state.catchUp());
    if (!settled || this.#state.head > head) this.#moved();
  }

  #moved(): void {
    this.#name();
    this.#changed();
  }

  #changed(): void {
    this.#changes += 1;
    this.#options.onChange();
  }
}
