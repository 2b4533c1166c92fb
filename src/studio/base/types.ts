import type { Delta } from '../../../worker/protocol/studio.js';

/** Where an artifact, or a history, belongs. */
export type Scope = 'global' | 'character';

/** A tool's declaration for a model. */
export interface ToolDefinition {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    /** A JSON Schema of an object. */
    readonly parameters?: object;
  };
}

/** A call as the model has made it. */
export interface StudioCall {
  readonly id: string;
  readonly name: string;
  readonly args: { readonly [key: string]: unknown };
}

/** The result of a call, as it is stored and as the model gets it. */
export interface StudioResult {
  readonly id: string;
  readonly name: string;
  /** What the model reads: `{ok, …}`. */
  readonly result: { readonly ok: boolean; readonly [key: string]: unknown };
  /** A short label for people, in their language. */
  readonly action?: string;
  /** Whether it changed anything, as the adapter says. */
  readonly changed?: boolean;
}

/** What an adapter says of a call that it has executed. */
export interface Executed {
  /** For the model; anything that JSON can say. Absent: `{ok: true}`. */
  readonly content?: unknown;
  readonly action?: string;
  readonly changed?: boolean;
}

/** A message of a request, in the shape of chat completions. */
export interface TaskMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** What `context.generateTask` is asked. */
export interface TaskRequest {
  readonly messages: readonly TaskMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: 'auto';
  /** Both empty: what is active. */
  readonly apiPresetName: string;
  readonly llmPresetName: string;
  /** World info to go along, where the adapter has some. */
  readonly runtimeWorldInfo: unknown;
  readonly signal: AbortSignal;
}

/** What `context.generateTask` answers. */
export interface TaskAnswer {
  readonly text: string;
  readonly toolCalls: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
}

/** What a studio uses of its host. Adapters get it as it was given. */
export interface StudioContext {
  /** Asks the model, without anything of the chat. Rejects with the signal’s reason when that aborts. */
  generateTask(request: TaskRequest): Promise<TaskAnswer>;
  readonly [more: string]: unknown;
}

/** One check of a rehearsal. */
export interface RehearsalCheck {
  readonly name: string;
  readonly verdict: 'passed' | 'failed' | 'contained';
  readonly detail?: string;
  readonly ms?: number;
}

/**
 * What came of trying a proposal before it is approved. Plain data, in the user’s language. `contained`: it did what it may not, and
 * was held.
 */
export interface RehearsalReport {
  readonly verdict: 'passed' | 'failed' | 'contained';
  /** One sentence. */
  readonly summary: string;
  readonly checks: readonly RehearsalCheck[];
  /** What it wrote to its console. */
  readonly log: readonly { readonly level: string; readonly text: string }[];
  /** What it would have done, one sentence each. */
  readonly effects: readonly string[];
  /** The same for the model, where that is not what people read. */
  readonly forModel?: string;
}

/** How a change was decided; absent: not yet, which counts as accepted when the rest is approved. */
export type Decision = 'accept' | 'reject';

/** What a person has said of the changes of one message. Kept with it. */
export interface ReviewState {
  /** By the id of a change; of single hunks by `<change>\n<hunk’s key>`, which beats what is said of the whole. */
  readonly decisions: { readonly [key: string]: Decision };
  /** Ids of changes that were looked at. */
  readonly reviewed: readonly string[];
}

/** One message of a session. A new object each time something about it changes. Plain data. */
export interface SessionMessage<Profile = unknown> {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly createdAt: number;
  /** The model was asked on its own wish. */
  readonly auto?: true;
  /** All calls, in the model’s order. */
  readonly toolCalls?: readonly StudioCall[];
  readonly toolResults?: readonly StudioResult[];
  readonly toolState?: 'pending' | 'completed' | 'rejected';
  /** From the profile before to that after; while it is pending, as it was predicted. */
  readonly profileDelta?: Delta | null;
  readonly profileReverseDelta?: Delta | null;
  readonly profileSnapshotBefore?: Profile;
  /** Only for a pending one: the prediction. */
  readonly profileSnapshotAfter?: Profile;
  readonly review?: ReviewState;
  readonly trial?: RehearsalReport;
}

/** A proposal that waits for a person. */
export interface PendingApproval {
  readonly messageId: string;
  readonly assistantText: string;
  /** Those that edit. */
  readonly toolCalls: readonly StudioCall[];
  /** All of them, in the model’s order. */
  readonly executionToolCalls: readonly StudioCall[];
  readonly createdAt: number;
}

/** One conversation about one artifact. Plain data; an adapter may change `workingProfile` and `lastSimulation`. */
export interface StudioSession<Profile = unknown> {
  id: string;
  mode: string;
  /** The chat it was begun in, for those that are bound to one. */
  chatKey: string;
  sourceScope: Scope;
  sourceAvatar: string;
  sourceName: string;
  /** Calls that were executed for real. */
  revision: number;
  createdAt: number;
  updatedAt: number;
  workingProfile: Profile;
  baseWorkingProfile: Profile;
  messages: readonly SessionMessage<Profile>[];
  lastSimulation: unknown;
  pendingApproval: PendingApproval | null;
}

/** What is kept of one scope. */
export interface HistoryState<Profile = unknown> {
  readonly version: 3;
  /** Sorted by `updatedAt`, the oldest first. */
  readonly sessions: readonly StudioSession<Profile>[];
}
