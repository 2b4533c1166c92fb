import type { ReadIn } from '../../worker/protocol/quotations.js';
import type { CallPrompt, DialectId, PromptLanguage, TextCall, TextTool } from '../../worker/protocol/text-calls.js';

/** The function of a skill. It is called with the arguments as the model wrote them, and a signal that aborts when the call ends. */
export type SkillAction = (
  call: { readonly name: string; readonly args: unknown; readonly rawArgs: string },
  signal: AbortSignal,
) => unknown;

/** What an author registers. Every field is optional; a missing or wrong one is replaced by a default, with a warning. */
export interface SkillConfig {
  /** The name that the model writes: letters, digits, `_`, `.` and `-`. */
  readonly name?: string;
  readonly description?: string;
  /** A function runs in the page. The source text of a function runs in a guest. */
  readonly action?: SkillAction | string;
  readonly enabled?: boolean;
  /** JSON Schema of the arguments. Without one, any arguments are accepted. */
  readonly parameters?: object;
  /** If `true`, the user confirms each call. */
  readonly sensitive?: boolean;
}

/** One skill, for display. */
export interface SkillInfo extends TextTool {
  readonly description: string;
  /** Its name in `host.tools`. */
  readonly tool: string;
  readonly owner: string;
  /** Where it runs: in the page, in a guest, or on a port. */
  readonly runs: 'page' | 'guest' | 'port';
  readonly enabled: boolean;
  readonly sensitive: boolean;
  /** Number of calls since the page was loaded. */
  readonly calls: number;
  readonly failures: number;
}

/** One call of a skill, from the moment a model has written it. Every change makes a new object. */
export interface SkillCall {
  readonly id: number;
  readonly name: string;
  readonly arguments: unknown;
  readonly rawArguments: string;
  readonly repaired: boolean;
  readonly state: 'pending' | 'asking' | 'running' | 'done' | 'failed' | 'stopped' | 'blocked';
  /** The `run` option that the caller passed, if any. */
  readonly run?: string;
  /** `Date.now()` at which it was found. */
  readonly foundAt: number;
  readonly durationMs?: number;
  readonly result?: { readonly value: unknown };
  /** In words for people and models: no stack, no path. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** The outcome of running the calls of one message. */
export interface RunOutcome {
  readonly results: readonly {
    readonly call: SkillCall;
    /** The text for the model. Empty if the call was refused together with an earlier one, whose message covers it. */
    readonly message: string;
  }[];
  /** `false` if the model must not be asked again: the breaker is open, or everything was stopped. */
  readonly goOn: boolean;
  /** The reason why `goOn` is `false`. */
  readonly stoppedBy?: 'breaker' | 'repetition' | 'chain' | 'abort';
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Id of the chain of answers to one message of the user. Default: each run is a chain of its own. */
  readonly chain?: string;
  /** Id of this run, repeated in `SkillCall.run`. */
  readonly run?: string;
  /** The chat that the calls come from, for the log. */
  readonly chat?: string;
  /** Asks the user about calls that the model had read somewhere, instead of `host.asks`. */
  readonly confirmQuotation?: ConfirmQuotation | undefined;
}

/** The state of the breaker, which limits how many calls run within a time window. */
export interface BreakerState {
  /** Number of calls within the window. */
  readonly count: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly blocked: boolean;
  /** Milliseconds until a call is allowed again; 0 if one is allowed now. */
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

/** Limits of the skills of a host. */
export interface SkillLimits {
  /** Calls allowed within `windowMs` milliseconds. */
  readonly calls: number;
  readonly windowMs: number;
  /** How often the same call with the same arguments may be made within one chain. */
  readonly repeats: number;
  /** How many answers with calls one message of the user may lead to. */
  readonly chain: number;
  readonly timeoutMs: number;
  /** How many characters of the material that came in since the user's last message are compared with calls. */
  readonly materialChars: number;
}

/** The default limits. */
export const SKILL_LIMITS: SkillLimits = {
  calls: 5,
  windowMs: 30_000,
  repeats: 3,
  chain: 20,
  timeoutMs: 30_000,
  materialChars: 1_000_000,
};

/** What models can call by writing: skills that were registered here, and tools of the registry that the user has enabled. */
export interface Skills {
  /**
   * Registers a skill, or replaces the one of that name. Never throws: a missing or wrong field gets a default, with a
   * warning in the console and the log.
   * @returns the name of the skill.
   */
  register(config?: unknown): string;
  unregister(name: string): boolean;
  /** Returns every skill and every tool of the registry, in the order of registration. */
  list(): readonly SkillInfo[];
  /** Switches a skill on or off. Registered skills are on unless their `enabled` is `false`; other tools are off at first. */
  setEnabled(name: string, enabled: boolean): void;
  /** Returns the prompt that describes the enabled skills to a model. Empty if none is enabled. */
  prompt(options?: {
    readonly dialect?: DialectId;
    readonly language?: PromptLanguage;
    readonly budgetTokens?: number;
  }): Promise<CallPrompt>;
  /**
   * Runs calls one after another, after those that are running already. A skill that fails does not reject the promise: its
   * failure is part of the outcome and of the message for the model.
   */
  run(calls: readonly TextCall[], options?: RunOptions): Promise<RunOutcome>;
  /** Recent calls, the newest last. */
  readonly calls: readonly SkillCall[];
  readonly log: readonly SkillLogEntry[];
  breaker(): BreakerState;
  /** Calls `listener` after every change, also of a call. @returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** Asks the user about a call that the model had read before it wrote it. Any answer but `true` means no. */
export type ConfirmQuotation = (
  call: Pick<TextCall, 'name' | 'arguments'> & { readonly readIn: ReadIn },
  options: { readonly signal?: AbortSignal | undefined },
) => boolean | Promise<boolean>;
