import type { NewSection, RunMode, RunSection, RunStatus, RunStore, RunUsage } from './run-store.js';
import type { TraceEvent } from './trace.js';

/** What a run's own word for its end is in the store. */
const ENDS: { readonly [status: string]: Exclude<RunStatus, 'running'> } = {
  ...{ completed: 'committed', committed: 'committed' },
  ...{ budget_exhausted: 'budget_exhausted', error: 'error' },
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** True for an envelope that says that a tool has failed by itself. */
const isFailure = (content: unknown): boolean => /^\{"ok":false[,}]/.test(text(content));

/**
 * Begins a run in a store, and answers a listener for the events of a mode, which makes rounds and sections of them. A round is
 * one request of an agent; events of an agent belong to its last request. The store's run ends with the event `run_finished`,
 * or by `store.finish` where there is none.
 * @throws `TOO_MANY_CALLS` while the store has a run that is not over.
 *
 * @example
 * import { followRun, type LoopInput, RunStore, runLoop } from 'bulkhead/modes';
 * const store = new RunStore();
 * store.subscribe((_event, view) => console.log(view?.rounds.length));
 * const runInView = (input: LoopInput) => runLoop({ ...input, onEvent: followRun(store, 'loop') });
 */
export function followRun(
  store: RunStore,
  mode: RunMode,
  options: { readonly id?: string; readonly simulated?: boolean } = {},
): (event: TraceEvent) => void {
  store.start(mode, options);
  const rounds = new Map<string, string>();
  /** Sections of text that is being written. */
  const writing = new Set<string>();
  /** Notes that belong before what comes next. */
  const waiting: TraceEvent[] = [];
  let made = 0;
  let last: string | undefined;

  const close = (agent: string): void => {
    const id = rounds.get(agent);
    const round = store.view?.rounds.findLast((one) => one.id === id);
    if (round?.status === 'running') store.setRoundStatus(round.id, 'committed');
  };

  const begin = (agent: string): string => {
    close(agent);
    made += 1;
    const id = `round_${made}`;
    rounds.set(agent, id);
    last = id;
    store.appendRound(id, agent);
    for (const event of waiting.splice(0)) note(agent, event);
    return id;
  };

  /** The last round of an agent; of one that has none, or of the run itself, the last round, or a first one. */
  const roundOf = (agent: string): string => {
    const known = rounds.get(agent) ?? last;
    if (known !== undefined) return known;
    const id = begin(agent);
    store.setRoundStatus(id, 'committed');
    return id;
  };

  const add = (
    agent: string,
    kind: RunSection['kind'],
    title: string,
    { id, ...more }: Partial<Pick<NewSection, 'id'>> & Omit<NewSection, 'id' | 'kind' | 'title'>,
  ): void => {
    made += 1;
    store.ensure(roundOf(agent), { id: id ?? `section_${made}`, kind, title, ...more });
  };

  const note = (agent: string, event: TraceEvent): void => {
    const { type, error, reason, feedback } = event;
    add(agent, 'note', type, {
      ...{ text: text(error) || text(reason) || text(feedback), detail: event },
      status: type === 'custom_tool_compile_failed' ? 'failed' : 'done',
    });
    const round = rounds.get(agent);
    if (type === 'answer_refused' && round !== undefined) store.setRoundStatus(round, 'error');
    if (type === 'review') close(agent);
  };

  const write = (agent: string, kind: 'text' | 'reasoning', delta: unknown): void => {
    const id = `${roundOf(agent)}/${kind}`;
    if (!writing.has(id)) {
      writing.add(id);
      add(agent, kind, '', { id, status: 'running' });
    }
    store.append(id, text(delta));
  };

  /** The whole of what was said: of a model that does not stream it comes at once. */
  const said = (agent: string, kind: 'text' | 'reasoning', whole: string): void => {
    const id = `${roundOf(agent)}/${kind}`;
    if (writing.has(id)) store.setSectionStatus(id, 'done');
    else if (whole.trim() !== '') add(agent, kind, '', { id, text: whole, status: 'done' });
  };

  /** Ids of calls are a model's: two rounds may have the same. */
  const callOf = (agent: string, { call_id, name }: TraceEvent): string =>
    `${roundOf(agent)}/call/${text(call_id) || text(name)}`;

  const answered = (agent: string, event: TraceEvent, status: 'done' | 'failed', content: string): void => {
    const call = callOf(agent, event);
    store.setSectionStatus(call, status);
    const detail = event.simulated === true ? { detail: { simulated: true } } : {};
    add(agent, 'tool_result', text(event.name), { id: `${call}/result`, text: content, status, ...detail });
  };

  const on: { readonly [type: string]: (agent: string, event: TraceEvent) => void } = {
    run_started: () => {},
    llm_request: (agent) => void begin(agent),
    llm_text: (agent, { delta }) => write(agent, 'text', delta),
    llm_reasoning: (agent, { delta }) => write(agent, 'reasoning', delta),
    llm_response(agent, event) {
      said(agent, 'reasoning', text(event.reasoning));
      said(agent, 'text', text(event.text));
      if (event.usage) store.meta({ usage: event.usage as Partial<RunUsage> });
    },
    tool_call: (agent, event) =>
      add(agent, 'tool_call', text(event.name), {
        ...{ id: callOf(agent, event), detail: event.arguments, status: 'running' },
      }),
    tool_result: (agent, event) =>
      answered(agent, event, isFailure(event.content) ? 'failed' : 'done', text(event.content)),
    tool_error: (agent, event) => answered(agent, event, 'failed', `${text(event.code)}: ${text(event.error)}`),
    agent_result(agent, event) {
      add(agent, 'tool_result', text(event.name), { text: text(event.text), status: 'done' });
      close(agent);
      store.setSectionStatus(`sub/${agent}`, 'done');
    },
    dispatch: (agent, { id, to, task_brief }) =>
      add(agent, 'sub_agent', `${text(id)} · ${text(to)}`, {
        ...{ id: `sub/${text(id)}`, text: text(task_brief), status: 'running' },
      }),
    sub_agent(_, { id: given, status, task, text: words }) {
      const id = text(given);
      const section = `sub/${id}`;
      if (status === 'running') return add('main', 'sub_agent', id, { id: section, text: text(task), status });
      if (text(words) !== '') store.append(section, `\n\n${text(words)}`);
      store.setSectionStatus(section, status === 'done' ? 'done' : 'failed');
      const round = rounds.get(id);
      if (status === 'done' || round === undefined) close(id);
      else store.setRoundStatus(round, status === 'cancelled' ? 'aborted' : 'error');
    },
    stage_started: (_, event) => void waiting.push(event),
    custom_tool_compile_failed: (_, event) => void waiting.push(event),
    // The run itself says it: once is enough.
    run_failed: (_, { error }) => store.meta({ error: text(error) }),
    run_finished(_, { status, capsule }) {
      const end = ENDS[text(status)] ?? 'committed';
      // What a loop's model said last when its limits ended it stands in its round: it is no result.
      const isResult = end !== 'budget_exhausted' || mode !== 'loop';
      store.finish(end, { capsule: (isResult && text(capsule)) || null });
    },
  };
  return (event) => {
    const agent = text(event.agent);
    const handle = Object.hasOwn(on, event.type) ? on[event.type] : undefined;
    (handle ?? note)(agent, event);
  };
}
