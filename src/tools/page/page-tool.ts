import { BulkheadError, type ErrorData, toErrorData } from '../../../worker/protocol/errors.js';
import { parseJson } from '../../../worker/protocol/json.js';
import { PACE } from '../../../worker/protocol/limits.js';
import { isError, showLogged, toOutcome } from '../../../worker/protocol/outcome.js';
import type { CheckedSpec } from '../../../worker/protocol/spec.js';
import type { CallOutcome, LogLevel, LogLine } from '../../../worker/protocol/tool.js';
import type { AskFirst, ToolInfo } from '../../contracts/index.js';
import type { CallOptions, Phase } from '../../isolation/guests/index.js';
import { notify } from '../../primitives/index.js';
import { type Asking, askFirst, OpenCalls } from '../calls/index.js';
import type { PageCall } from './index.js';

const line = (level: LogLevel, values: unknown[]): LogLine => ({ level, text: values.map(showLogged).join(' ') });

/** Executes trusted functions of the page. None can be ended by force: at the deadline its signal aborts, and the call settles. */
export class PageExecutor {
  readonly #open: OpenCalls;
  readonly #asking: Asking;

  constructor(changed: () => void, asking: Asking) {
    this.#open = new OpenCalls(changed);
    this.#asking = asking;
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
    ask: readonly [AskFirst, ToolInfo] | undefined,
    tool: string,
    phase: Phase,
    args: string,
    given: CallOptions,
  ): Promise<CallOutcome> {
    let askedMs = 0;
    if (ask && phase === 'execute') {
      if (given.consent) askedMs = await given.consent(args);
      else if (spec.declaration.mode === 'write') askedMs = await askFirst(this.#asking, ask, args, given);
    }
    const options = { ...given, startedAt: given.startedAt + askedMs };
    let logLines = 0;
    const onLine = () => {
      logLines += 1;
    };
    let outcome: Pick<CallOutcome, 'text' | 'error'>;
    try {
      outcome = await this.#open.run(tool, options, (signal) => call(spec, phase, args, options, signal, onLine));
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      outcome = { error: toErrorData(error) };
    }
    const wallMs = performance.now() - options.startedAt;
    const usage = { wallMs, cpuMs: 0, memoryBytes: 0, logLines, logLinesDropped: 0, requests: 0, bytesOut: 0 };
    return { ...outcome, usage, log: [] };
  }
}

/** Calls one function of a tool and turns its result or failure into an outcome. Never rejects. */
async function call(
  { exec, simulate }: CheckedSpec,
  phase: Phase,
  args: string,
  options: CallOptions,
  signal: AbortSignal,
  onLine: () => void,
): Promise<Pick<CallOutcome, 'text' | 'error'>> {
  const given: PageCall = {
    signal,
    log: (...values) => {
      onLine();
      notify(options.onLog, line('info', values));
    },
    progress: (progress) => notify(options.onProgress, progress),
  };
  let unreachable: ErrorData | undefined;
  const outcome = await toOutcome(async () => {
    const body = phase === 'simulate' ? simulate : exec;
    if (!body) throw new BulkheadError('TOOL_NOT_FOUND', 'this tool has no simulate');
    try {
      return await body(parseJson(args), options.context?.live() ?? {}, given);
    } catch (thrown) {
      if (isUnreachable(thrown)) unreachable = toFailure(thrown);
      throw thrown;
    }
  }, Number.POSITIVE_INFINITY);
  return unreachable ? { error: unreachable } : outcome;
}

/** True for an error of a server that did not answer, by its shape: code of the page may have a copy of the package of its own. */
const isUnreachable = (thrown: unknown): thrown is BulkheadError =>
  isError(thrown) && thrown.name === 'BulkheadError' && (thrown as BulkheadError).code === 'NET_FAILED';

const toFailure = ({ code, message, details }: BulkheadError): ErrorData => ({
  code,
  message: message.slice(0, PACE.errorMessageChars),
  details: { ...(typeof details?.hint === 'string' && { hint: details.hint.slice(0, PACE.errorMessageChars) }) },
});
