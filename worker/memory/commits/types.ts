/** A message of the host's chat, as far as it matters here; `null` where there is a hole. */
export type ChatMessage = {
  readonly is_user?: unknown;
  readonly is_system?: unknown;
  readonly mes?: unknown;
  readonly swipe_id?: unknown;
} | null;
/** A chat; a message's index is its floor. */
export type Chat = readonly ChatMessage[];

/** One operation of RFC 6902, unchecked. */
export interface PatchOp {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** One change of the state, and the message (with its swipe) that caused it. */
export interface FloorCommit {
  readonly floor: number;
  readonly swipeId: number;
  readonly patches: readonly PatchOp[];
}

/** The contract's log: the state is the replay, from `{}`, of the commits whose swipe is the live one. */
export interface FloorLog {
  readonly version: 1;
  readonly commits: readonly FloorCommit[];
}

/** Live swipe by floor. */
export type SwipeMap = { readonly [floor: number]: number };
