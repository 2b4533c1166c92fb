import type { GraphInfo, HistoryEntry, SetAside } from '../../worker/protocol/memory.js';
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
  SearchOptions,
  SeqRange,
} from '../../worker/protocol/memory-types.js';
import type { ChatMessages, MemoryChat } from '../contracts/index.js';
import type { EmbeddingProfile } from './embedding-profile.js';
import type { Abortable, MemoryReadSession, MemorySession } from './session-types.js';

/** Lists that come in pages, each with the filter of its method. */
export interface PagedLists {
  readonly nodes: NodeView;
  readonly candidates: NodeView;
  readonly edges: EdgeView;
}

/** Reads beyond those of a session. @experimental */
export interface MemoryReadApi extends MemoryReadSession {
  /** All that pass, the oldest turn first; archived ones with `activeOnly: false`. */
  listNodes(
    filter?: {
      readonly types?: readonly string[];
      readonly levels?: readonly Level[];
      readonly activeOnly?: boolean;
      readonly seqRange?: SeqRange;
    } & Abortable,
  ): Promise<readonly NodeView[]>;
  /** Archived ones too; `null` for none. */
  getNode(id: string, options?: Abortable): Promise<NodeView | null>;
  /** As stored, without weights; the whole list, as `listNodes`. `page` answers in parts. */
  listEdges(
    filter?: {
      readonly from?: string;
      readonly to?: string;
      readonly types?: readonly string[];
      readonly excludeInternal?: boolean;
    } & Abortable,
  ): Promise<readonly EdgeView[]>;
  /** Nodes at the other ends of a node's edges; of a rolled-up one, with `projectTo`, the rollup in its place. */
  getNeighbors(
    id: string,
    options?: {
      readonly edgeTypes?: readonly string[];
      readonly direction?: Dir | 'both';
      readonly projectTo?: ProjectTo;
    } & Abortable,
  ): Promise<readonly NeighborView[]>;
  /** The first node above for which `predicate` is true; the parent without one. The predicate runs here. */
  getAncestor(
    id: string,
    options?: { readonly activeOnly?: boolean; readonly predicate?: (node: NodeView) => boolean } & Abortable,
  ): Promise<NodeView | null>;
  /** What stands beneath a rollup, level by level. `maxDepth`: levels; default: all. */
  getDescendants(
    id: string,
    options?: { readonly activeOnly?: boolean; readonly maxDepth?: number } & Abortable,
  ): Promise<readonly NodeView[]>;
  /** The node itself where it is among the ids, else the nearest of them above it. @throws `BAD_ARGS` without `visibleNodeIds`. */
  getNearestVisibleAncestor(
    id: string,
    options: { readonly visibleNodeIds: Iterable<string> } & Abortable,
  ): Promise<NodeView | null>;
  /**
   * The edges among these nodes, where those of what they sum up count as theirs; equal ones are one, with a `weight`.
   * @throws `BAD_ARGS` without `visibleNodeIds`.
   */
  projectEdges(
    options: {
      readonly visibleNodeIds: Iterable<string>;
      readonly edgeTypes?: readonly string[];
      readonly excludeInternal?: boolean;
    } & Abortable,
  ): Promise<readonly EdgeView[]>;
  /** The same lists page by page: at most 500 views each. @throws `BAD_ARGS` for a cursor of something else. */
  page<L extends keyof PagedLists>(
    options: {
      readonly list: L;
      readonly filter?: object;
      /** Default: 50. */
      readonly limit?: number;
      readonly cursor?: string | null;
    } & Abortable,
  ): Promise<{ readonly items: readonly PagedLists[L][]; readonly cursor: string | null; readonly total: number }>;
  /** `null` for one that is missing or archived. */
  getNodeExposure(id: string, options?: Abortable): Promise<Exposure | null>;
  /** What `recordInjection` was told last; three empty sets before that. */
  getInjectionState(): Promise<InjectionState>;
  /** @returns a function that ends it; calling that twice is fine. */
  onInjectionChanged(listener: (state: InjectionState) => void): () => void;
  /** Like `keywordSearch`, but forgiving: a word may be misspelt or unfinished. Scores are relative to each other only. */
  fuzzySearch(options: SearchOptions & Abortable): Promise<readonly RankedView<'keyword'>[]>;
}

/** How far an index of meaning has come: nodes. */
export interface IndexProgress {
  readonly indexed: number;
  readonly total: number;
}

/** One chat's memory with everything that can be done to it. @experimental */
export interface MemoryGraph extends MemoryReadApi {
  readonly chat: string;
  /** The sixteen methods that are given to others. */
  readonly session: MemorySession;
  info(): Promise<GraphInfo>;
  /** The chat's messages as they are now: what was tied to others is hidden until they are back. */
  follow(messages: ChatMessages): Promise<GraphInfo>;
  /** Messages from `length` on were deleted for good, and what was written for them goes with them. */
  truncate(length: number): Promise<GraphInfo>;
  /** One swipe of a message was deleted for good. */
  removeSwipe(floor: number, swipe: number): Promise<GraphInfo>;
  /** A message was edited in place: nothing changes but `info().stale`, until something is written for its turn. */
  edited(floor: number): Promise<GraphInfo>;
  /** What a recall has put before the model: all three sets are replaced. Not kept beyond the page. */
  recordInjection(update: {
    readonly alwaysInjectIds?: Iterable<string>;
    readonly recallSelectedIds?: Iterable<string>;
    readonly visibleIds?: Iterable<string>;
  }): Promise<void>;
  /** Other node types, as `open` takes them; what is kept stays as it is. */
  setTypes(types?: unknown, ownTypes?: unknown): Promise<GraphInfo>;
  /**
   * Takes back the last change that was made here since the page was opened: up to 50, one after another, as long as no other
   * tab's came after. @returns false when there is none.
   */
  undo(): Promise<boolean>;
  /** The last changes that count, the newest first, with what each changed. Default: 20; at most 200. */
  history(limit?: number): Promise<readonly HistoryEntry[]>;
  /** Brings the index of meaning up to date. @throws `NO_EMBEDDING_PROFILE`, `EMBEDDING_FAILED`. */
  index(options?: { readonly onProgress?: (progress: IndexProgress) => void } & Abortable): Promise<IndexProgress>;
  /** The whole graph with its commits, in parts: all of what was there when the first was asked for. */
  export(format: 'json' | 'jsonl', options?: Abortable): AsyncIterable<string>;
  /**
   * Puts what a file holds in the place of what is there, as one change. Who stops it before it is kept has what was there.
   * @throws `BAD_ARGS` naming the line; nothing is lost.
   */
  import(parts: Iterable<string> | AsyncIterable<string>, options?: Abortable): Promise<GraphInfo>;
  /** Some rows of a table of the nodes: whatever the graph's size, only they come over. */
  table(options?: TableOptions & Abortable): Promise<TablePage>;
  /**
   * Puts what a chat file of SillyTavern tells in the place of what is there, as one change: an event for each answer, and
   * who took part in it. @throws `BAD_ARGS` naming the line; nothing is lost.
   */
  importChat(text: string, options?: Abortable): Promise<GraphInfo>;
  /**
   * Text of at most `maxChars` that `merge` of another device understands: all commits, or as many of the newest as have room,
   * as `whole` says; `key` counts all there are. More than 2,097,152 characters are taken by nobody.
   */
  mirror(maxChars: number): Promise<{ readonly text: string; readonly key: number; readonly whole: boolean }>;
  /**
   * Takes in what `mirror` of another device has written. `length`: of the chat's messages; what belongs to messages from
   * there on is not taken. @returns whether anything of it was new. @throws `BAD_ARGS`, `STORE_NEWER`: nothing has changed.
   */
  merge(text: string, options?: { readonly length?: number }): Promise<boolean>;
  /** Called after every change, those of other tabs too. @returns a function that ends it. */
  onChange(listener: (info: GraphInfo) => void): () => void;
}

/** Long-term memory of chats, in a worker of its own. @experimental */
export interface Memory {
  /** The session that others are given. @throws `STORE_NEWER`, `STORE_BROKEN`, `STORE_FAILED`, `STORE_UNAVAILABLE`. */
  openSession(chat: MemoryChat | string): Promise<MemorySession>;
  /**
   * Everything about one chat's memory; the same object for the same chat. Of a chat that is open already, only what nobody has
   * told yet is taken: `follow` and `setTypes` change the rest, and its durability stays. @throws as `openSession` does.
   */
  open(chat: MemoryChat | string): Promise<MemoryGraph>;
  /** Chats that something is kept of. */
  chats(): Promise<readonly string[]>;
  /** Deletes all that is kept of a chat. */
  remove(chat: string): Promise<void>;
  /**
   * Copies to a new chat what another keeps that belongs to its first `length` messages, or to none. @returns false where there
   * is something already.
   */
  branch(from: string, to: string, length: number): Promise<boolean>;
  /** A chat has another name: what is kept goes there, and who holds a session or a graph goes on with it. */
  rename(from: string, to: string): Promise<void>;
  /** Node types of all chats for which `open` is told none, as they are kept; `null` where the usual ones count. */
  types(): Promise<readonly object[] | null>;
  /**
   * Keeps other node types for them, as `open` takes them, from this moment on, for what is open on this page as well; another tab’s
   * open chats have them when they are opened next. What is kept of chats stays as it is. `null`: the usual ones.
   * @throws `BAD_ARGS` for what is no list of at most 100 objects and 200,000 characters, `STORE_*`.
   */
  setTypes(types: readonly object[] | null): Promise<void>;
  /** What could not be opened. It is kept as it was until it is removed. */
  setAside(): Promise<readonly SetAside[]>;
  /** A text that `import` brings back what can be read of, into the same chat or another. */
  exportAside(id: string): Promise<string>;
  removeAside(id: string): Promise<void>;
  /** How texts become vectors, until the page is left; `null` for not at all. @throws `BAD_ARGS` for what is no profile. */
  setEmbeddings(profile: EmbeddingProfile | null): Promise<void>;
  /** The profile that is chosen. */
  embeddings(): Promise<EmbeddingProfile | null>;
  /**
   * Keeps the key of the chosen profile's server on this device, 8 characters at the least, under the name that its `key`
   * says. It is sent to that server's host and no other, and nobody can read it back. `null` forgets it.
   * @throws `BAD_ARGS` where the chosen profile is no server's or names no key, `STORE_*`.
   */
  setEmbeddingKey(value: string | null): Promise<void>;
  /**
   * Registers the fifteen `memory_*` tools; `openSession` finds the session of a run by its context, `null` for none. It is
   * asked once for each run.
   * @returns a function that takes them back.
   */
  registerTools(
    openSession: (context: unknown) => MemorySession | null | Promise<MemorySession | null>,
  ): Promise<() => void>;
}
