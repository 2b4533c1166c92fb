import { checkArguments, type Mismatch, openSchema } from '../adapters/schema.js';
import type { Parsed } from '../protocol/contract.js';
import { BulkheadError, toErrorData } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import { LIMITS, PACE } from '../protocol/limits.js';
import { NO_USAGE, showLogged, toOutcome } from '../protocol/outcome.js';
import type { PeerContract } from '../protocol/peer.js';
import type { CheckedSpec } from '../protocol/spec.js';
import type { CallEvent, CallOutcome, LogLine } from '../protocol/tool.js';
import type { Service } from '../rpc/serve.js';
import { makeContext } from './context.js';
import type { PeerCall } from './types.js';

/** The log of one call: lines go out at once while the host's credit lasts, the rest with the next, or the answer. */
class CallLog {
  readonly #call: number;
  readonly #emit: (event: CallEvent) => boolean;
  /** Lines that no event has carried. */
  kept: LogLine[] = [];
  lines = 0;
  dropped = 0;

  constructor(call: number, emit: (event: CallEvent) => boolean) {
    this.#call = call;
    this.#emit = emit;
  }

  add(text: string): void {
    if (this.lines >= LIMITS.logLines) {
      this.dropped += 1;
      return;
    }
    this.lines += 1;
    this.kept.push({ level: 'info', text: text.slice(0, PACE.logLineChars) });
    if (this.#emit({ call: this.#call, log: this.kept })) this.kept = [];
  }
}

type CallInput = Parsed<PeerContract, 'call'>;

interface Served {
  readonly spec: CheckedSpec;
  readonly validate: (value: unknown) => Mismatch[];
}

/** The extension's own tools, as its host calls them. */
export class PeerTools implements Service<PeerContract> {
  readonly #tools = new Map<string, Served>();
  readonly #emit: (event: CallEvent) => boolean;
  readonly #api: object;

  /** `api`: what stands on every `ctx`. */
  constructor(api: object, emit: (event: CallEvent) => boolean) {
    this.#api = api;
    this.#emit = emit;
  }

  /** @throws `SCHEMA_INVALID`. @returns a function that puts back what was there, unless something came since. */
  put(spec: CheckedSpec): () => void {
    const { name, parameters } = spec.declaration;
    const served = { spec, validate: openSchema(name, parameters) };
    const before = this.#tools.get(name);
    this.#tools.set(name, served);
    return () => {
      if (this.#tools.get(name) !== served) return;
      if (before) this.#tools.set(name, before);
      else this.#tools.delete(name);
    };
  }

  /** @returns a function that puts back what was there, unless something came since. */
  delete(name: string): () => void {
    const before = this.#tools.get(name);
    this.#tools.delete(name);
    return () => {
      if (before && !this.#tools.has(name)) this.#tools.set(name, before);
    };
  }

  async call(input: CallInput, signal: AbortSignal): Promise<CallOutcome> {
    const { call, context } = input;
    const log = new CallLog(call, this.#emit);
    const began = performance.now();
    const given: PeerCall = {
      signal,
      log: (...values) => log.add(values.map(showLogged).join(' ')),
      progress: async ({ done, total, label }) => {
        const progress = { done, ...(total !== undefined && { total }), ...(label !== undefined && { label }) };
        this.#emit({ call, progress });
      },
    };
    const { ctx, inRun, activated } = makeContext(context, signal, this.#api);
    const outcome = await this.#run(input, ctx, given, inRun);
    const keys = activated();
    const { lines: logLines, dropped: logLinesDropped } = log;
    const usage = { ...NO_USAGE, wallMs: performance.now() - began, logLines, logLinesDropped };
    return { ...outcome, usage, log: log.kept, ...(keys.length > 0 && { activated: keys }) };
  }

  async #run(
    { tool, phase, args, resultBytes }: CallInput,
    ctx: object,
    given: PeerCall,
    inRun: boolean,
  ): Promise<Pick<CallOutcome, 'text' | 'cut' | 'error'>> {
    const served = this.#tools.get(tool);
    const body = phase === 'simulate' ? served?.spec.simulate : served?.spec.exec;
    if (!served || !body) return { error: toErrorData(new BulkheadError('TOOL_NOT_FOUND', `no tool ${tool}`)) };
    try {
      checkArguments(tool, args, served.validate);
    } catch (error) {
      return { error: toErrorData(error) };
    }
    // In a run a result is for a model, which has room for its beginning at most.
    const cutChars = inRun ? PACE.errorMessageChars : undefined;
    return toOutcome(() => body(parseJson(args), ctx, given), resultBytes, cutChars);
  }
}
