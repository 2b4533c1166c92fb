import { BulkheadError } from '../../protocol/errors.js';
import type { GraphInfo } from '../../protocol/memory.js';
import type { Graph } from '../graph/graph.js';
import type { ChatLog } from '../log/chat-log.js';
import type { FloorEvent } from '../log/entries.js';
import type { Logs } from '../log/logs.js';
import { Injection } from '../reads/injection.js';
import { Reads } from '../reads/reads.js';
import type { Commit, Counters, GraphOp } from '../records.js';
import { typesInForce } from '../schema/normalize.js';
import { TypeIndex } from '../schema/type-index.js';
import { LiveSearch } from '../search/live-search.js';
import type { CjkMode } from '../search/tokens.js';
import { type Change, type Kept, Writes } from '../writes/writes.js';
import { Snapshots } from './snapshots.js';
import { ChatState } from './state.js';
import { Timeline } from './timeline.js';

/** How a chat's graph is opened. */
export interface ChatOptions {
  readonly logs: Logs;
  readonly chat: string;
  readonly types: unknown;
  readonly ownTypes: unknown;
  readonly cjk?: CjkMode | undefined;
  readonly onChange: () => void;
}

/** A change that was made here, as long as nothing came after it. */
interface Undoable {
  readonly inverse: readonly GraphOp[];
  readonly counters: Counters;
}

/** Changes that may be taken back. */
const UNDO_STEPS = 50;

/** One chat's graph as it is now: what is kept of it, what was read of it, and the one way to change it. */
export class ChatGraph {
  readonly chat: string;
  readonly injection = new Injection();
  readonly timeline = new Timeline();
  /** The batch that is being written; kept with its commit. */
  #batch = '';
  readonly #options: ChatOptions;
  readonly #writes: Writes;
  readonly #snapshots: Snapshots;
  #log: ChatLog;
  #state: ChatState;
  #types: TypeIndex | undefined;
  #search: LiveSearch | undefined;
  #reads: Reads | undefined;
  #given: { readonly types: unknown; readonly ownTypes: unknown };
  #undo: Undoable[] = [];
  /** Key of the last commit that was made here. */
  #own = -1;
  readonly #stale = new Set<number>();
  #changes = 0;
  #unlisten: () => void = () => {};

  private constructor(options: ChatOptions, log: ChatLog) {
    this.chat = options.chat;
    this.#options = options;
    this.#given = { types: options.types, ownTypes: options.ownTypes };
    this.#log = log;
    this.#state = new ChatState(log, this.timeline);
    this.#writes = new Writes({
      graph: () => this.graph,
      types: () => this.types,
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
    await opened.#state.load();
    opened.#listen();
    return opened;
  }

  get graph(): Graph {
    return this.#state.graph;
  }

  get types(): TypeIndex {
    this.#types ??= new TypeIndex(typesInForce(this.#given.ownTypes, this.#given.types), this.graph.nodes);
    return this.#types;
  }

  get search(): LiveSearch {
    this.#search ??= new LiveSearch(this.graph, this.#options.cjk);
    return this.#search;
  }

  get reads(): Reads {
    this.#reads ??= new Reads({
      graph: this.graph,
      types: () => this.types,
      injection: this.injection,
      search: this.search,
      // They are copied to another thread, and frozen there.
      frozen: false,
    });
    return this.#reads;
  }

  get info(): GraphInfo {
    const { nodes, edges } = this.graph;
    return {
      ...{ chat: this.chat, revision: this.#changes, nodes: nodes.count, edges: edges.count, ...this.#state.counts },
      ...{ recovered: false, stale: [...this.#stale], canUndo: this.#canUndo },
    };
  }

  /** Other node types; what is kept stays as it is. */
  setTypes(types: unknown, ownTypes: unknown): void {
    this.#given = { types, ownTypes };
    this.#types = undefined;
    this.#changed();
  }

  /** A write by its name, as one batch that is kept once however often it is sent. */
  async write(batch: string, method: Parameters<typeof call>[1], args: readonly unknown[]): Promise<unknown> {
    return this.#exclusively(batch, () => call(this.#writes, method, args));
  }

  /** Puts changes that are known already into the graph, as one batch. */
  async apply(batch: string, ops: readonly GraphOp[], counters: Counters): Promise<void> {
    await this.#exclusively(batch, () => this.#writes.apply(ops, counters));
  }

  /** Takes the last change that was made here back. @returns false when there is none, or others came after it. */
  async undo(batch: string): Promise<boolean> {
    const last = this.#canUndo ? this.#undo.pop() : undefined;
    if (!last) return false;
    const { nodeSeq } = this.graph.counters;
    const left = this.#undo;
    try {
      await this.apply(batch, last.inverse, { ...last.counters, nodeSeq });
    } catch (error) {
      left.push(last);
      throw error;
    } finally {
      this.#undo = left;
    }
    return true;
  }

  /** The messages from `from` on are these now; the graph goes back or forward with them. */
  follow(from: number, messages: Parameters<Timeline['replace']>[1]): Promise<void> {
    return this.#writes.serialize(async () => {
      this.timeline.replace(from, messages);
      this.#moved(await this.#state.follow());
    });
  }

  /** Something happened to the chat's messages for good. */
  amend(event: FloorEvent): Promise<void> {
    return this.#writes.serialize(async () => {
      for (;;) {
        const appended = await this.#log.amend(event, this.#state.head);
        if (appended.status === 'gone') await this.#reopen();
        else {
          if (appended.status === 'behind') this.#moved(await this.#state.absorb(appended.records));
          else this.#moved(await this.#state.catchUp());
          if (appended.status !== 'behind') return;
        }
      }
    });
  }

  /** The answer on a floor was edited: its turn is stale until something is written for it. */
  edited(floor: number): void {
    const turn = this.timeline.turnOf(floor);
    if (turn !== undefined) this.#stale.add(turn);
    this.#changed();
  }

  /** Keeps commits that were made elsewhere, those that are not kept yet, behind what is there. @returns how many. */
  adopt(commits: readonly Commit[]): Promise<number> {
    return this.#writes.serialize(async () => {
      let adopted = 0;
      for (const commit of commits) {
        const now = this.graph.counters;
        const counters = Object.fromEntries(
          Object.entries(now).map(([name, own]) => [name, Math.max(own, commit.counters[name as keyof Counters])]),
        ) as unknown as Counters;
        for (;;) {
          const appended = await this.#log.append({ ...commit, counters }, this.#state.head);
          if (appended.status === 'gone') await this.#reopen();
          else if (appended.status === 'behind') this.#moved(await this.#state.absorb(appended.records));
          else {
            if (appended.status === 'kept') adopted += 1;
            this.#moved(await this.#state.catchUp());
            break;
          }
        }
      }
      return adopted;
    });
  }

  everything(): Promise<readonly Commit[]> {
    return this.#state.everything();
  }

  close(): void {
    this.#unlisten();
    this.#snapshots.close();
  }

  get #canUndo(): boolean {
    return this.#undo.length > 0 && this.#state.lastApplied === this.#own;
  }

  #anchor() {
    const { appliedSeqTo, loggedSeqTo } = this.graph.counters;
    return this.timeline.anchor(Math.max(appliedSeqTo, loggedSeqTo));
  }

  /** Nobody else's batch is under way while it runs: its name is kept with the commit. */
  #exclusively<T>(batch: string, work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(() => {
      this.#batch = batch;
      return work();
    });
    this.#turn = done.catch(() => {});
    return done;
  }

  #turn: Promise<unknown> = Promise.resolve();

  async #keep({ ops, counters, answer, journal }: Change): Promise<Kept> {
    const { floor, swipe, turn } = this.#anchor();
    const commit: Commit = { batch: this.#batch, floor, swipe, ops, counters, answer };
    const appended = await this.#log.append(commit, this.#state.head);
    if (appended.status === 'kept') {
      this.#undo = [...(this.#canUndo ? this.#undo : []), { inverse: journal.inverse(), counters: journal.counters }];
      if (this.#undo.length > UNDO_STEPS) this.#undo.shift();
      this.#state.keep(appended.key, commit, journal);
      this.#own = appended.key;
      if (turn !== undefined) this.#stale.delete(turn);
      this.#changed();
      this.#snapshots.later();
      return 'kept';
    }
    journal.rollback();
    if (appended.status === 'behind') this.#moved(await this.#state.absorb(appended.records));
    else if (appended.status === 'gone') await this.#reopen();
    else {
      this.#moved(await this.#state.catchUp());
      if (appended.entry.kind === 'commit') return { answer: appended.entry.commit.answer };
      throw new BulkheadError('BAD_ARGS', 'the name of this batch was another one’s');
    }
    return 'behind';
  }

  /** The log was removed, or set aside, by another tab: the chat begins anew. */
  async #reopen(): Promise<void> {
    this.#unlisten();
    this.#log = await this.#options.logs.open(this.chat);
    this.#state = new ChatState(this.#log, this.timeline);
    await this.#state.load();
    this.#listen();
    this.#moved(true);
  }

  #listen(): void {
    this.#unlisten = this.#log.onChange((head) => {
      if (head !== undefined && head <= this.#state.head) return;
      this.#writes
        .serialize(async () => {
          if (head === undefined) await this.#reopen();
          else if (head > this.#state.head) this.#moved(await this.#state.catchUp());
        })
        // Whoever reads or writes next is told.
        .catch(() => {});
    });
  }

  /** `replaced`: the graph is another object, and what was made for the one before is of no use. */
  #moved(replaced: boolean): void {
    if (replaced) {
      this.#types = undefined;
      this.#search = undefined;
      this.#reads = undefined;
    }
    this.#changed();
  }

  #changed(): void {
    this.#changes += 1;
    this.#options.onChange();
  }
}

function call(
  writes: Writes,
  method: Exclude<keyof Writes, 'serialize' | 'apply'>,
  [options]: readonly unknown[],
): Promise<unknown> {
  return writes[method](options);
}
