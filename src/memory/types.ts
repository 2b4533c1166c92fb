import type { GraphInfo, HistoryEntry, QuarantinedMemory } from '../../worker/protocol/memory.js';
import type { TableOptions, TablePage } from '../../worker/protocol/memory-table.js';
import type {
  Dir,
  EdgeView,
  Exposure,
  InjectionState,
  Level,
  NeighborView,
  NodeView,
  ProjectTo,
  RankedView,
  RecallOptions,
  RecallView,
  SearchOptions,
  SeqRange,
} from '../../worker/protocol/memory-types.js';
import type { ChatMessages, MemoryChat, RememberedMessage } from '../contracts/index.js';
import type { EmbeddingProfile } from './embedding-profile.js';
import type { ExtractionOptions, MemoryExtraction } from './extraction-types.js';
import type { Abortable, MemoryReadSession, MemorySession } from './session-types.js';

/** Lists that can be read in pages. */
export interface PagedLists {
  readonly nodes: NodeView;
  readonly candidates: NodeView;
  readonly edges: EdgeView;
}

/** Read methods beyond those of a session. @experimental */
export interface MemoryReadApi extends MemoryReadSession {
  /** Returns all nodes that match, the oldest turn first. Includes archived ones if `activeOnly` is `false`. */
  listNodes(
    filter?: {
      readonly types?: readonly string[];
      readonly levels?: readonly Level[];
      readonly activeOnly?: boolean;
      readonly seqRange?: SeqRange;
    } & Abortable,
  ): Promise<readonly NodeView[]>;
  /** Returns a node, also an archived one; `null` if there is none. */
  getNode(id: string, options?: Abortable): Promise<NodeView | null>;
  /** Returns all edges that match, as stored, without weights. Use `page` to read them in parts. */
  listEdges(
    filter?: {
      readonly from?: string;
      readonly to?: string;
      readonly types?: readonly string[];
      readonly excludeInternal?: boolean;
    } & Abortable,
  ): Promise<readonly EdgeView[]>;
  /** Returns the nodes at the other ends of a node's edges. With `projectTo`, a rolled-up node is replaced by its rollup. */
  getNeighbors(
    id: string,
    options?: {
      readonly edgeTypes?: readonly string[];
      readonly direction?: Dir | 'both';
      readonly projectTo?: ProjectTo;
    } & Abortable,
  ): Promise<readonly NeighborView[]>;
  /** Returns the nearest ancestor for which `predicate` is true; without one, the parent. The predicate runs on the main thread. */
  getAncestor(
    id: string,
    options?: { readonly activeOnly?: boolean; readonly predicate?: (node: NodeView) => boolean } & Abortable,
  ): Promise<NodeView | null>;
  /** Returns the nodes beneath a rollup, level by level. `maxDepth` is the number of levels. Default: all. */
  getDescendants(
    id: string,
    options?: { readonly activeOnly?: boolean; readonly maxDepth?: number } & Abortable,
  ): Promise<readonly NodeView[]>;
  /**
   * Returns the node itself if it is among the ids, otherwise its nearest ancestor among them.
   * @throws `BAD_ARGS` without `visibleNodeIds`.
   */
  getNearestVisibleAncestor(
    id: string,
    options: { readonly visibleNodeIds: Iterable<string> } & Abortable,
  ): Promise<NodeView | null>;
  /**
   * Returns the edges among these nodes. Edges of nodes that they sum up count as theirs. Equal edges are merged into one with
   * a `weight`.
   * @throws `BAD_ARGS` without `visibleNodeIds`.
   */
  projectEdges(
    options: {
      readonly visibleNodeIds: Iterable<string>;
      readonly edgeTypes?: readonly string[];
      readonly excludeInternal?: boolean;
    } & Abortable,
  ): Promise<readonly EdgeView[]>;
  /** Returns the same lists page by page, at most 500 views each. @throws `BAD_ARGS` for a cursor of another list. */
  page<L extends keyof PagedLists>(
    options: {
      readonly list: L;
      readonly filter?: object;
      /** Default: 50. */
      readonly limit?: number;
      readonly cursor?: string | null;
    } & Abortable,
  ): Promise<{ readonly items: readonly PagedLists[L][]; readonly cursor: string | null; readonly total: number }>;
  /** Returns the exposure of a node; `null` if it is missing or archived. */
  getNodeExposure(id: string, options?: Abortable): Promise<Exposure | null>;
  /** Returns what was last passed to `recordInjection`; three empty sets before that. */
  getInjectionState(): Promise<InjectionState>;
  /** Calls `listener` after `recordInjection`. @returns a function that removes the listener; it may be called twice. */
  onInjectionChanged(listener: (state: InjectionState) => void): () => void;
  /** Searches like `keywordSearch`, but words may be misspelt or unfinished. Scores can be compared within one answer only. */
  fuzzySearch(options: SearchOptions & Abortable): Promise<readonly RankedView<'keyword'>[]>;
  /**
   * Chooses what a model should be shown before it answers: the nodes that fit a query, or the last messages, each with its score, why it
   * was chosen, and the text to tell. Words are compared by their stems, Chinese by pairs and single characters; rare words count more,
   * and so do names, links, and the turns around a hit. Where an embedding profile is chosen, meaning counts too; if its server does
   * not answer, words alone decide. What repeats a message, or another node, is left out.
   * @throws `BAD_ARGS` naming what is wrong with the options.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const { memory } = createHost();
   * const graph = await memory.open({ id: 'chat-1', messages: [] });
   * const found = await graph.recall({ messages: [{ mes: 'Where did we leave the horses?' }], chars: 1_500 });
   * const prompt = found.map(({ text }) => `- ${text}`).join('\n');
   */
  recall(options: RecallOptions & Abortable): Promise<readonly RecallView[]>;
}

/** Progress of the vector index, in nodes. */
export interface IndexProgress {
  readonly indexed: number;
  readonly total: number;
}

/** The memory of one chat, with all of its methods. @experimental */
export interface MemoryGraph extends MemoryReadApi {
  readonly chat: string;
  /** The sixteen methods that other code is given. */
  readonly session: MemorySession;
  info(): Promise<GraphInfo>;
  /** Sets the chat's current messages. Commits of messages that are not shown are hidden until these are shown again. */
  follow(messages: ChatMessages): Promise<GraphInfo>;
  /** Tells that the messages from `length` on were deleted. Deletes their commits for good. */
  truncate(length: number): Promise<GraphInfo>;
  /** Tells that one swipe of a message was deleted. Deletes its commits for good. */
  removeSwipe(floor: number, swipe: number): Promise<GraphInfo>;
  /** Tells that a message was edited in place. Only `info().stale` changes, until something is written for its turn. */
  edited(floor: number): Promise<GraphInfo>;
  /**
   * Keeps what is said in the chat word for word, without a model: an event for each message of both sides (a long one in several, in
   * whole sentences), who says it, and a link between them. Each belongs to its message, so that branches, swipes, edits and deletions
   * take it along. Pass all messages of the chat, again after each change; what is kept already is not written twice, and what a user
   * has changed or deleted in the memory stays so. A message with an empty `mes` is left out. @returns how many messages were new.
   * @throws `BAD_ARGS` if it is no list; aborting it keeps what was kept until then.
   */
  remember(
    messages: readonly (RememberedMessage | null)[],
    options?: {
      /** Places of messages that were edited: they are written anew, whatever the memory has of them. */
      readonly edited?: Iterable<number>;
      readonly onProgress?: (progress: { readonly read: number; readonly total: number }) => void;
    } & Abortable,
  ): Promise<number>;
  /** Takes away everything that `remember` has kept. @returns how many messages that were. */
  forgetMessages(): Promise<number>;
  /**
   * Lets a model of yours write the memory: it reads new messages in batches and answers with events, characters, places, threads and
   * links. Nothing is sent before `notice` or `run`. What is there already is not written twice; what has changed is edited, and
   * the old value stays in the history. @throws `BAD_ARGS` without `ask` or `messages`.
   */
  extraction(options: ExtractionOptions): Promise<MemoryExtraction>;
  /** Records what a recall has shown the model. Replaces all three sets. They are lost when the page is closed. */
  recordInjection(update: {
    readonly alwaysInjectIds?: Iterable<string>;
    readonly recallSelectedIds?: Iterable<string>;
    readonly visibleIds?: Iterable<string>;
  }): Promise<void>;
  /** Sets other node types, as `open` takes them. Stored nodes stay as they are. */
  setTypes(types?: unknown, ownTypes?: unknown): Promise<GraphInfo>;
  /**
   * Undoes the last change made here since the page was opened. Up to 50 changes can be undone, one after another, unless another
   * tab has made a later one. @returns `false` if there is nothing to undo.
   */
  undo(): Promise<boolean>;
  /** Returns the last changes that count, the newest first, with what each changed. Default: 20; maximum: 200. */
  history(limit?: number): Promise<readonly HistoryEntry[]>;
  /** Brings the vector index up to date. @throws `NO_EMBEDDING_PROFILE`, `EMBEDDING_FAILED`. */
  index(options?: { readonly onProgress?: (progress: IndexProgress) => void } & Abortable): Promise<IndexProgress>;
  /** Returns the whole graph with its commits as text, in parts. It is the state at the moment the first part was requested. */
  export(format: 'json' | 'jsonl', options?: Abortable): AsyncIterable<string>;
  /**
   * Replaces the graph by the contents of a file, as one change. Aborting it before it is stored leaves the graph as it was.
   * @throws `BAD_ARGS` naming the line; nothing is lost.
   */
  import(parts: Iterable<string> | AsyncIterable<string>, options?: Abortable): Promise<GraphInfo>;
  /** Returns some rows of a table of the nodes. Only these rows are sent to the page, whatever the graph's size. */
  table(options?: TableOptions & Abortable): Promise<TablePage>;
  /**
   * Replaces the graph by one made of a chat file of SillyTavern, as one change: an event for each message, and who speaks. If it is the
   * file of the chat that is open, and nothing is kept yet, its messages are remembered as `remember` does.
   * @throws `BAD_ARGS` naming the line; nothing is lost.
   */
  importChat(text: string, options?: Abortable): Promise<GraphInfo>;
  /**
   * Returns a text of at most `maxChars` characters for `merge` on another device, compressed where the browser can. It contains all
   * commits (`whole`: true), or as many of the newest as fit: `commits` is their number, `key` that of all. `merge` refuses more than
   * 2,097,152 characters, and a text that unpacks to more than 4,194,304 bytes, which is not written either.
   */
  mirror(
    maxChars: number,
    options?: {
      /** Leaves out what `remember` has kept: the other device has the messages, and remembers them itself. Default: `false`. */
      readonly withoutMessages?: boolean;
      /** A text that was written earlier. It is returned as it is if it says the same: browsers do not compress alike. */
      readonly before?: string;
    },
  ): Promise<{ readonly text: string; readonly key: number; readonly commits: number; readonly whole: boolean }>;
  /**
   * Merges a text that `mirror` has written on another device. `length` is the number of the chat's messages; commits of messages
   * from there on are left out. @returns whether anything was new. @throws `BAD_ARGS`, `STORE_NEWER`; nothing has changed then.
   */
  merge(text: string, options?: { readonly length?: number }): Promise<boolean>;
  /** Calls `listener` after every change, also of other tabs. @returns a function that removes the listener. */
  onChange(listener: (info: GraphInfo) => void): () => void;
}

/** Long-term memory of chats, in a worker of its own. @experimental */
export interface Memory {
  /** Opens the session that other code is given. @throws `STORE_NEWER`, `STORE_BROKEN`, `STORE_FAILED`, `STORE_UNAVAILABLE`. */
  openSession(chat: MemoryChat | string): Promise<MemorySession>;
  /**
   * Opens the memory of a chat. Returns the same object for the same chat. If the chat is open already, only options that were not
   * given before are used: `follow` and `setTypes` change the others, and the durability stays. @throws like `openSession`.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const graph = await createHost().memory.open('chat-1');
   * await graph.session.createNode({ type: 'location_state', title: 'The Old Inn' });
   * const found = await graph.keywordSearch({ query: 'old inn', k: 5 });
   */
  open(chat: MemoryChat | string): Promise<MemoryGraph>;
  /** Returns the chats that have a stored memory. */
  chats(): Promise<readonly string[]>;
  /** Deletes the memory of a chat. */
  remove(chat: string): Promise<void>;
  /**
   * Copies from one chat's memory to a new chat what belongs to the first `length` messages, or to no message.
   * @returns `false` if the new chat has a memory already.
   */
  branch(from: string, to: string, length: number): Promise<boolean>;
  /** Moves the memory of a chat to another name. Open sessions and graphs continue to work. */
  rename(from: string, to: string): Promise<void>;
  /** Returns the stored node types of all chats that are opened without any; `null` if the usual ones apply. */
  types(): Promise<readonly object[] | null>;
  /**
   * Stores node types for all chats that are opened without any, in the form that `open` takes. They apply at once, also to chats
   * that are open on this page; in another tab they apply when a chat is opened next. Stored nodes stay as they are. `null` restores
   * the usual types. @throws `BAD_ARGS` unless it is a list of at most 100 objects and 200,000 characters, `STORE_*`.
   */
  setTypes(types: readonly object[] | null): Promise<void>;
  /** Returns the memories in quarantine: those that could not be opened. Each is kept as it was until it is removed. */
  quarantined(): Promise<readonly QuarantinedMemory[]>;
  /** Returns a quarantined memory as text. `import` restores what can be read of it, into the same chat or another. */
  exportQuarantined(id: string): Promise<string>;
  removeQuarantined(id: string): Promise<void>;
  /** Sets how texts become vectors, until the page is closed; `null` for not at all. @throws `BAD_ARGS` if it is no profile. */
  setEmbeddings(profile: EmbeddingProfile | null): Promise<void>;
  /** Returns the profile that is set. */
  embeddings(): Promise<EmbeddingProfile | null>;
  /**
   * Stores the key of the profile's server on this device, at least 8 characters, under the name in the profile's `key`. The key is
   * sent to that server's host only, and cannot be read back. `null` deletes it.
   * @throws `BAD_ARGS` if the profile has no server or names no key, `STORE_*`.
   */
  setEmbeddingKey(value: string | null): Promise<void>;
  /**
   * Registers the fifteen `memory_*` tools. `openSession` returns the session of a run by its context, or `null` for none. It is
   * called once for each run.
   * @returns a function that removes the tools.
   */
  registerTools(
    openSession: (context: unknown) => MemorySession | null | Promise<MemorySession | null>,
  ): Promise<() => void>;
}
