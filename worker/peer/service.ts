import { checkArguments, type Mismatch, openSchema } from '../adapters/schema.js';
import { BulkheadError, toErrorData } from '../protocol/errors.js';
import { parseJson } from '../protocol/json.js';
import { PACE } from '../protocol/limits.js';
import { showLogged, toOutcome } from '../protocol/outcome.js';
import type { PeerContract } from '../protocol/peer.js';
import type { CheckedSpec } from '../protocol/spec.js';
import type { CallEvent, CallOutcome } from '../protocol/tool.js';
import type { Service } from '../rpc/serve.js';
import { makeContext } from './context.js';
import { PeerLog } from './log.js';
import type { PeerCall } from './types.js';

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

  async call(input: Parameters<Service<PeerContract>['call']>[0], signal: AbortSignal): Promise<CallOutcome> {
    const { call, tool, phase, args, context, resultBytes } = input;
    const log = new PeerLog(call, this.#emit);
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
    const outcome = await this.#run(tool, phase, args, ctx, given, resultBytes, inRun);
    const keys = activated();
    const usage = {
      wallMs: performance.now() - began,
      cpuMs: 0,
      memoryBytes: 0,
      logLines: log.lines,
      logLinesDropped: log.dropped,
      requests: 0,
      bytesOut: 0,
    };
    return { ...outcome, usage, log: log.rest(), ...(keys.length > 0 && { activated: keys }) };
  }

  async #run(
    tool: string,
    phase: 'execute' | 'simulate',
    args: string,
    ctx: object,
    given: PeerCall,
    resultBytes: number,
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
