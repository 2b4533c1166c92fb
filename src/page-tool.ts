import { BulkheadError, toErrorData } from '../worker/protocol/errors.js';
import { parseJson } from '../worker/protocol/json.js';
import { showLogged, toOutcome } from '../worker/protocol/outcome.js';
import type { CheckedSpec } from '../worker/protocol/spec.js';
import type { CallOutcome, LogLevel, LogLine } from '../worker/protocol/tool.js';
import type { CallOptions, Phase } from './call.js';
import { OpenCalls } from './open-calls.js';
import type { PageCall } from './page-tools.js';
import { tell } from './signals.js';

const line = (level: LogLevel, values: unknown[]): LogLine => ({ level, text: values.map(showLogged).join(' ') });

/** Executes trusted functions of the page. They cannot be ended by force: a late one is told so and not waited for. */
export class PageExecutor {
  readonly #open: OpenCalls;

  constructor(changed: () => void) {
    this.#open = new OpenCalls(changed);
  }

  get openCalls(): number {
    return this.#open.count;
  }

  /** Rejects every open call. */
  end(error: BulkheadError): void {
    this.#open.end(error);
  }

  async execute(
    spec: CheckedSpec,
    tool: string,
    phase: Phase,
    args: string,
    options: CallOptions,
  ): Promise<CallOutcome> {
    let logLines = 0;
    const told = () => {
      logLines += 1;
    };
    let outcome: Pick<CallOutcome, 'text' | 'error'>;
    try {
      outcome = await this.#open.run(tool, options, (signal) => call(spec, phase, args, options, signal, told));
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      outcome = { error: toErrorData(error) };
    }
    const wallMs = performance.now() - options.startedAt;
    const usage = { wallMs, cpuMs: 0, memoryBytes: 0, logLines, logLinesDropped: 0, requests: 0, bytesOut: 0 };
    return { ...outcome, usage, log: [] };
  }
}

/** Calls one function of a tool and puts what comes of it into text. Never rejects. */
function call(
  { exec, simulate }: CheckedSpec,
  phase: Phase,
  args: string,
  options: CallOptions,
  signal: AbortSignal,
  told: () => void,
): Promise<Pick<CallOutcome, 'text' | 'error'>> {
  const given: PageCall = {
    signal,
    log: (...values) => {
      told();
      tell(options.onLog, line('info', values));
    },
    progress: (progress) => tell(options.onProgress, progress),
  };
  return toOutcome(() => {
    const body = phase === 'simulate' ? simulate : exec;
    if (!body) throw new BulkheadError('TOOL_NOT_FOUND', 'this tool has no simulate');
    return body(parseJson(args), options.context?.live() ?? {}, given);
  }, Number.POSITIVE_INFINITY);
}
