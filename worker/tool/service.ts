import type { Output } from '../protocol/contract.js';
import { BulkheadError, toErrorData } from '../protocol/errors.js';
import { FIXED, LIMITS, type Limits, mergeLimits } from '../protocol/limits.js';
import type { CallEvent, ToolContract, Usage } from '../protocol/tool.js';
import type { Service } from '../rpc/serve.js';
import { checkArguments, type Declared, readDeclared } from './declarations.js';
import { Guest, type GuestOptions } from './guest.js';
import { CallLog } from './log.js';
import { OpenCall } from './open-call.js';

export interface ToolServiceOptions extends Omit<GuestOptions, 'limits'> {
  /** Globals that would not go: with any, the realm is no wall and nothing is loaded. */
  readonly leftovers: readonly string[];
  readonly setTimer: (work: () => void, ms: number) => number;
  readonly clearTimer: (timer: number) => void;
  readonly emit: (event: CallEvent) => boolean;
}

type CallOutput = Output<ToolContract, 'call'>;
type CallInput = Parameters<Service<ToolContract>['call']>[0];

/** Serves one plugin: keeps its source, gives it a new guest after each fault, and runs its calls. */
export class ToolService implements Service<ToolContract> {
  readonly #options: ToolServiceOptions;
  #limits: Limits = LIMITS;
  #source = '';
  #guest: Guest | undefined;
  #starting: Promise<Declared> | undefined;
  /** Set after an abort: the guest takes no new calls and is discarded when its last one has settled. */
  #retiring: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  constructor(options: ToolServiceOptions) {
    this.#options = options;
  }

  async load({ source, limits }: { source: string; limits: Partial<Limits> }): Promise<Output<ToolContract, 'load'>> {
    const [kept] = this.#options.leftovers;
    if (kept !== undefined) throw new BulkheadError('WALL_MISSING', `wall 4: this browser keeps ${kept}`, { wall: 4 });
    this.#source = source;
    this.#limits = mergeLimits(LIMITS, limits);
    const { manifest, tools } = await this.#ready();
    return { manifest, tools };
  }

  async call(input: CallInput, signal: AbortSignal): Promise<CallOutput> {
    const { now } = this.#options;
    const startedAt = now() - input.waitedMs;
    const log = new CallLog({
      call: input.call,
      lines: this.#limits.logLines,
      bytes: this.#limits.logBytes,
      now,
      setTimer: this.#options.setTimer,
      emit: this.#options.emit,
    });
    let usage: Usage = { wallMs: 0, cpuMs: 0, memoryBytes: 0, logLines: 0, logLinesDropped: 0, requests: 0 };
    try {
      const declared = await this.#ready();
      const validate = declared.validators.get(input.tool);
      if (!validate) throw new BulkheadError('TOOL_NOT_FOUND', `no tool ${input.tool}`);
      checkArguments(input.tool, input.args, validate);
      const text = await this.#run(input, startedAt, log, signal, (spent) => {
        usage = spent;
      });
      return { text, usage, log: log.close() };
    } catch (thrown) {
      return { error: toErrorData(thrown), usage: { ...usage, wallMs: now() - startedAt }, log: log.close() };
    }
  }

  #run(
    input: CallInput,
    startedAt: number,
    log: CallLog,
    signal: AbortSignal,
    spent: (usage: Usage) => void,
  ): Promise<string> {
    const { now, setTimer, clearTimer } = this.#options;
    const guest = this.#guest;
    if (!guest) return Promise.reject(new BulkheadError('WORKER_LOST', `${input.tool}: its guest is gone`));
    return new Promise((resolve, reject) => {
      let grace: number | undefined;
      const call = new OpenCall({
        id: input.call,
        tool: input.tool,
        timeoutMs: input.timeoutMs,
        cpuMs: input.cpuMs,
        startedAt,
        log,
        settle: (outcome) => {
          spent(call.usage(now(), 0, guest.memoryBytes));
          clearTimer(expiry);
          if (grace !== undefined) clearTimer(grace);
          signal.removeEventListener('abort', abort);
          if ('text' in outcome) resolve(outcome.text);
          else reject(outcome.error);
          this.#settled(guest, call.aborted);
        },
      });
      const abort = () => {
        guest.abort(call.id, signal.reason instanceof Error ? signal.reason.message : 'aborted');
        // Half the grace: the answer must reach main before main ends the worker for want of one.
        grace = setTimer(
          () => guest.discard((open) => (open.aborted ? stopped(open.tool) : undefined)),
          this.#limits.graceMs / 2,
        );
      };
      let due = startedAt + input.timeoutMs + 1;
      const expire = () => {
        // The machine slept: nobody could work, so the clock of a waiting call starts anew.
        if (now() - due > FIXED.gapMs) call.startedAt = now();
        guest.expire();
        due = call.startedAt + input.timeoutMs + 1;
        if (due > now()) expiry = setTimer(expire, due - now());
      };
      let expiry = setTimer(expire, Math.max(0, due - now()));
      guest.execute(call, input.phase, input.args);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** After an abort the guest is not trusted with another call: what it left behind could run on. */
  #settled(guest: Guest, aborted: boolean): void {
    if (aborted && !this.#retiring) this.#retiring = deferred();
    if (!this.#retiring || guest.openCalls > 0) return;
    if (this.#guest === guest) this.#guest = undefined;
    this.#retiring.resolve();
    this.#retiring = undefined;
  }

  async #ready(): Promise<Declared> {
    while (this.#retiring) await this.#retiring.promise;
    if (this.#guest && !this.#guest.alive) this.#guest = undefined;
    if (!this.#guest) this.#starting = undefined;
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<Declared> {
    const guest = new Guest({ ...this.#options, limits: this.#limits });
    this.#guest = guest;
    try {
      return readDeclared(await guest.load(this.#source));
    } catch (error) {
      if (this.#guest === guest) this.#guest = undefined;
      throw error;
    }
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const stopped = (tool: string) =>
  new BulkheadError('STOPPED', `${tool}: stopped by its caller`, { stoppedBy: 'abort' });
