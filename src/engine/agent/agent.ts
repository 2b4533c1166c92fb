import { randomId } from '../../../worker/primitives/random-id.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LLMAdapter, LLMCompleteOptions, Message } from '../base/types.js';
import { OWN_METADATA } from '../internal-compat.js';
import { InMemoryStorageAdapter } from '../sessions/in-memory.js';
import {
  createSession,
  type ForkMore,
  loadSession,
  type Session,
  type SessionForkOptions,
} from '../sessions/session.js';
import {
  type SessionEntry,
  type SessionRecord,
  type StorageAdapter,
  type StoredSession,
  withDescendants,
} from '../sessions/storage.js';
import { type Streamed, streamed } from '../sessions/streamed.js';
import { adaptSessionToEngineRuntime } from '../turns/adapt.js';
import type { TurnOptions } from '../turns/types.js';
import { type AgentConfig, MAIN_SESSION_ID } from './config.js';
import { AgentEngine, type EngineTurn } from './engine.js';
import type { ForkOptions, SessionTree } from './fork.js';
import type { ForkedChild } from './hooks.js';
import { rowsOf, type SessionRow } from './session-rows.js';

/** What a session has beside what is kept of it: functions and connections live as long as the page. */
interface Own {
  readonly llm: LLMAdapter | undefined;
  readonly tools: LLMCompleteOptions['tools'];
}

interface Attached {
  readonly session: Session;
  readonly engine: AgentEngine;
}

/** Sessions with their tools, skills and profiles, each driven by an engine of its own. */
export class EngineAgent {
  readonly #config: AgentConfig;
  readonly #storage: StorageAdapter;
  readonly #attached = new Map<string, Promise<Attached>>();
  readonly #given = new Map<string, Own>();

  constructor(config: AgentConfig = {}) {
    this.#config = config;
    this.#storage = config.storage ?? new InMemoryStorageAdapter();
  }

  /** Makes the session that an agent begins with; one that is there stays as it is. */
  async createMainSession({
    label = MAIN_SESSION_ID,
    systemPrompt = this.#config.systemPrompt,
  } = {}): Promise<Session> {
    if (!(await this.#storage.get(MAIN_SESSION_ID))) {
      const { llm } = this.#config;
      await createSession({ id: MAIN_SESSION_ID, label, systemPrompt, storage: this.#storage, llm });
    }
    return this.session(MAIN_SESSION_ID);
  }

  /** A session of its own. @throws `BAD_ARGS` for an id that nobody knows. */
  async session(id: string): Promise<Session> {
    return (await this.#attach(id)).session;
  }

  /** All sessions, the oldest first; children name their parents. */
  async sessions(): Promise<readonly SessionEntry[]> {
    return this.#storage.list();
  }

  /** All sessions as a tree is drawn: each before its children, the oldest first. Nothing that was said in them is read. */
  async listSessions(): Promise<readonly SessionRow[]> {
    return rowsOf(await this.#storage.list());
  }

  /** @throws `BAD_ARGS` for an id that nobody knows. */
  async renameSession(id: string, label: string): Promise<void> {
    await this.#storage.append(id, [], { label });
  }

  /**
   * Drops a session's records from a place on, after the turns that wait. To say something anew, give the turn its place `at`:
   * then nothing goes before the model has answered.
   * @throws `BAD_ARGS` for an id that nobody knows and for a place that is not there.
   */
  async truncateSession(id: string, length: number): Promise<void> {
    const { session, engine } = await this.#attach(id);
    await engine.between(() => session.truncate(length));
  }

  /** Removes a session and its forks. Their turns reject with `STOPPED`. @returns what is gone, for `restoreSessions`. */
  async removeSession(id: string): Promise<readonly StoredSession[]> {
    const stop = async (gone: string) => {
      const attached = this.#attached.get(gone);
      const { engine } = (await attached?.catch(() => undefined)) ?? {};
      await engine?.stop(new BulkheadError('STOPPED', `session ${gone} was removed`));
      if (this.#attached.get(gone) === attached) this.#attached.delete(gone);
    };
    await Promise.all(withDescendants(await this.#storage.list(), id).map((one) => stop(one.id)));
    const removed = await this.#storage.remove(id);
    // What came between those two is in use no more either.
    await Promise.all(removed.map(({ session }) => stop(session.id)));
    for (const { session } of removed) await this.#config.sessions?.removeChild?.(session.id);
    return removed;
  }

  /** Puts back what `removeSession` has taken away: the same sessions, in their places. */
  async restoreSessions(removed: readonly StoredSession[]): Promise<void> {
    await this.#storage.restore(removed);
  }

  /** Says something in a session. @throws `BAD_ARGS`, `SessionArchivedError`, what its model throws, the signal's reason. */
  async turn(id: string, input: string, options?: TurnOptions): Promise<EngineTurn> {
    return (await this.#attach(id)).engine.turn(input, options);
  }

  /** As `turn`, with the first answer's text while it is written. */
  stream(id: string, input: string, options?: TurnOptions): Streamed<EngineTurn> {
    return streamed(async (chunk) => {
      const stream = (await this.#attach(id)).engine.stream(input, options);
      for await (const text of stream) chunk(text);
      return stream.result;
    });
  }

  /** Makes a child of a session; within a turn of it as well. @throws what refuses it: nothing is left of it then. */
  async forkSession(id: string, options: ForkOptions): Promise<ForkedChild> {
    return (await this.#attach(id)).engine.forkSession(options);
  }

  /** The engine of a session, which is in use from now on. */
  async attach(id: string): Promise<AgentEngine> {
    return (await this.#attach(id)).engine;
  }

  /** A session is in use no more. What is kept of it stays. */
  detach(id: string): void {
    this.#attached.delete(id);
  }

  async enterSession(id: string): Promise<void> {
    await (await this.#attach(id)).engine.enterSession();
  }

  async leaveSession(id: string): Promise<void> {
    await (await this.#attach(id)).engine.leaveSession();
  }

  async archiveSession(id: string): Promise<void> {
    await (await this.#attach(id)).engine.archiveSession();
  }

  /** Makes anew what the main session is to know of a session. */
  async consolidateSession(
    id: string,
    consolidate: (before: string | null, records: Message[]) => string | Promise<string>,
  ): Promise<void> {
    const session = await this.session(id);
    const { memory = null } = await session.meta();
    await session.update({ memory: await consolidate(memory, await session.messages()) });
  }

  /** Recomputes what the main session knows of all others, and what is added once to the next request of each of them. */
  async integrate(
    integrate: (
      children: readonly { readonly sessionId: string; readonly label: string; readonly memory: string }[],
      before: string | null,
    ) => Promise<{ readonly synthesis: string; readonly insights?: readonly { sessionId: string; content: string }[] }>,
  ): Promise<void> {
    const main = await this.createMainSession();
    const { synthesis: before = null } = await main.meta();
    const children = (await this.sessions()).flatMap(({ id, label, memory }) =>
      id !== main.id && memory !== undefined ? [{ sessionId: id, label, memory }] : [],
    );
    const { synthesis, insights = [] } = await integrate(children, before);
    await main.update({ synthesis });
    for (const { sessionId, content } of insights) await (await this.session(sessionId)).update({ insight: content });
  }

  #attach(id: string): Promise<Attached> {
    const known = this.#attached.get(id);
    if (known) return known;
    const attached = this.#open(id);
    this.#attached.set(id, attached);
    attached.catch(() => {
      if (this.#attached.get(id) === attached) this.#attached.delete(id);
    });
    return attached;
  }

  async #open(id: string): Promise<Attached> {
    const {
      capabilities = {},
      hooks,
      splitGuard,
      llm,
      maxToolRounds,
      concurrency,
      toolTimeoutMs,
      graceMs,
    } = this.#config;
    let kept = await this.#storage.get(id);
    if (!kept && id === MAIN_SESSION_ID) {
      const { systemPrompt } = this.#config;
      await createSession({ id, systemPrompt, storage: this.#storage });
      kept = await this.#storage.get(id);
    }
    if (!kept) throw new BulkheadError('BAD_ARGS', `there is no session ${id}: a fork of another one makes one`);
    const own = await this.#ownOf(kept);
    const session = await loadSession(id, { storage: this.#storage, llm: own.llm ?? llm });
    if (!session) throw new BulkheadError('BAD_ARGS', `there is no session ${id} any more`);
    const engine = new AgentEngine({
      session: {
        ...adaptSessionToEngineRuntime(session),
        fork: (options, more) => this.#fork(session, own, options, more),
      },
      sessions: this.#config.sessions ?? RANDOM_IDS,
      ...capabilities,
      ownTools: own.tools,
      allowedSkills: allowedSkillsOf(kept),
      ...{ hooks, splitGuard, turns: { maxToolRounds, concurrency, toolTimeoutMs, graceMs } },
    });
    return { session, engine };
  }

  async #fork(session: Session, own: Own, options: SessionForkOptions, more?: ForkMore): Promise<Session> {
    const child = await session.fork(options, more);
    this.#given.set(child.id, { llm: options.llm ?? own.llm, tools: options.tools ?? own.tools });
    return child;
  }

  /** The model and tools of a session; after a reload, those of its record, its profile and its parents. */
  async #ownOf({ id, profile, parentId, tools: listed }: SessionRecord): Promise<Own> {
    const given = this.#given.get(id);
    if (given) return given;
    const parent = parentId === undefined ? null : await this.#storage.get(parentId);
    const inherited = parent ? await this.#ownOf(parent) : { llm: undefined, tools: undefined };
    const { llm, tools } = (profile !== undefined && this.#config.capabilities?.profiles?.get(profile)) || {};
    return { llm: llm ?? inherited.llm, tools: tools ?? (listed && [...listed]) ?? inherited.tools };
  }
}

const RANDOM_IDS: SessionTree = { createChild: async ({ label }) => ({ id: randomId(), label }) };

function allowedSkillsOf({ metadata }: SessionRecord): readonly string[] | undefined {
  const { allowedSkills } = Object(metadata[OWN_METADATA]) as { readonly allowedSkills?: unknown };
  return Array.isArray(allowedSkills) ? allowedSkills.map(String) : undefined;
}

/** Makes an agent. Every part of its configuration may be left out. */
export const createAgent = (config: AgentConfig = {}): EngineAgent => new EngineAgent(config);
