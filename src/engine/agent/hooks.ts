import { messageOf } from '../tools/result.js';
import type { ParsedCall, ToolOutcome, TurnResult } from '../turns/types.js';

type Of<More = object> = { readonly sessionId: string } & More;

/** Hooks of the application. A hook that throws changes nothing; its error is an error event and is passed to `onError`. */
export interface EngineHooks {
  onMessageReceived?(event: Of<{ readonly input: string }>): unknown;
  /** A round of the conversation: one whole turn. */
  onRoundStart?(event: Of<{ readonly input: string }>): unknown;
  onToolCall?(event: Of<{ readonly toolCall: ParsedCall }>): unknown;
  onToolResult?(event: Of<{ readonly result: ToolOutcome }>): unknown;
  onAssistantReply?(event: Of<{ readonly content: string | null; readonly turn: TurnResult }>): unknown;
  onRoundEnd?(event: Of<{ readonly turn: TurnResult }>): unknown;
  onSessionEnter?(event: Of): unknown;
  onSessionLeave?(event: Of): unknown;
  onSessionArchive?(event: Of): unknown;
  onSessionFork?(event: { readonly parentId: string; readonly child: ForkedChild }): unknown;
  onError?(event: EngineError): unknown;
}

export interface ForkedChild {
  readonly id: string;
  readonly label: string;
}

export interface EngineError {
  readonly sessionId: string;
  /** `engine.turn`, `engine.stream`, or `engine.<hook>`. */
  readonly source: string;
  readonly error: Error;
}

/** Tells hooks and listeners; none of them can stop a turn. */
export class HookNotifier {
  readonly #session: string;
  readonly #hooks: EngineHooks;
  readonly #listeners = new Set<(event: EngineError) => void>();

  constructor(session: string, hooks: EngineHooks = {}) {
    this.#session = session;
    this.#hooks = hooks;
  }

  on(_event: 'error', listener: (event: EngineError) => void): void {
    this.#listeners.add(listener);
  }

  off(_event: 'error', listener: (event: EngineError) => void): void {
    this.#listeners.delete(listener);
  }

  /** Does something that may fail without consequence: then it is an error event. */
  async attempt(name: string, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.error(`engine.${name}`, error);
    }
  }

  /** Calls a hook, and does not wait for what it does. */
  notify<Name extends Exclude<keyof EngineHooks, 'onError'>>(
    name: Name,
    event: Parameters<NonNullable<EngineHooks[Name]>>[0],
  ): void {
    const hook = this.#hooks[name] as ((event: unknown) => unknown) | undefined;
    if (hook) this.attempt(name, () => hook.call(this.#hooks, event));
  }

  error(source: string, thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(messageOf(thrown));
    const event = { sessionId: this.#session, source, error };
    for (const listener of this.#listeners) calmly(() => listener(event));
    calmly(() => this.#hooks.onError?.(event));
  }
}

/** An error listener that throws is ignored, because nothing else listens. */
function calmly(work: () => unknown): void {
  try {
    const done = work();
    if (done instanceof Promise) done.catch(report);
  } catch (error) {
    report(error);
  }
}

/** As a listener's error in a page; nothing of that kind is everywhere. */
const report = (error: unknown): void => globalThis.reportError?.(error);
