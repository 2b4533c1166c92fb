import type { RunMode, RunSection, RunStatus, RunStore, RunUsage } from './run-store.js';
import type { TraceEvent } from './trace.js';

/** What a run's own word for its end is in the store. */
const ENDS: { readonly [status: string]: Exclude<RunStatus, 'running'> } = {
  ...{ completed: 'committed', committed: 'committed' },
  ...{ budget_exhausted: 'budget_exhausted', error: 'error' },
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Begins a run in a store, and answers a listener for the events of a mode, which makes rounds and sections of them. A round is
 * one request of an agent; what an agent tells of belongs to its last one. The store's run ends with the event `run_finished`,
 * or by `store.finish` where there is none.
 * @throws `TOO_MANY_CALLS` while the store has a run that is not over.
 */
export function followRun(
  store: RunStore,
  mode: RunMode,
  options: { readonly id?: string; readonly simulated?: boolean } = {},
): (event: TraceEvent) => void {
  store.start(mode, options);
  return new Follower(store, mode).hear;
}

class Follower {
  readonly #store: RunStore;
  /** The last round of each agent. */
  readonly #rounds = new Map<string, string>();
  /** The text that is being written in a round. */
  readonly #open = new Set<string>();
  /** Notes that belong before what comes next. */
  readonly #waiting: TraceEvent[] = [];
  readonly #mode: RunMode;
  #made = 0;
  #last: string | undefined;

  constructor(store: RunStore, mode: RunMode) {
    this.#store = store;
    this.#mode = mode;
  }

  readonly hear = (event: TraceEvent): void => {
    const agent = text(event.agent);
    const store = this.#store;
    switch (event.type) {
      case 'run_started':
        return;
      case 'llm_request':
        this.#begin(agent);
        return;
      case 'llm_text':
        store.append(this.#writing(agent, 'text'), text(event.delta));
        return;
      case 'llm_reasoning':
        store.append(this.#writing(agent, 'reasoning'), text(event.delta));
        return;
      case 'llm_response':
        this.#said(agent, 'reasoning', text(event.reasoning));
        this.#said(agent, 'text', text(event.text));
        if (event.usage) store.meta({ usage: event.usage as Partial<RunUsage> });
        return;
      case 'tool_call':
        this.#add(agent, 'tool_call', text(event.name), {
          id: this.#callOf(event),
          detail: event.arguments,
          status: 'running',
        });
        return;
      case 'tool_result':
        this.#answered(event, isFailure(event.content) ? 'failed' : 'done', text(event.content));
        return;
      case 'tool_error':
        this.#answered(event, 'failed', `${text(event.code)}: ${text(event.error)}`);
        return;
      case 'agent_result':
        this.#add(agent, 'tool_result', text(event.name), { text: text(event.text), status: 'done' });
        this.#close(agent);
        store.setSectionStatus(`sub/${agent}`, 'done');
        return;
      case 'dispatch':
        this.#add(agent, 'sub_agent', `${text(event.id)} · ${text(event.to)}`, {
          ...{ id: `sub/${text(event.id)}`, text: text(event.task_brief), status: 'running' },
        });
        return;
      case 'sub_agent':
        this.#subAgent(event);
        return;
      case 'stage_started':
      case 'custom_tool_compile_failed':
        this.#waiting.push(event);
        return;
      case 'run_failed':
        // The run itself says it: once is enough.
        store.meta({ error: text(event.error) });
        return;
      case 'run_finished':
        this.#finish(event);
        return;
      default:
        this.#note(agent, event);
    }
  };

  /** What a loop's model said last when its limits ended it stands in its round: it is no result. */
  #finish({ status, capsule }: TraceEvent): void {
    const end = ENDS[text(status)] ?? 'committed';
    const isResult = end !== 'budget_exhausted' || this.#mode !== 'loop';
    this.#store.finish(end, { capsule: (isResult && text(capsule)) || null });
  }

  #begin(agent: string): void {
    this.#close(agent);
    this.#made += 1;
    const id = `round_${this.#made}`;
    this.#rounds.set(agent, id);
    this.#last = id;
    this.#store.appendRound(id, agent);
    for (const event of this.#waiting.splice(0)) this.#note(agent, event);
  }

  #close(agent: string): void {
    const round = this.#rounds.get(agent);
    if (round !== undefined && this.#statusOf(round) === 'running') this.#store.setRoundStatus(round, 'committed');
  }

  #statusOf(id: string): RunStatus | undefined {
    return this.#store.view?.rounds.findLast((round) => round.id === id)?.status;
  }

  /** The section in which an agent writes at the moment. */
  #writing(agent: string, kind: 'text' | 'reasoning'): string {
    const id = `${this.#roundOf(agent)}/${kind}`;
    if (!this.#open.has(id)) {
      this.#open.add(id);
      this.#add(agent, kind, '', { id, status: 'running' });
    }
    return id;
  }

  /** The whole of what was said: of a model that does not stream it comes at once. */
  #said(agent: string, kind: 'text' | 'reasoning', whole: string): void {
    const id = `${this.#roundOf(agent)}/${kind}`;
    if (this.#open.has(id)) this.#store.setSectionStatus(id, 'done');
    else if (whole.trim() !== '') this.#add(agent, kind, '', { id, text: whole, status: 'done' });
  }

  #answered(event: TraceEvent, status: 'done' | 'failed', content: string): void {
    const call = this.#callOf(event);
    this.#store.setSectionStatus(call, status);
    const detail = event.simulated === true ? { detail: { simulated: true } } : {};
    this.#add(text(event.agent), 'tool_result', text(event.name), {
      id: `${call}/result`,
      text: content,
      status,
      ...detail,
    });
  }

  #subAgent({ id, status, task, text: said }: TraceEvent): void {
    const section = `sub/${text(id)}`;
    if (status === 'running') {
      this.#add('main', 'sub_agent', text(id), { id: section, text: text(task), status: 'running' });
      return;
    }
    if (text(said) !== '') this.#store.append(section, `\n\n${text(said)}`);
    this.#store.setSectionStatus(section, status === 'done' ? 'done' : 'failed');
    const round = this.#rounds.get(text(id));
    if (status === 'done' || round === undefined) this.#close(text(id));
    else this.#store.setRoundStatus(round, status === 'cancelled' ? 'aborted' : 'error');
  }

  #note(agent: string, event: TraceEvent): void {
    const failed = event.type === 'custom_tool_compile_failed';
    this.#add(agent, 'note', event.type, {
      ...{ text: text(event.error) || text(event.reason) || text(event.feedback), detail: event },
      status: failed ? 'failed' : 'done',
    });
    const round = this.#rounds.get(agent);
    if (event.type === 'answer_refused' && round !== undefined) this.#store.setRoundStatus(round, 'error');
    if (event.type === 'review') this.#close(agent);
  }

  /** Ids of calls are a model's: two rounds may have the same. */
  #callOf({ agent, call_id, name }: TraceEvent): string {
    return `${this.#roundOf(text(agent))}/call/${text(call_id) || text(name)}`;
  }

  /** The last round of an agent; of one that has none, or of the run itself, the last round, or a first one. */
  #roundOf(agent: string): string {
    const round = this.#rounds.get(agent) ?? this.#last;
    if (round !== undefined) return round;
    this.#begin(agent);
    this.#store.setRoundStatus(this.#last ?? '', 'committed');
    return this.#last ?? '';
  }

  #add(
    agent: string,
    kind: RunSection['kind'],
    title: string,
    {
      id,
      ...more
    }: {
      readonly id?: string;
      readonly status: RunSection['status'];
      readonly text?: string;
      readonly detail?: unknown;
    },
  ): void {
    this.#made += 1;
    this.#store.ensure(this.#roundOf(agent), { id: id ?? `section_${this.#made}`, kind, title, ...more });
  }
}

/** True for an envelope that says that a tool has failed by itself. */
const isFailure = (content: unknown): boolean => /^\{"ok":false[,}]/.test(text(content));
