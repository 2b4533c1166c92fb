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

/** What a graph is at this moment. */
export interface GraphInfo {
  readonly chat: string;
  /** Changes with every change of the graph. */
  readonly revision: number;
  readonly nodes: number;
  readonly edges: number;
  /** Commits that are kept, and those of them that count for the messages and swipes the chat shows now. */
  readonly commits: number;
  readonly shown: number;
  /** Ordinals of turns that were edited after they were read. */
  readonly stale: readonly number[];
  readonly canUndo: boolean;
  /** The browser had lost this chat's memory: so many commits were brought back from the copy, and when; `null` for never. */
  readonly restored: { readonly records: number; readonly at: number } | null;
}

/** One commit, and what it changed, for people. */
export interface HistoryEntry {
  readonly key: number;
  readonly batch: string;
  /** The message it belongs to, and its swipe; `null` for none. */
  readonly floor: number | null;
  readonly swipe: number;
  /** Nodes and edges it changed. */
  readonly changes: number;
  /** False where it was made so long ago that only what came of it is known, not what was there before. */
  readonly known: boolean;
  /** Id of a node, or name of an edge → a jsondiffpatch delta. */
  readonly delta: { readonly [key: string]: unknown };
}

/** One node whose text has to be embedded. */
export interface WantedText {
  readonly hash: number;
  readonly id: string;
  readonly text: string;
}

/** What an index of meaning lacks. */
export interface WantedTexts {
  readonly texts: readonly WantedText[];
  /** Nodes that are in the index, and those that are to be. */
  readonly indexed: number;
  readonly total: number;
}

/** What a graph tells without being asked. */
export type MemoryEvent =
  | { readonly type: 'changed'; readonly info: GraphInfo }
  /** The recall of this chat has put something else before the model. */
  | { readonly type: 'injection'; readonly chat: string; readonly state: InjectionLists }
  | { readonly type: 'guest'; readonly told: MemoryGuestEvent };

/** The sets of an injection state, as they cross. */
export interface InjectionLists {
  readonly alwaysInjectIds: readonly string[];
  readonly recallSelectedIds: readonly string[];
  readonly visibleIds: readonly string[];
}

/** A chat whose memory would not open; all of it is kept. */
export interface SetAside {
  readonly id: string;
  readonly chat: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly why: string;
}
