import type { Cap } from '../../../worker/protocol/capabilities/index.js';
import type { Effect } from '../../../worker/protocol/effects.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Permission } from '../../../worker/protocol/permissions.js';
import type { PluginInfo, Services } from '../../contracts/index.js';
import type { Simulation } from '../../simulation/index.js';
import type { LlmPace } from './llm.js';

/** The call that a request belongs to, as a handler knows it. */
export interface HandledCall {
  readonly plugin: PluginInfo;
  readonly tool: string;
  readonly mode: 'read' | 'write';
  /** The chat that was open when the call was asked for. */
  readonly chat: string | undefined;
  readonly simulation: Simulation | undefined;
  /**
   * Resolves when the call may use a capability, its user asked where that is needed. `fits`: which of its permissions.
   * @throws `CAPABILITY_DENIED` naming the line of the manifest.
   */
  must(cap: Cap, what: string, fits?: Fitting): Promise<void>;
  /**
   * The same for a capability that is asked about at each use; `use` is performed in the click that says yes.
   * @throws `CAPABILITY_DENIED` after a no, and where nobody answers.
   */
  confirm(cap: Cap, what: string, use: Use): Promise<void>;
}

/** One use of a capability that is asked about each time. */
export interface Use {
  /** Shown in the question. */
  readonly effect: Effect;
  /** Does it. It is called while the answer is given, and throws nothing. */
  perform(): void;
}

/** The permissions of a capability that allow a request, and the message if none does. */
export interface Fitting {
  readonly of: (permission: Permission) => boolean;
  readonly otherwise: string;
}

/** The context of the handlers of one call. */
export interface HandlerParts {
  readonly call: HandledCall;
  readonly services: Services;
  /** Calls another tool for this call. */
  readonly callTool: (name: string, args: unknown, signal: AbortSignal) => Promise<unknown>;
  /** The plugin's pace of asking the model. */
  readonly pace: LlmPace;
  readonly noticesPerCall: number;
}

/** Fields of a request, none of them checked. */
export type Fields = { readonly [key: string]: unknown };
/** Answers the requests of one group. Each request is checked against the call's rights before it is answered. */
export type Answer = (method: string, args: Fields, signal: AbortSignal) => Promise<unknown>;
/** Makes the handler of a group for one call; `undefined` if the page lacks the service. */
export type Handler = (parts: HandlerParts) => Answer | undefined;

/** @throws `BAD_ARGS` for any method but this one. */
export function checkMethod(method: string, only: string): void {
  if (method !== only) throw new BulkheadError('BAD_ARGS', `there is no ${method.slice(0, 64)}`);
}
