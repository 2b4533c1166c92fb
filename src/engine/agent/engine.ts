import { Mutex } from '../../../worker/primitives/mutex.js';
import type {
  Def,
  EngineToolRuntime,
  ForkProfileRegistry,
  LLMCompleteOptions,
  Result,
  SkillRouter,
  ToolExecutionContext,
} from '../base/types.js';
import { CREATE_SESSION_TOOL_NAME } from '../internal-compat.js';
import { CUT_OFF } from '../sessions/session.js';
import { type Streamed, streamed } from '../sessions/streamed.js';
import { mismatchOf } from '../tools/arguments.js';
import { unknownTool } from '../tools/registry.js';
import { ACTIVATE_SKILL, executeSkillTool, FilteredSkillRouter } from '../tools/skill-router.js';
import { builtInDefinitions, isBuiltIn, toLlmTool } from '../tools/tool-list.js';
import type { EngineSession } from '../turns/adapt.js';
import { TurnRunner } from '../turns/runner.js';
import type { EngineRuntimeSession, TurnOptions, TurnResult, TurnSendOptions, TurnTools } from '../turns/types.js';
import {
  createSessionByCall,
  type ForkOptions,
  type ForkParts,
  forkSession,
  type SessionTree,
  type SplitGuard,
} from './fork.js';
import { type EngineError, type EngineHooks, type ForkedChild, HookNotifier } from './hooks.js';
import { lastRound } from './last-round.js';
import { SessionTools } from './session-tools.js';

export interface EngineOptions {
  readonly session: EngineSession;
  readonly sessions: SessionTree;
  readonly tools?: EngineToolRuntime | undefined;
  /** This session's own instead of those: a profile's. */
  readonly ownTools?: LLMCompleteOptions['tools'];
  readonly skills?: SkillRouter | undefined;
  /** Skills that this session may read. Absent: all. */
  readonly allowedSkills?: readonly string[] | undefined;
  readonly profiles?: ForkProfileRegistry | undefined;
  readonly splitGuard?: SplitGuard | undefined;
  readonly hooks?: EngineHooks | undefined;
  readonly runner?: TurnRunner | undefined;
  /** What holds for every turn that says nothing else. */
  readonly turns?: Omit<TurnOptions, 'signal' | 'onToolCall' | 'onToolResult'> | undefined;
}

export interface EngineTurn {
  readonly turn: TurnResult;
}

/** One session with its tools, skills and profiles: it drives the turns, one after another, and answers every call. */
export class AgentEngine {
  readonly #options: EngineOptions;
  readonly #notifier: HookNotifier;
  readonly #runner: TurnRunner;
  readonly #skills: SkillRouter | undefined;
  readonly #tools: SessionTools;
  readonly #fork: ForkParts;
  readonly #mutex = new Mutex();
  readonly #last: ReturnType<typeof lastRound>;
  readonly #open = new Set<AbortController>();
  #ended: { readonly reason: unknown } | undefined;
  #pushed: readonly Def[] = [];
  #builtIn: readonly Def[] = [];
  #builtInKey = '';

  constructor(options: EngineOptions) {
    const { session, sessions, tools, ownTools, skills, allowedSkills, profiles, splitGuard, hooks, runner } = options;
    this.#options = options;
    this.#notifier = new HookNotifier(session.id, hooks);
    this.#last = lastRound(session, this.#notifier);
    this.#runner = runner ?? new TurnRunner();
    this.#skills = skills && allowedSkills ? new FilteredSkillRouter(skills, new Set(allowedSkills)) : skills;
    this.#tools = new SessionTools(tools, ownTools);
    this.#fork = { session, sessions, notifier: this.#notifier, profiles, guard: splitGuard, allowedSkills };
    this.#push();
  }

  get sessionId(): string {
    return this.#options.session.id;
  }

  /** Says something, and makes the calls that come back. @throws what the session throws, the signal's reason. */
  turn(input: string, options: TurnOptions = {}): Promise<EngineTurn> {
    return this.#next('engine.turn', input, options, (session, given) =>
      this.#runner.run(session, input, this.#turnTools, given),
    );
  }

  /** As `turn`, with the first answer's text while it is written. */
  stream(input: string, options: TurnOptions = {}): Streamed<EngineTurn> {
    return streamed((chunk) =>
      this.#next('engine.stream', input, options, async (session, given) => {
        const stream = this.#runner.runStream(session, input, this.#turnTools, given);
        for await (const text of stream) chunk(text);
        return stream.result;
      }),
    );
  }

  /** Makes a child. It waits for no turn: a tool may call it within one. @throws what refuses it; nothing is left of it then. */
  async forkSession(options: ForkOptions): Promise<ForkedChild> {
    const child = await forkSession(this.#fork, options);
    this.#push();
    return child;
  }

  between<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      if (this.#ended) throw this.#ended.reason;
      return work();
    });
  }

  /** Stops its turns, those that wait as well, and lets none begin any more. Resolves when none goes on. */
  async stop(reason: unknown): Promise<void> {
    this.#ended ??= { reason };
    for (const turn of this.#open) turn.abort(reason);
    await this.#mutex.idle;
  }

  /** Returns all tools that its model is shown, in order. */
  getToolDefinitions(): Def[] {
    return [...this.#builtIns(), ...this.#tools.definitions()];
  }

  /** Answers one call: the built-in tools first. What a tool of the application throws goes through. */
  async executeTool(name: string, args: Record<string, unknown>, ctx?: ToolExecutionContext): Promise<Result> {
    if (name === CREATE_SESSION_TOOL_NAME) {
      const result = await createSessionByCall(this.#fork, Object(args) as Record<string, unknown>, ctx?.signal);
      this.#push();
      return result;
    }
    if (name === ACTIVATE_SKILL) {
      return this.#skills ? executeSkillTool(this.#skills, Object(args) as object) : unknownTool(name);
    }
    return this.#tools.execute(name, args, ctx);
  }

  async enterSession(): Promise<void> {
    this.#notifier.notify('onSessionEnter', { sessionId: this.sessionId });
  }

  async leaveSession(): Promise<void> {
    this.#notifier.notify('onSessionLeave', { sessionId: this.sessionId });
  }

  /** Nothing is said in it any more. */
  async archiveSession(): Promise<void> {
    await this.#options.session.archive?.();
    this.#notifier.notify('onSessionArchive', { sessionId: this.sessionId });
  }

  on(event: 'error', listener: (event: EngineError) => void): void {
    this.#notifier.on(event, listener);
  }

  off(event: 'error', listener: (event: EngineError) => void): void {
    this.#notifier.off(event, listener);
  }

  #next(
    source: string,
    input: string,
    options: TurnOptions,
    run: (session: EngineRuntimeSession, given: TurnOptions) => Promise<TurnResult>,
  ): Promise<EngineTurn> {
    const own = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, own.signal]) : own.signal;
    if (this.#ended) own.abort(this.#ended.reason);
    this.#open.add(own);
    // A turn that was stopped while it waited sends no events.
    const turn = this.#mutex.run(async () => {
      const event = { sessionId: this.sessionId };
      this.#notifier.notify('onMessageReceived', { ...event, input });
      this.#notifier.notify('onRoundStart', { ...event, input });
      try {
        const result = await run(this.#live, this.#given({ ...options, signal }));
        if (result.stopReason) await this.#last.close('Not called: the turn has had all of its rounds');
        this.#notifier.notify('onAssistantReply', { ...event, content: result.finalContent, turn: result });
        this.#notifier.notify('onRoundEnd', { ...event, turn: result });
        return { turn: result };
      } catch (error) {
        await this.#last.close(CUT_OFF);
        this.#notifier.error(source, error);
        throw error;
      }
    }, signal);
    return turn.finally(() => this.#open.delete(own));
  }

  /** Builds the observers of a turn: those of the call, and the hooks. */
  #given(options: TurnOptions): TurnOptions {
    const event = { sessionId: this.sessionId };
    return {
      ...this.#options.turns,
      // An option that is `undefined` does not replace the engine's own.
      ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
      onToolCall: (toolCall) => {
        this.#notifier.notify('onToolCall', { ...event, toolCall });
        this.#notifier.attempt('onToolCall', () => options.onToolCall?.(toolCall));
      },
      onToolResult: (result) => {
        this.#notifier.notify('onToolResult', { ...event, result });
        this.#notifier.attempt('onToolResult', () => options.onToolResult?.(result));
      },
    };
  }

  /** The same ones as long as they say the same: a schema that is known needs not be read again. */
  #builtIns(): readonly Def[] {
    const { profiles } = this.#options;
    const skills = this.#skills?.getAll().map(({ name, description }) => [name, description]) ?? [];
    const key = JSON.stringify([profiles?.listNames(), skills]);
    if (key !== this.#builtInKey) {
      this.#builtIn = builtInDefinitions(this.#skills, profiles);
      this.#builtInKey = key;
    }
    return this.#builtIn;
  }

  #push(): void {
    const { session } = this.#options;
    if (!session.setTools) return;
    const now = this.getToolDefinitions();
    const isSame = (one: Def, at: number) => {
      const known = this.#pushed[at];
      return known?.name === one.name && known.description === one.description && known.parameters === one.parameters;
    };
    if (now.length === this.#pushed.length && now.every(isSame)) return;
    this.#pushed = now;
    session.setTools(now.map(toLlmTool));
  }

  get #turnTools(): TurnTools {
    return {
      executeTool: (name, args, ctx) => this.executeTool(name, args, ctx),
      checkArguments: async (name, args) => {
        const list = isBuiltIn(name) ? this.#builtIns() : this.#tools.definitions();
        const parameters = list.find((one) => one.name === name)?.parameters;
        return parameters && mismatchOf(name, parameters, args);
      },
      timeoutOf: (name) => (isBuiltIn(name) ? undefined : this.#tools.timeoutOf(name)),
      runsAlone: (name) => name === CREATE_SESSION_TOOL_NAME,
    };
  }

  /** The session. Before each send its list of skills is updated, because a skill may have been registered meanwhile. */
  get #live(): EngineRuntimeSession {
    const { session } = this.#options;
    const { stream } = session;
    return {
      id: session.id,
      send: async (input, options) => {
        this.#push();
        this.#last.sends(options?.toolResults);
        const answer = await session.send(input, options);
        this.#last.sends();
        return answer;
      },
      ...(stream && {
        stream: (input: string, options?: TurnSendOptions) => {
          this.#push();
          return stream.call(session, input, options);
        },
      }),
    };
  }
}
