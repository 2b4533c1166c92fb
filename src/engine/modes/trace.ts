export interface TraceEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The events of a run, in order. `agent` says whose event it is, `at` when: milliseconds since the run began. */
export class Trace {
  readonly events: TraceEvent[] = [];
  readonly #listener: ((event: TraceEvent) => void) | undefined;
  readonly #begun = performance.now();
  #minted = 0;
  #over = false;

  constructor(listener?: (event: TraceEvent) => void) {
    this.#listener = listener;
  }

  add(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (this.#over) return;
    const event = { type, ...fields, at: Math.round(performance.now() - this.#begun) };
    this.events.push(event);
    this.#notify(event);
  }

  /** Tells a listener of a piece of what is added as a whole later: pieces are not kept. */
  live(type: string, fields: Readonly<Record<string, unknown>>): void {
    if (!this.#over) this.#notify({ type, ...fields });
  }

  /** The last event. Nothing that still runs afterwards is reported. */
  end(type: string, fields: Readonly<Record<string, unknown>>): void {
    this.add(type, fields);
    this.#over = true;
  }

  /** An id that the run has not given yet. */
  mint(prefix: string): string {
    this.#minted += 1;
    return `${prefix}_${this.#minted}`;
  }

  #notify(event: TraceEvent): void {
    try {
      this.#listener?.(event);
    } catch (error) {
      // A listener that throws does not end the run.
      console.error(error);
    }
  }
}

/**
 * A trace as a file: one JSON text per line. What cannot be written is left out.
 *
 * @example
 * import { type RunOutcome, traceLines } from 'bulkhead/modes';
 * const fileOf = ({ trace }: RunOutcome) => new Blob([traceLines(trace)], { type: 'application/jsonl' });
 */
export function traceLines(events: readonly TraceEvent[]): string {
  return events
    .flatMap((event) => {
      try {
        return [`${JSON.stringify(event)}\n`];
      } catch {
        return [];
      }
    })
    .join('');
}

/**
 * A trace from a file. @throws for a line that holds no event, with its number.
 *
 * @example
 * import { parseTrace } from 'bulkhead/modes';
 * const events = parseTrace('{"type":"run_finished","status":"completed","at":1200}\n');
 */
export function parseTrace(lines: string): TraceEvent[] {
  return lines.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '') return [];
    const event = eventOf(line);
    if (!event) throw new Error(`line ${at + 1} holds no event of a trace`);
    return [event];
  });
}

function eventOf(line: string): TraceEvent | undefined {
  try {
    const event: unknown = JSON.parse(line);
    const { type } = Object(event) as { readonly type?: unknown };
    return typeof type === 'string' && type !== '' ? (event as TraceEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** The first place in which two traces differ. */
export interface TraceDifference {
  /** The agent whose events differ; empty for the run's own. */
  readonly agent: string;
  /** Which of its events, from 1. */
  readonly event: number;
  /** The path within the event, e.g. `arguments.text`; empty where the whole event is another, or is missing. */
  readonly field: string;
  readonly recorded: unknown;
  readonly now: unknown;
  readonly words: string;
}

/** Times, and ids that a provider or a clock has made. */
const BY_NATURE = ['at', 'call_id'];

/**
 * Compares what a run did with what one did before: every agent's events in their order. How events of agents that work at the
 * same time interleave is chance, and so is when the main agent gets a sub-agent's answer; times and ids of calls are
 * not compared either.
 * @returns the first difference; nothing where there is none.
 *
 * @example
 * import { compareTraces, parseTrace, type RunOutcome } from 'bulkhead/modes';
 * const recorded = parseTrace(await (await fetch('/traces/monday.jsonl')).text());
 * const differenceOf = ({ trace }: RunOutcome) => compareTraces(recorded, trace);
 */
export function compareTraces(
  recorded: readonly TraceEvent[],
  now: readonly TraceEvent[],
  { ignore = [] }: { readonly ignore?: readonly string[] } = {},
): TraceDifference | undefined {
  const behind = [...recorded, ...now].some(({ type }) => type === 'sub_agent');
  const skip = new Set([...BY_NATURE, ...ignore, ...(behind ? ['message_count'] : [])]);
  const [before, after] = [lanesOf(recorded), lanesOf(now)];
  for (const agent of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(agent) ?? [], after.get(agent) ?? []];
    for (let at = 0; at < Math.max(was.length, is.length); at++) {
      const found = differs(was[at], is[at], skip);
      if (found) return describe(agent, at + 1, was[at], is[at], found);
    }
  }
  return undefined;
}

function lanesOf(events: readonly TraceEvent[]): Map<string, TraceEvent[]> {
  const lanes = new Map<string, TraceEvent[]>();
  for (const event of events) {
    const agent = String(event.agent ?? (event.type === 'sub_agent' ? event.id : '') ?? '');
    const list = lanes.get(agent) ?? [];
    list.push(event);
    lanes.set(agent, list);
  }
  return lanes;
}

type Found = Pick<TraceDifference, 'field' | 'recorded' | 'now'>;

function differs(was: unknown, is: unknown, skip: ReadonlySet<string>, field = ''): Found | undefined {
  if (Object.is(was, is)) return undefined;
  const bothObjects = typeof was === 'object' && typeof is === 'object' && was !== null && is !== null;
  if (!bothObjects || Array.isArray(was) !== Array.isArray(is)) return { field, recorded: was, now: is };
  const [before, after] = [was as Record<string, unknown>, is as Record<string, unknown>];
  if (field === '' && before.type !== after.type) return { field, recorded: was, now: is };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (field === '' && skip.has(key)) continue;
    const found = differs(before[key], after[key], skip, field === '' ? key : `${field}.${key}`);
    if (found) return found;
  }
  return undefined;
}

function describe(
  agent: string,
  event: number,
  was: TraceEvent | undefined,
  is: TraceEvent | undefined,
  { field, recorded, now }: Found,
): TraceDifference {
  const place = `event ${event} of ${agent === '' ? 'the run' : agent}`;
  const words = !was
    ? `${place}: ${is?.type} is new`
    : !is
      ? `${place}: ${was.type} is missing`
      : was.type !== is.type
        ? `${place}: ${was.type} was recorded, now it is ${is.type}`
        : `${place} (${was.type}), ${field}: ${short(recorded)} was recorded, now it is ${short(now)}`;
  return { agent, event, field, recorded, now, words };
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
