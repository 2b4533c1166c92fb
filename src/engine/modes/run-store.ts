import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { TokenUsage } from '../base/types.js';

/** How it stands with a run, or with a round of one. All but `running` are final for a run. */
export type RunStatus = 'running' | 'committed' | 'aborted' | 'error' | 'budget_exhausted';
export type RunMode = 'loop' | 'spec' | 'agenda' | 'director';

/** A piece of a round: something said, called, answered or noted. */
export interface RunSection {
  readonly id: string;
  readonly kind: 'reasoning' | 'text' | 'tool_call' | 'tool_result' | 'sub_agent' | 'note';
  readonly status: 'running' | 'done' | 'failed';
  /** Of calls and results the tool's name, of sub-agents theirs, of notes the type of the trace's event. */
  readonly title: string;
  readonly text: string;
  /** Of calls the arguments, of notes the event. */
  readonly detail?: unknown;
  /** Milliseconds since 1970, as all times here. */
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** One request to an agent's model, and what came of it. */
export interface RunRound {
  readonly id: string;
  readonly agent: string;
  readonly status: RunStatus;
  readonly sections: readonly RunSection[];
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** Tokens that models say they have read and written. */
export type RunUsage = TokenUsage;

/** A run as it is shown: plain data, which is replaced where it changes and never changed. */
export interface RunView {
  readonly id: string;
  readonly mode: RunMode;
  readonly status: RunStatus;
  readonly rounds: readonly RunRound[];
  readonly usage: RunUsage;
  /** True where write tools only pretend. */
  readonly simulated?: boolean;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly error?: string;
  readonly capsule?: string | null;
}

export type RunEvent =
  | { readonly type: 'run_started' | 'run_meta' | 'run_finished' | 'run_cleared'; readonly run: string }
  | { readonly type: 'round_appended' | 'round_status'; readonly run: string; readonly round: string }
  | {
      readonly type: 'section_ensured' | 'section_appended' | 'section_status';
      readonly run: string;
      readonly round: string;
      readonly section: string;
    };

/** A section as it begins; it runs unless it says otherwise. */
export type NewSection = Pick<RunSection, 'id' | 'kind' | 'title'> &
  Partial<Pick<RunSection, 'status' | 'text' | 'detail'>>;

/** What a run has come to, beside its rounds. `usage` is added to what there is. */
export interface RunMeta {
  readonly usage?: Partial<RunUsage> | undefined;
  readonly capsule?: string | null | undefined;
  readonly error?: string | undefined;
}

/**
 * The one current run, for whoever shows it. What is said of a run that is over, or of another, changes nothing.
 *
 * @example
 * import { createRuns, RunStore } from 'bulkhead/modes';
 * const store = new RunStore();
 * store.subscribe((event, view) => console.log(event.type, view?.rounds.length));
 * const runs = createRuns({ store });
 */
export class RunStore {
  #view: RunView | null = null;
  readonly #rounds = new Map<string, RunRound>();
  readonly #places = new Map<string, string>();
  readonly #listeners = new Set<(event: RunEvent, view: RunView | null) => void>();
  readonly #now: () => number;
  #begun = 0;

  constructor({ now = Date.now }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  /** The current run, or the last one until it is cleared. */
  get view(): RunView | null {
    return this.#view;
  }

  get #id(): string {
    return this.#view?.id ?? '';
  }

  get running(): boolean {
    return this.#view?.status === 'running';
  }

  /** Begins a run in the place of the last one. @throws `TOO_MANY_CALLS` while one is running. */
  start(
    mode: RunMode,
    { id, simulated = false }: { readonly id?: string; readonly simulated?: boolean } = {},
  ): RunView {
    if (this.running) throw new BulkheadError('TOO_MANY_CALLS', `the run ${this.#view?.id} is not over`);
    this.#begun += 1;
    this.#rounds.clear();
    this.#places.clear();
    const usage = { inputTokens: 0, outputTokens: 0 };
    const run: RunView = {
      ...{ id: id ?? `run_${this.#begun}`, mode, status: 'running', rounds: [], usage },
      ...(simulated && { simulated }),
      startedAt: this.#now(),
    };
    this.#view = run;
    this.#notify({ type: 'run_started', run: run.id });
    return run;
  }

  /** @throws `BAD_ARGS` for an id that there is already. */
  appendRound(id: string, agent: string): void {
    if (!this.running) return;
    if (this.#rounds.has(id)) throw new BulkheadError('BAD_ARGS', `the run has a round ${id} already`);
    this.#put({ id, agent, status: 'running', sections: [], startedAt: this.#now() });
    this.#notify({ type: 'round_appended', run: this.#id, round: id });
  }

  setRoundStatus(id: string, status: RunStatus): void {
    const round = this.#rounds.get(id);
    if (!this.running || !round || round.status === status) return;
    this.#put(withStatus(round, status, this.#now()));
    this.#notify({ type: 'round_status', run: this.#id, round: id });
  }

  /** Makes a section unless it is there. @returns whether it was made. */
  ensure(roundId: string, { status = 'running', text = '', ...given }: NewSection): boolean {
    const round = this.#rounds.get(roundId);
    if (!this.running || !round || this.#places.has(given.id)) return false;
    const startedAt = this.#now();
    const section: RunSection = {
      ...given,
      status,
      text,
      startedAt,
      ...(status !== 'running' && { endedAt: startedAt }),
    };
    this.#places.set(section.id, roundId);
    this.#put({ ...round, sections: [...round.sections, section] });
    this.#notify({ type: 'section_ensured', run: this.#id, round: roundId, section: section.id });
    return true;
  }

  append(sectionId: string, text: string): void {
    this.#change(sectionId, 'section_appended', (section) => ({ ...section, text: section.text + text }));
  }

  setSectionStatus(sectionId: string, status: RunSection['status']): void {
    this.#change(sectionId, 'section_status', (section) =>
      section.status === status ? section : withStatus(section, status, this.#now()),
    );
  }

  meta({ usage = {}, ...more }: RunMeta): void {
    const view = this.#view;
    if (!view || !this.running) return;
    const { inputTokens = 0, outputTokens = 0 } = usage;
    this.#view = {
      ...view,
      ...known(more),
      usage: {
        inputTokens: view.usage.inputTokens + inputTokens,
        outputTokens: view.usage.outputTokens + outputTokens,
      },
    };
    this.#notify({ type: 'run_meta', run: view.id });
  }

  /** Ends the run, and with it whatever of it is still running. */
  finish(status: Exclude<RunStatus, 'running'>, more: Omit<RunMeta, 'usage'> = {}): void {
    if (!this.running) return;
    const now = this.#now();
    const ended = status === 'committed' || status === 'budget_exhausted' ? 'done' : 'failed';
    for (const round of this.#rounds.values()) {
      const sections = round.sections.map((section) =>
        section.status === 'running' ? withStatus(section, ended, now) : section,
      );
      if (round.status === 'running') this.#put(withStatus({ ...round, sections }, status, now));
      else if (sections.some((section, at) => section !== round.sections[at])) this.#put({ ...round, sections });
    }
    const view = this.#view;
    if (!view) return;
    this.#view = { ...view, ...known(more), status, endedAt: now };
    this.#notify({ type: 'run_finished', run: view.id });
  }

  /** Forgets a run that is over. @throws `TOO_MANY_CALLS` while it is running. */
  clear(): void {
    if (this.running) throw new BulkheadError('TOO_MANY_CALLS', `the run ${this.#view?.id} is not over`);
    const run = this.#view?.id;
    if (run === undefined) return;
    this.#view = null;
    this.#notify({ type: 'run_cleared', run });
  }

  /** Called after each change, with what there is then. @returns a function that ends it. */
  subscribe(listener: (event: RunEvent, view: RunView | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(id: string, type: 'section_appended' | 'section_status', work: (section: RunSection) => RunSection): void {
    const place = this.#places.get(id);
    const round = place === undefined ? undefined : this.#rounds.get(place);
    if (!this.running || !round) return;
    // What changes is nearly always the last one.
    const at = round.sections.findLastIndex((section) => section.id === id);
    const before = round.sections[at];
    const after = before && work(before);
    if (!after || after === before) return;
    this.#put({ ...round, sections: round.sections.with(at, after) });
    this.#notify({ type, run: this.#id, round: round.id, section: id });
  }

  #put(round: RunRound): void {
    const view = this.#view;
    if (!view) return;
    const at = this.#rounds.has(round.id) ? view.rounds.findLastIndex(({ id }) => id === round.id) : view.rounds.length;
    this.#rounds.set(round.id, round);
    const rounds = at === view.rounds.length ? [...view.rounds, round] : view.rounds.with(at, round);
    this.#view = { ...view, rounds };
  }

  #notify(event: RunEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, this.#view);
      } catch (error) {
        // A listener that throws does not end the run.
        console.error(error);
      }
    }
  }
}

const withStatus = <T extends { readonly status: string; readonly endedAt?: number }>(
  { endedAt: _, ...one }: T,
  status: T['status'],
  now: number,
): T => ({ ...one, status, ...(status !== 'running' && { endedAt: now }) }) as unknown as T;

const known = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
