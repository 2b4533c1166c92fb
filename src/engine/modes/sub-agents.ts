import type { Message } from '../base/types.js';
import { type Agent, ask, runCalls } from './ask.js';

interface Running {
  readonly id: string;
  readonly done: Promise<void>;
  readonly stop: AbortController;
}

/** Agents that work behind the main one's back. Each tells once what it has come to. */
export class SubAgents {
  readonly #agent: Agent;
  readonly #rounds: number;
  readonly #atOnce: number;
  readonly #total: number;
  readonly #running = new Map<string, Running>();
  readonly #notices: string[] = [];
  #begun = 0;

  constructor(agent: Agent, limits: { readonly rounds: number; readonly atOnce: number; readonly total: number }) {
    this.#agent = agent;
    this.#rounds = limits.rounds;
    this.#atOnce = limits.atOnce;
    this.#total = limits.total;
  }

  /** Some of them work. */
  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Sends one. @throws where as many work as may, or as many have been sent as may be. */
  send(task: string): string {
    if (task.trim() === '') throw new Error('say what the sub-agent is to do');
    if (this.#running.size >= this.#atOnce) throw new Error(`${this.#atOnce} sub-agents work already: await them`);
    if (this.#begun >= this.#total) throw new Error(`all ${this.#total} sub-agents of this run have been sent`);
    this.#begun += 1;
    const id = `sub_${this.#begun}`;
    const stop = new AbortController();
    const { signal } = this.#agent;
    const own: Agent = {
      ...this.#agent,
      name: id,
      idPrefix: 'subagent_tc',
      signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    };
    own.trace.add('sub_agent', { agent: 'main', id, status: 'running', task });
    const told = (status: string, text: string) => {
      this.#running.delete(id);
      own.trace.add('sub_agent', { id, status, text });
      this.#notices.push(`Sub-agent ${id} ${status}: ${text}`);
    };
    const done = this.#work(own, task).then(
      (text) => told('done', text),
      (error: unknown) => told(stop.signal.aborted ? 'cancelled' : 'failed', (error as Error).message),
    );
    this.#running.set(id, { id, done, stop });
    return id;
  }

  /** @throws for one that does not work. */
  cancel(id: string): void {
    const one = this.#running.get(id);
    if (!one) throw new Error(`no sub-agent ${id} works`);
    one.stop.abort(new Error('cancelled'));
  }

  /** Resolves when none works any more. */
  async all(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  end(): void {
    for (const { stop } of this.#running.values()) stop.abort(new Error('the run is over'));
  }

  /** Returns what was reported since the last call. */
  notices(): Message[] {
    return this.#notices.splice(0).map((content) => ({ role: 'system', content }));
  }

  /** It ends with its first answer without a call, whose text is what it came to. */
  async #work(agent: Agent, task: string): Promise<string> {
    const messages: Message[] = [{ role: 'user', content: task, automatic: true }];
    for (let round = 0; round < this.#rounds; round++) {
      const { said, calls } = await ask(agent, messages, agent.tools.list, (made, text) =>
        made.length === 0 ? text : undefined,
      );
      if (said !== undefined) return said;
      await runCalls(agent, messages, calls);
    }
    throw new Error(`no result within ${this.#rounds} rounds`);
  }
}
