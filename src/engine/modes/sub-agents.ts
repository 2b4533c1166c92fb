import type { Message } from '../base/types.js';
import { type Agent, ask, runCall } from './ask.js';
import type { DIRECTOR_LIMITS } from './profiles.js';

/** Agents that work beside the main one. Each reports its result once. */
interface SubAgents {
  readonly busy: boolean;
  /** Sends one. @throws where as many work as may, or as many have been sent as may be. */
  send(task: string): string;
  /** @throws for one that does not work. */
  cancel(id: string): void;
  all(): Promise<void>;
  end(): void;
  /** Returns what was reported since the last call. */
  notices(): Message[];
}

/** The sub-agents of one run: each is the given agent under another name, with messages of its own. */
export function subAgents(
  agent: Agent,
  limits: { readonly [name in Exclude<keyof typeof DIRECTOR_LIMITS, 'mainRounds'>]: number },
): SubAgents {
  const { subAgentRounds: rounds, maxConcurrentSubAgents: atOnce, maxSubAgentRuns: total } = limits;
  const running = new Map<string, { readonly done: Promise<void>; readonly stop: AbortController }>();
  const notices: string[] = [];
  let begun = 0;
  return {
    get busy() {
      return running.size > 0;
    },
    send(task) {
      if (task.trim() === '') throw new Error('say what the sub-agent is to do');
      if (running.size >= atOnce) throw new Error(`${atOnce} sub-agents work already: await them`);
      if (begun >= total) throw new Error(`all ${total} sub-agents of this run have been sent`);
      begun += 1;
      const id = `sub_${begun}`;
      const stop = new AbortController();
      const signal = agent.signal ? AbortSignal.any([agent.signal, stop.signal]) : stop.signal;
      agent.trace.add('sub_agent', { agent: 'main', id, status: 'running', task });
      const report = (status: string, text: string) => {
        running.delete(id);
        agent.trace.add('sub_agent', { id, status, text });
        notices.push(`Sub-agent ${id} ${status}: ${text}`);
      };
      const done = work({ ...agent, name: id, idPrefix: 'subagent_tc', signal }, task, rounds).then(
        (text) => report('done', text),
        (error: unknown) => report(stop.signal.aborted ? 'cancelled' : 'failed', (error as Error).message),
      );
      running.set(id, { done, stop });
      return id;
    },
    cancel(id) {
      const one = running.get(id);
      if (!one) throw new Error(`no sub-agent ${id} works`);
      one.stop.abort(new Error('cancelled'));
    },
    async all() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
    end() {
      for (const { stop } of running.values()) stop.abort(new Error('the run is over'));
    },
    notices: () => notices.splice(0).map((content) => ({ role: 'system', content })),
  };
}

/** Ends with the first answer without a call, and returns its text. @throws after too many rounds. */
async function work(agent: Agent, task: string, rounds: number): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: task, automatic: true }];
  for (let round = 0; round < rounds; round++) {
    const { said, calls } = await ask(agent, messages, agent.tools.list, (made, text) =>
      made.length === 0 ? text : undefined,
    );
    if (said !== undefined) return said;
    for (const call of calls) await runCall(agent, messages, call);
  }
  throw new Error(`no result within ${rounds} rounds`);
}
