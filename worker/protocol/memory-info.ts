import type { MemoryGuestEvent } from './memory-guests.js';

/** One message of a chat, as far as a graph is tied to it. */
export interface ChatMessage {
  readonly is_user?: boolean | undefined;
  readonly is_system?: boolean | undefined;
  readonly mes?: string | undefined;
  readonly swipe_id?: number | undefined;
}

/** When a write counts as kept: as soon as the browser has it, or when it has reached the disk. */
export type { Durability } from './storage.js';

/** The state of a graph. */
export interface GraphInfo {
  readonly chat: string;
  /** Changes with every change of the graph. */
  readonly revision: number;
  readonly nodes: number;
  readonly edges: number;
  /** Number of stored commits, and of those that count for the messages and swipes the chat shows now. */
  readonly commits: number;
  readonly shown: number;
  /** Ordinals of turns whose messages were edited after they had been read. */
  readonly stale: readonly number[];
  readonly canUndo: boolean;
  /** Number and time of commits that were restored from the replica after the browser had lost this memory; `null` for never. */
  readonly restored: { readonly records: number; readonly at: number } | null;
}

/** One commit and its changes, for display. */
export interface HistoryEntry {
  readonly key: number;
  readonly batch: string;
  /** The message it belongs to, and its swipe; `null` for none. */
  readonly floor: number | null;
  readonly swipe: number;
  /** Number of nodes and edges that it changed. */
  readonly changes: number;
  /** `false` if the commit is so old that only its result is known, not the state before it. */
  readonly known: boolean;
  /** Maps ids of nodes and names of edges to jsondiffpatch deltas. */
  readonly delta: { readonly [key: string]: unknown };
}

/** One node whose text has to be embedded. */
export interface WantedText {
  readonly hash: number;
  readonly id: string;
  readonly text: string;
}

/** The texts that a vector index is missing. */
export interface WantedTexts {
  readonly texts: readonly WantedText[];
  /** Number of nodes in the index, and of all nodes that belong there. */
  readonly indexed: number;
  readonly total: number;
}

/** Events of a graph. */
export type MemoryEvent =
  | { readonly type: 'changed'; readonly info: GraphInfo }
  /** The injection state of this chat has changed. */
  | { readonly type: 'injection'; readonly chat: string; readonly state: InjectionLists }
  | { readonly type: 'guest'; readonly event: MemoryGuestEvent };

/** The sets of an injection state, in the form in which they cross between threads. */
export interface InjectionLists {
  readonly alwaysInjectIds: readonly string[];
  readonly recallSelectedIds: readonly string[];
  readonly visibleIds: readonly string[];
}

/** A memory in quarantine: it could not be opened. All of it is kept. */
export interface QuarantinedMemory {
  readonly id: string;
  readonly chat: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly why: string;
}
