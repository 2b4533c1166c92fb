import type { CallProgress } from '../contracts/index.js';
import type { LLMAdapter, Message } from '../engine/index.js';
import type { SessionRow } from '../engine/internal.js';
import type { ExtractionState } from '../index.js';
import type { ModesState } from './modes.js';

/** A chat, for whoever shows it. */
export type { ChatRoom } from './chat.js';
export type { ConnectionState, ModelConnection, ModelTest } from './connection.js';
export type { ChatController } from './controller.js';
export type { ExamplePlayer, ExampleState } from './example.js';
export type { ChatMode } from './modes.js';

/** Why something failed, as it is kept: a code of Bulkhead's and words. */
export interface KeptFailure {
  readonly code: string;
  readonly message: string;
}

/** One call of a tool, from the moment the model has asked for it. Its id is unique in this chat, on this page. */
export interface ChatCall extends CallProgress {
  /** What was thrown, or what is kept of it. */
  readonly failure?: unknown;
}

/** One message as the chat shows it. A new object each time something about it changes. */
export interface ChatLine {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Which of the session's records it is; -1 for one that is not kept yet. */
  readonly at: number;
  readonly streaming: boolean;
  readonly calls: readonly ChatCall[];
  /** Why the answer is not what it was to be: `failed` has a `failure`, `rounds` is the limit of rounds of calls. */
  readonly ended?: 'stopped' | 'rounds' | 'failed';
  readonly failure?: unknown;
  /** The run of a mode that has written it, by its id. */
  readonly run?: string;
}

/** A session in the tree of all. */
export interface ChatSession extends Pick<SessionRow, 'id' | 'label' | 'parentId' | 'depth' | 'archived' | 'turns'> {
  /** An answer is being written in it. */
  readonly busy: boolean;
  /** What is said in it is remembered. */
  readonly remembers: boolean;
  /** The model writes its memory. */
  readonly extracts: boolean;
  /** What that has cost since the page was opened. */
  readonly extraction?: ExtractionState;
  /** It plays a recorded example: no model is running. */
  readonly recorded: boolean;
}

/** A skill as a session may read it. */
export interface ChatSkill {
  readonly name: string;
  readonly description: string;
  readonly on: boolean;
  /** The session that this one was forked from may not read it. */
  readonly locked: boolean;
}

/** Which model answers. */
export interface ChatModel {
  readonly kind: 'none' | 'recorded' | 'connected';
  /** Its name, where it has one. */
  readonly name?: string;
}

/** All that is shown. Replaced as a whole whenever something changes. */
export interface ChatState extends ModesState {
  /** What is kept has been read. */
  readonly ready: boolean;
  readonly sessions: readonly ChatSession[];
  /** The session that is open; empty for none. */
  readonly current: string;
  /** What was said in it. */
  readonly lines: readonly ChatLine[];
  /** An answer is being written in it. */
  readonly busy: boolean;
  readonly skills: readonly ChatSkill[];
  /** Which model answers in it. */
  readonly model: ChatModel;
  /** The removal that can be undone. */
  readonly removed?: { readonly label: string; readonly count: number };
}

/** A record as a chat keeps it: the engine's message, and what a person wants to know of it later. */
export interface ChatRecord extends Message {
  /** Only for the result of a call: the reason why it failed. */
  failure?: KeptFailure;
  /** Only for the result of a call: how many milliseconds the call took. */
  ms?: number;
  /** Of an answer: it was not finished. */
  ended?: 'stopped' | 'failed';
  run?: string;
}

/** A model with the name that is shown. */
export interface NamedModel {
  readonly name: string;
  readonly llm: LLMAdapter;
}
