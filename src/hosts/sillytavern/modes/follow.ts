import type { RunStore } from '../../../engine/modes/run-store.js';
import type { TraceEvent } from '../../../engine/modes/trace.js';

/** Puts what a run's trace tells into the store of what is shown. */
export function follow(store: RunStore): (event: TraceEvent) => void {
  let count = 0;
  const rounds = new Map<string, string>();
  const next = (prefix: string) => {
    count += 1;
    return `${prefix}_${count}`;
  };
  const section = (
    agent: string,
    kind: 'text' | 'tool_call' | 'tool_result' | 'note',
    title: string,
    text: string,
    failed = false,
  ) => {
    const round = rounds.get(agent) ?? [...rounds.values()].at(-1);
    if (round !== undefined) {
      store.ensure(round, { id: next('section'), kind, title, text, status: failed ? 'failed' : 'done' });
    }
  };
  return ({ type, agent: given, ...event }) => {
    const agent = typeof given === 'string' ? given : 'main';
    const name = String(event.name ?? '');
    if (type === 'llm_request') {
      const id = next('round');
      const before = rounds.get(agent);
      if (before !== undefined) store.setRoundStatus(before, 'committed');
      rounds.set(agent, id);
      store.appendRound(id, agent);
    } else if (type === 'tool_call') section(agent, 'tool_call', name, JSON.stringify(event.arguments ?? {}));
    else if (type === 'tool_result') section(agent, 'tool_result', name, String(event.content ?? ''));
    else if (type === 'tool_error') section(agent, 'tool_result', name, `${event.code}: ${event.error}`, true);
  };
}
