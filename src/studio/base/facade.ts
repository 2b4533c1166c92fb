import type { ChangeBody, ChangeHead, Delta, DiffRow, Rejection } from '../../../worker/protocol/studio.js';
import type { Adapter } from './adapter.js';
import type { Decision, ReviewState, SessionMessage, StudioSession } from './types.js';

/** Two versions compared, as long as it is not released. */
export interface Comparison {
  readonly delta: Delta;
  readonly reverseDelta: Delta;
  /** Sorted by path. */
  readonly changes: readonly ChangeHead[];
  /** What some of them are about; `values`: with both sides as they are. @throws `BAD_ARGS` for an unknown one, `WORKER_LOST`. */
  unfold(changes: readonly string[], options?: { readonly values?: boolean }): Promise<readonly ChangeBody[]>;
  /** Rows of one, with nothing left out. */
  rows(change: string, from: number, to: number): Promise<readonly DiffRow[]>;
  /** The version after without what is rejected; `lost` is what is not there to be rejected. */
  settle(rejected: readonly Rejection[]): Promise<{ readonly value: unknown; readonly lost: readonly Rejection[] }>;
  release(): void;
}

/** Compares versions; in a page by a worker. */
export interface Diffs {
  /** `null` where they are equal. Values are plain data, and are not to be changed afterwards. @throws `WORKER_LOST`, the signal’s reason. */
  compare(before: unknown, after: unknown, signal?: AbortSignal): Promise<Comparison | null>;
  close(): void;
}

/** What the studio is doing. */
export type Phase = 'idle' | 'asking' | 'predicting' | 'trying' | 'executing' | 'acting';

/** What a person has decided, and can take back until the next request. */
export type Undoable = 'approve' | 'reject' | 'rollback' | 'refresh';

/**
 * A message for the user, which the shell puts into words: it was stopped; the model has asked itself to go on as often as it may; this
 * cannot be taken back; executed for real the proposal came to something else, and nothing was applied; or it was, and came out otherwise than shown; something else is under way; another tab goes on with the session, so this one is
 * kept as a new one; what was kept cannot be read; what happened since cannot be kept; something failed.
 */
export type StatusKey =
  | 'stopped'
  | 'rounds'
  | 'refused'
  | 'proposalChanged'
  | 'differs'
  | 'busy'
  | 'forked'
  | 'historyUnreadable'
  | 'notKept'
  | 'failed';

/** Why something did not happen, or that it did. */
export interface StudioStatus {
  readonly kind: 'info' | 'error';
  readonly key: StatusKey;
  /** What was thrown. */
  readonly error?: unknown;
}

/** A session as it is listed. */
export interface SessionLine {
  readonly id: string;
  /** The first request, cut at 72 characters; empty for a new one. */
  readonly summary: string;
  readonly updatedAt: number;
  readonly createdAt: number;
  /** Requests of the user. */
  readonly turns: number;
  /** A proposal waits in it. */
  readonly waits: boolean;
  readonly current: boolean;
}

/** All that is shown. Replaced as a whole whenever something changes. */
export interface StudioView<Profile = unknown> {
  readonly session: Readonly<StudioSession<Profile>>;
  readonly sessions: readonly SessionLine[];
  readonly phase: Phase;
  /** Since when, by `Date.now()`; 0 when idle. */
  readonly since: number;
  /** Rounds the model has asked for itself, in this turn. */
  readonly autoRound: number;
  readonly autoApply: boolean;
  readonly status: StudioStatus | null;
  /** What was decided last, where that can be taken back. */
  readonly undoable: Undoable | null;
  /** The session that was deleted last, and can be brought back. */
  readonly deleted: { readonly id: string; readonly summary: string } | null;
}

/** What a send came to. */
export interface TurnOutcome {
  readonly ok: boolean;
  /** `empty_input`, `busy`, `stopped`, or an error’s words, where it is not ok. */
  readonly message?: string;
  readonly outcome?: 'pending' | 'completed' | 'text' | 'error';
}

/** One studio that is open: a conversation with a model about an artifact, and what a person decides. No DOM. */
export interface Studio<Profile = unknown, Settings = unknown> {
  readonly adapter: Adapter<Profile, Settings>;
  readonly settings: Settings;
  readonly popupId: string;
  readonly view: StudioView<Profile>;
  /** Called after each change of `view`. */
  onChange(listener: () => void): () => void;
  send(text: string): Promise<TurnOutcome>;
  /** Ends what is under way; the profile stays as it was. */
  stop(): void;
  /** Applies the proposal that waits, without what was rejected of it. */
  approve(): Promise<TurnOutcome>;
  reject(): Promise<TurnOutcome>;
  /** Takes the last decision back: an approved proposal waits again, with what was said of each hunk. */
  undo(): Promise<TurnOutcome>;
  /** Asks again for an answer, by its id; or for one that never came, by the id of the request. */
  refresh(messageId: string): Promise<TurnOutcome>;
  /** Takes an applied answer back, with everything after it. */
  rollback(messageId: string): Promise<TurnOutcome>;
  /** Decides one change, or one hunk of it; `null` takes the decision back. */
  decide(messageId: string, change: string, hunk: string | undefined, decision: Decision | null): void;
  /** Replaces all that is said of a message’s changes: of many at once, and for undo. */
  review(messageId: string, state: ReviewState): void;
  /** Returns the changes of a message; `null` if there are none, or they are unknown. The same object until the message changes. */
  comparison(message: SessionMessage<Profile>): Promise<Comparison | null>;
  newSession(): Promise<void>;
  loadSession(id: string): Promise<void>;
  deleteSession(id: string): Promise<void>;
  /** Brings back what was deleted last. */
  restoreSession(): Promise<void>;
  setAutoApply(on: boolean): void;
  /** Does what one of the adapter’s buttons says. */
  act(action: string, root: unknown, popupSelector: string): Promise<void>;
  dismissStatus(): void;
  /** Ends everything; what is kept is written. */
  close(): Promise<void>;
}
