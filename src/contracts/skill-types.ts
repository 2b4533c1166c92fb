import type { ReadIn } from '../../worker/protocol/quotations.js';
import type { CallPrompt, DialectId, PromptLanguage, TextCall, TextTool } from '../../worker/protocol/text-calls.js';

/** What a skill does: its arguments as the model wrote them, and a signal that ends with the call. */
export type SkillAction = (
  call: { readonly name: string; readonly args: unknown; readonly rawArgs: string },
  signal: AbortSignal,
) => unknown;

/** What an author registers. Everything is optional and may be wrong: gaps are filled, with a warning. */
export interface SkillConfig {
  /** What the model writes: letters, digits, `_`, `.` and `-`. */
  readonly name?: string;
  readonly description?: string;
  /** A function runs in the page; its text, in a guest. */
  readonly action?: SkillAction | string;
  readonly enabled?: boolean;
  /** JSON Schema of the arguments. Without one, any will do. */
  readonly parameters?: object;
  /** The user confirms each call. */
  readonly sensitive?: boolean;
}

/** One skill as it is shown. */
export interface SkillInfo extends TextTool {
  readonly description: string;
  /** Its name in `host.tools`. */
  readonly tool: string;
  readonly owner: string;
  /** Where it runs: in the page, in a guest, or on a port. */
  readonly runs: 'page' | 'guest' | 'port';
  readonly enabled: boolean;
  readonly sensitive: boolean;
  /** Since the page was loaded. */
  readonly calls: number;
  readonly failures: number;
}

/** One call of a skill, from the moment a model has written it. A new object each time something about it changes. */
export interface SkillCall {
  readonly id: number;
  readonly name: string;
  readonly arguments: unknown;
  readonly rawArguments: string;
  readonly repaired: boolean;
  readonly state: 'pending' | 'asking' | 'running' | 'done' | 'failed' | 'stopped' | 'blocked';
  /** The `run` that it is part of, where its caller has named it. */
  readonly run?: string;
  /** `Date.now()` at which it was found. */
  readonly foundAt: number;
  readonly durationMs?: number;
  readonly result?: { readonly value: unknown };
  /** In words for people and models: no stack, no path. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** What running the calls of one message came to. */
export interface RunOutcome {
  readonly results: readonly {
    readonly call: SkillCall;
    /** For the model. Empty for calls that were refused together with one before them, whose message speaks for all. */
    readonly message: string;
  }[];
  /** False when the model must not be asked again: the breaker is open, or everything was stopped. */
  readonly goOn: boolean;
  /** Why not. */
  readonly stoppedBy?: 'breaker' | 'repetition' | 'chain' | 'abort';
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** What the calls belong to: a chain of answers to one message of the user. Default: each run is a chain of its own. */
  readonly chain?: string;
  /** Names this run in its calls. */
  readonly run?: string;
  /** Which chat they come from, for the log. */
  readonly chat?: string;
  /** Asks about calls that the model has read somewhere, in the place of `host.asks`. */
  readonly confirmQuotation?: ConfirmQuotation | undefined;
}

/** Where the breaker stands. */
export interface BreakerState {
  /** Calls within the window, and how many may be. */
  readonly count: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly blocked: boolean;
  /** Until a call would pass again; 0 when one would now. */
  readonly recoversInMs: number;
}

/** One line of the log. */
export interface SkillLogEntry {
  /** `Date.now()` */
  readonly at: number;
  readonly what:
    | 'warning'
    | 'injected'
    | 'found'
    | 'repaired'
    | 'done'
    | 'failed'
    | 'unknown'
    | 'refused'
    | 'blocked'
    | 'stopped';
  readonly skill?: string;
  readonly chat?: string;
  readonly text: string;
}

/** Limits of the base. */
export interface SkillLimits {
  /** Calls that may be made within the window, and how long that is. */
  readonly calls: number;
  readonly windowMs: number;
  /** The same call with the same arguments within one chain. */
  readonly repeats: number;
  /** Answers with calls that one message of the user may lead to. */
  readonly chain: number;
  readonly timeoutMs: number;
  /** Characters of what has come in since the user's last message that calls are compared with. */
  readonly materialChars: number;
}

/** The limits that hold unless others are given. */
export const SKILL_LIMITS: SkillLimits = {
  calls: 5,
  windowMs: 30_000,
  repeats: 3,
  chain: 20,
  timeoutMs: 30_000,
  materialChars: 1_000_000,
};

/** What models can do by writing it: skills that were registered here, and tools of the registry that the user has let in. */
export interface Skills {
  /**
   * Registers a skill, or replaces the one of that name. Never throws: what is missing or wrong gets a default, with a
   * warning in the console and the log.
   * @returns the name that it has.
   */
  register(config?: unknown): string;
  unregister(name: string): boolean;
  /** Every skill, and every tool of the registry, in the order of registration. */
  list(): readonly SkillInfo[];
  /** Skills that were registered are on unless they say otherwise; other tools are off until they are let in. */
  setEnabled(name: string, enabled: boolean): void;
  /** What tells a model about those that are on. Empty when none is. */
  prompt(options?: {
    readonly dialect?: DialectId;
    readonly language?: PromptLanguage;
    readonly budgetTokens?: number;
  }): Promise<CallPrompt>;
  /**
   * Runs calls one after another, after those that run already. Never throws for what a skill does: its failure is an
   * outcome, and told to the model.
   */
  run(calls: readonly TextCall[], options?: RunOptions): Promise<RunOutcome>;
  /** Calls of late, the newest last. */
  readonly calls: readonly SkillCall[];
  readonly log: readonly SkillLogEntry[];
  breaker(): BreakerState;
  /** Called after every change, of a call too. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
}

/** Asks the user about a call that was read before the model wrote it. Anything but `true` is no. */
export type ConfirmQuotation = (
  call: Pick<TextCall, 'name' | 'arguments'> & { readonly readIn: ReadIn },
  options: { readonly signal?: AbortSignal | undefined },
) => boolean | Promise<boolean>;
