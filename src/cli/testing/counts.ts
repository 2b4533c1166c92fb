/** What is read of the events of Node's test runner. */
export interface TestEvent {
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
    readonly skip?: unknown;
    readonly todo?: unknown;
    readonly details?: {
      readonly type?: string;
      readonly error?: { readonly message?: string; readonly cause?: unknown; readonly failureType?: string };
    };
  };
}

/** A test that failed. */
interface Failure {
  readonly name: string;
  readonly place: string;
  readonly message: string;
}

const messageOf = (error: unknown): string => {
  const { cause, message } = Object(error) as { readonly cause?: unknown; readonly message?: unknown };
  return String(Object(cause).message ?? cause ?? message ?? error);
};

/** Counts the tests of a run. Suites are no tests, nor are files, unless a file failed without a test. */
export class Counts {
  readonly #counts = { tests: 0, passed: 0, failed: 0, skipped: 0, todo: 0 };
  readonly #failures: Failure[] = [];

  add({ type, data }: TestEvent): void {
    const failed = type === 'test:fail';
    if ((!failed && type !== 'test:pass') || data.details?.type === 'suite') return;
    // A file, or a test, whose own tests have failed: they are counted already.
    if (data.details?.error?.failureType === 'subtestsFailed') return;
    this.#counts.tests += 1;
    if (failed && data.todo === undefined) {
      this.#counts.failed += 1;
      const place = [data.file, data.line, data.column].filter(Boolean).join(':');
      this.#failures.push({ name: data.name ?? '', place, message: messageOf(data.details?.error) });
    } else if (data.skip !== undefined) this.#counts.skipped += 1;
    else if (data.todo !== undefined) this.#counts.todo += 1;
    else this.#counts.passed += 1;
  }

  /** The document that `--json` prints. */
  result() {
    return { ok: this.#counts.failed === 0, ...this.#counts, failures: this.#failures };
  }
}
