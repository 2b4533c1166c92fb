import { Mutex } from '../../worker/primitives/mutex.js';
import { mergeLimits } from '../../worker/protocol/limits.js';
import type { TextCall } from '../../worker/protocol/text-calls.js';
import {
  type BreakerState,
  type RunOptions,
  type RunOutcome,
  SKILL_LIMITS,
  type SkillCall,
  type SkillInfo,
  type SkillLimits,
  type SkillLogEntry,
  type ToolInfo,
} from '../contracts/index.js';
import { untilAborted } from '../primitives/index.js';
import type { AskList } from '../questions/index.js';
import { whyNot } from '../tools/calls/index.js';
import { Breaker } from './breaker.js';
import { type CountCall, openChains } from './chains.js';
import { failureMessage, failureOf, resultMessage, type SkillFailure, unknownSkill } from './feedback.js';
import { NOBODY, refusalOf, SAID_NO } from './quotations.js';

/** Calls that are remembered. */
const KEPT_CALLS = 100;
/** Calls of one message that are looked at. */
const AT_ONCE = 32;

/** What a runner needs of those whose skills it runs. */
export interface RunnerParts {
  /** A skill that is on; nothing for any other. */
  readonly find: (name: string) => SkillInfo | undefined;
  /** Names of those that are on. */
  readonly known: () => readonly string[];
  readonly execute: (
    skill: SkillInfo,
    call: TextCall,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ) => Promise<unknown>;
  /** Asks the user before a sensitive skill runs. Without it, such a skill is refused. */
  readonly asks?: Pick<AskList, 'ask'>;
  readonly toolOf?: (skill: SkillInfo) => ToolInfo | undefined;
  readonly count: (name: string, failed: boolean) => void;
  readonly note: (what: SkillLogEntry['what'], text: string, skill: string, chat: string | undefined) => void;
  readonly changed: () => void;
  readonly limits?: Partial<SkillLimits>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

type Result = RunOutcome['results'][number];
type StoppedBy = NonNullable<RunOutcome['stoppedBy']>;

/** Runs the calls of models one after another, so that messages and state cannot mix. */
export class SkillRunner {
  readonly #parts: RunnerParts;
  readonly #limits: SkillLimits;
  readonly #breaker: Breaker;
  readonly #addToChain: (chain: string) => CountCall;
  readonly #mutex = new Mutex();
  #calls: readonly SkillCall[] = [];
  #lastId = 0;
  #lastRun = 0;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#limits = mergeLimits(SKILL_LIMITS, parts.limits);
    const { calls, windowMs, repeats, chain } = this.#limits;
    this.#breaker = new Breaker(calls, windowMs, parts.now ?? (() => performance.now()));
    this.#addToChain = openChains(repeats, chain);
  }

  get calls(): readonly SkillCall[] {
    return this.#calls;
  }

  get breaker(): BreakerState {
    return this.#breaker.state;
  }

  /** Runs the calls of one message, after those that run already. Never rejects. */
  run(found: readonly TextCall[], options: RunOptions = {}): Promise<RunOutcome> {
    const { signal = new AbortController().signal } = options;
    this.#lastRun += 1;
    const countCall = this.#addToChain(options.chain ?? `run ${this.#lastRun}`);
    // More calls could not run in any case, and would only fill the list and the request.
    const calls = (Array.isArray(found) ? found : []).filter(isCall);
    const pending = calls.slice(0, AT_ONCE).map((call) => [call, this.#add(call, options)] as const);
    this.#parts.changed();
    return this.#mutex.run(async (): Promise<RunOutcome> => {
      const results: Result[] = [];
      let stoppedBy: StoppedBy | undefined;
      for (const [call, shown] of pending) {
        const why = this.#mayRun(call, countCall, signal);
        const first = stoppedBy === undefined;
        stoppedBy ??= why;
        results.push(
          stoppedBy ? this.#refuse(shown, stoppedBy, first, options) : await this.#one(call, shown, signal, options),
        );
      }
      for (let rest = calls.length - pending.length; rest > 0; rest--) this.#breaker.attempt();
      if (signal.aborted) stoppedBy ??= 'abort';
      return { results, goOn: stoppedBy === undefined, ...(stoppedBy && { stoppedBy }) };
    });
  }

  /** Why a call must not be made, counting it either way. */
  #mayRun({ name, rawArguments }: TextCall, countCall: CountCall, signal: AbortSignal): StoppedBy | undefined {
    if (signal.aborted) return 'abort';
    if (!this.#breaker.attempt()) return 'breaker';
    return countCall(name, rawArguments);
  }

  async #one(call: TextCall, shown: SkillCall, signal: AbortSignal, options: RunOptions): Promise<Result> {
    const { chat } = options;
    const began = performance.now();
    let now = shown;
    const is = (change: Partial<SkillCall>) => {
      now = this.#change(now, change);
    };
    const end = (state: SkillCall['state'], change: Partial<SkillCall>, message: string): Result => {
      is({ state, durationMs: performance.now() - began, ...change });
      return { call: now, message };
    };
    const fail = (failure: SkillFailure, what: SkillLogEntry['what'] = 'failed'): Result => {
      this.#parts.note(what, `${failure.code}: ${failure.message}`, call.name, chat);
      if (what === 'failed') this.#parts.count(call.name, true);
      return end('failed', { error: failure }, failureMessage(call.name, failure));
    };
    const skill = this.#parts.find(call.name);
    if (!skill) return fail(unknownSkill(call.name, this.#parts.known()), 'unknown');
    if (call.issues.length > 0) return fail(misfit(call));
    try {
      if (skill.sensitive || call.readIn) {
        is({ state: 'asking' });
        const why = await untilAborted(this.#confirm(skill, call, signal, options), signal);
        if (why !== undefined) {
          signal.throwIfAborted();
          const message = call.readIn ? refusalOf(call.readIn, why) : why;
          return fail({ code: 'CONSENT_DENIED', message }, 'refused');
        }
      }
      is({ state: 'running' });
      const { timeoutMs } = this.#limits;
      const value = await untilAborted(this.#parts.execute(skill, call, { signal, timeoutMs }), signal);
      this.#parts.count(call.name, false);
      this.#parts.note('done', `${Math.round(performance.now() - began)} ms`, call.name, chat);
      return end('done', { result: { value } }, resultMessage(call.name, value));
    } catch (error) {
      if (!signal.aborted) return fail(failureOf(error));
      this.#parts.note('stopped', 'while it ran', call.name, chat);
      const failure = { code: 'STOPPED', message: 'stopped by the user' };
      return end('stopped', { error: failure }, failureMessage(call.name, failure));
    }
  }

  /** Asks the user. @returns why the call is not to be made; nothing for a yes. */
  async #confirm(
    skill: SkillInfo,
    call: TextCall,
    signal: AbortSignal,
    { confirmQuotation }: RunOptions,
  ): Promise<string | undefined> {
    const { asks, toolOf } = this.#parts;
    const { readIn } = call;
    const tool = toolOf?.(skill);
    if (asks && tool && (skill.sensitive || !confirmQuotation)) {
      const answer = await asks.ask(
        {
          ...{ kind: 'call', plugin: { id: skill.owner }, tool, args: call.arguments },
          ...{ destructive: skill.sensitive, sendsTo: [], scopes: [{ kind: 'call' }], ...(readIn && { readIn }) },
        },
        signal,
      );
      return answer.scope ? undefined : whyNot(answer);
    }
    if (!readIn || !confirmQuotation) return NOBODY;
    const isAllowed = await confirmQuotation({ ...call, readIn }, { signal });
    return isAllowed === true ? undefined : SAID_NO;
  }

  /** The first of those that are refused speaks for all. */
  #refuse(shown: SkillCall, by: StoppedBy, first: boolean, { chat }: RunOptions): Result {
    const failure = REFUSALS[by];
    const state = by === 'abort' ? 'stopped' : 'blocked';
    this.#parts.note(state, failure.message, shown.name, chat);
    const call = this.#change(shown, { state, error: failure });
    return { call, message: first ? failureMessage(shown.name, failure) : '' };
  }

  #add(found: TextCall, { chat, run }: RunOptions): SkillCall {
    this.#lastId += 1;
    const { name, arguments: args, rawArguments, repaired } = found;
    const call: SkillCall = {
      ...{ id: this.#lastId, name, arguments: args, rawArguments, repaired },
      ...(run !== undefined && { run }),
      ...{ state: 'pending', foundAt: Date.now() },
    };
    this.#calls = [...this.#calls.slice(1 - KEPT_CALLS), call];
    this.#parts.note('found', rawArguments.slice(0, 500), name, chat);
    if (repaired) this.#parts.note('repaired', shortJson(args), name, chat);
    return call;
  }

  #change(call: SkillCall, change: Partial<SkillCall>): SkillCall {
    const changed = { ...call, ...change };
    this.#calls = this.#calls.map((one) => (one.id === call.id ? changed : one));
    this.#parts.changed();
    return changed;
  }
}

/** What has the fields that are used here, whoever made it. */
const isCall = (value: unknown): value is TextCall => {
  const { name, rawArguments, issues } = Object(value) as Partial<TextCall>;
  return typeof name === 'string' && typeof rawArguments === 'string' && Array.isArray(issues);
};

/** Arguments for the log. */
function shortJson(args: unknown): string {
  try {
    return JSON.stringify(args)?.slice(0, 500) ?? '';
  } catch {
    return '';
  }
}

const REFUSALS: { readonly [by in StoppedBy]: SkillFailure } = {
  abort: { code: 'STOPPED', message: 'stopped by the user' },
  breaker: { code: 'TOO_MANY_CALLS', message: 'too many calls in a short time' },
  repetition: { code: 'TOO_MANY_CALLS', message: 'the same call with the same arguments, again' },
  chain: { code: 'TOO_MANY_CALLS', message: 'too many answers with calls, one after another' },
};

/** Arguments that miss the schema, in words a model can act on. */
function misfit({ issues }: TextCall): SkillFailure {
  const lines = issues.map(
    ({ path, expected, got }) => `${path === '' ? 'arguments' : path}: expected: ${expected} Got: ${got}.`,
  );
  return { code: 'TOOL_ARGUMENTS_INVALID', message: lines.join('\n') };
}
