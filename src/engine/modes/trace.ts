/** One thing that happened in a run. */
export interface TraceEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What happened in a run, in order: for the panel, for comparing, for a file. */
export class Trace {
  readonly events: TraceEvent[] = [];
  readonly #listener: ((event: TraceEvent) => void) | undefined;

  constructor(listener?: (event: TraceEvent) => void) {
    this.#listener = listener;
  }

  add(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const event = { type, ...fields };
    this.events.push(event);
    this.#listener?.(event);
  }
}

/** A trace as a file: one JSON text per line. What cannot be written is left out. */
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
