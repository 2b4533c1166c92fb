import type { Effect } from '../../worker/protocol/effects.js';
import type { Grant, Scope } from '../../worker/protocol/grants.js';
import { factsOfMethod } from '../../worker/protocol/permission-facts.js';
import type { Ask } from '../contracts/index.js';
import type { CallOptions } from '../isolation/guests/index.js';
import type { Answer, AskList, Policy } from '../questions/index.js';
import { coversOther } from './kept-yes.js';
import { type PluginEntry, toInfo } from './plugin-entry.js';
import { own, same } from './rights.js';

export interface QuestionsOptions {
  readonly asks: AskList;
  readonly policy: Policy;
  /** Stores the user's answer, unless the grants have changed since `before`. */
  readonly remember: (entry: PluginEntry, before: Grant | undefined, update: (grant: Grant) => Grant) => Promise<void>;
  /** Longest that one call, with all calls it leads to, may keep its user being asked. */
  readonly askMs: number;
}

/** A question about a plugin, before it is put. */
export type Question = Omit<Ask, 'id' | 'askedAt' | 'until' | 'plugin' | 'skippable'>;

/** Puts the questions of plugins, and keeps the answers. */
export class Questions {
  readonly #options: QuestionsOptions;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** True when a question would be answered by skipping. */
  skips(entry: PluginEntry, question: Question): boolean {
    return this.#options.asks.skips(entry.record.id) && maySkip(question);
  }

  async ask(
    entry: PluginEntry,
    question: Question,
    { signal, family }: Pick<CallOptions, 'signal' | 'family'>,
    note: (outcome: string) => void,
    perform?: () => void,
  ): Promise<Answer> {
    const { asks, askMs, policy } = this.#options;
    const began = performance.now();
    const worn = family !== undefined && family.askedMs >= askMs;
    const answer: Answer = worn
      ? { scope: null, by: 'time' }
      : await asks.ask(
          { ...question, skippable: policy.allowSkip && maySkip(question), plugin: toInfo(entry) },
          signal,
          perform,
        );
    if (family) family.askedMs += performance.now() - began;
    note(noteOf(answer));
    return answer;
  }

  /** Keeps an answer, and gives it to the questions that it answers, too. */
  async remember(
    entry: PluginEntry,
    before: Grant | undefined,
    { scope, by }: Answer,
    sendsTo: readonly string[],
    update: (grant: Grant) => Grant,
  ): Promise<void> {
    const { asks, remember } = this.#options;
    const isNew = sendsTo.some((host) => !before?.knownHosts.includes(host));
    if (scope?.kind === 'call' && !(isNew && by === 'user')) return;
    await remember(entry, before, (now) => ({
      ...update(now),
      knownHosts: by === 'user' ? [...new Set([...now.knownHosts, ...sendsTo])] : now.knownHosts,
    }));
    asks.settle((ask) => (ask.plugin.id === entry.record.id ? this.#known(entry.grant, ask) : undefined));
  }

  /** The answer to a question that has been given already. */
  #known(grant: Grant | undefined, { kind, tool, identity, permission, scopes }: Ask): Scope | undefined {
    const { policy } = this.#options;
    const of = (said: readonly Scope[] | undefined) => {
      const covering = (said ?? []).filter((one) => policy.covers([one]));
      return scopes.find((offered) => covering.some((one) => same(one, offered)));
    };
    if (kind === 'permission') return of(own(grant?.permissions, permission?.id ?? ''));
    if (tool.kind === 'plugin') return of(own(grant?.calls, tool.name));
    return coversOther(policy, grant, tool.name, identity) ? of(own(grant?.others, tool.name)?.scopes) : undefined;
  }
}

const noteOf = ({ scope, by }: Answer): string =>
  scope ? (by === 'skip' ? 'skipped' : scope.kind) : by === 'user' ? 'denied' : by;

/** The facts that decide whether a question may be skipped. */
export type Skippable = Pick<Ask, 'kind' | 'tool' | 'destructive' | 'undoable' | 'effects' | 'readIn'>;

/**
 * True where a user who skips a plugin's questions means this one, too: a call of its own tool, or its changes of a memory, that
 * can be undone. Never a permission, a request that changes something, a call of another's tool, or a call that the model has read somewhere.
 */
export const maySkip = (ask: Skippable): boolean =>
  ask.kind !== 'permission' &&
  ask.tool.kind === 'plugin' &&
  !ask.destructive &&
  !ask.readIn &&
  ask.undoable === true &&
  !ask.effects?.items.some(isFinal);

const isFinal = (effect: Effect): boolean =>
  effect.kind === 'unknown' || (effect.kind === 'net' && !factsOfMethod(effect.method).undoable);
