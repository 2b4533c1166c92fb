import type { TraceEvent } from './trace.js';

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
  /** All of it, as one sentence. */
  readonly words: string;
}

/** Times, and ids that a provider or a clock has made. */
const BY_NATURE = ['at', 'call_id'];

/**
 * Compares what a run did with what one did before: every agent's events in their order. How events of agents that work at the
 * same time interleave is chance, and so is when the main agent gets a sub-agent's answer; times and ids of calls are
 * not compared either.
 * @returns the first difference; nothing where there is none.
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
      if (found) return told(agent, at + 1, was[at], is[at], found);
    }
  }
  return undefined;
}

/** Events by whose they are. */
function lanesOf(events: readonly TraceEvent[]): Map<string, TraceEvent[]> {
  const lanes = new Map<string, TraceEvent[]>();
  for (const event of events) {
    const lane = String(event.agent ?? (event.type === 'sub_agent' ? event.id : '') ?? '');
    const list = lanes.get(lane) ?? [];
    list.push(event);
    lanes.set(lane, list);
  }
  return lanes;
}

interface Found {
  readonly field: string;
  readonly recorded: unknown;
  readonly now: unknown;
}

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

function told(
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
