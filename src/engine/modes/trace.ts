/** One thing that happened in a run. */
export interface TraceEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * What happened in a run, in order: for the panel, for comparing, for a file. `agent` says whose event it is, `at` when:
 * milliseconds since the run began.
 */
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
    this.#tell(event);
  }

  /** Tells a listener of a piece of what is added as a whole later: pieces are not kept. */
  live(type: string, fields: Readonly<Record<string, unknown>>): void {
    if (!this.#over) this.#tell({ type, ...fields });
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

  #tell(event: TraceEvent): void {
    try {
      this.#listener?.(event);
    } catch (error) {
      // A listener that throws does not end the run.
      console.error(error);
    }
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

/** A trace from a file. @throws for a line that holds no event, with its number. */
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
