import { checkArguments } from '../doors/schema.js';
import type { Output } from '../protocol/contract.js';
import { BulkheadError, toErrorData } from '../protocol/errors.js';
import { GAP_MS, LIMITS, type Limits, mergeLimits } from '../protocol/limits.js';
import type { CallEvent, ToolContract, Usage } from '../protocol/tool.js';
import type { Service } from '../rpc/serve.js';
import { Capabilities } from './capabilities.js';
import { type Declared, readDeclared } from './declarations.js';
import { Guest, type GuestOptions } from './guest.js';
import { CallLog } from './log.js';
import { OpenCall } from './open-call.js';

export interface ToolServiceOptions extends Omit<GuestOptions, 'limits' | 'capabilities' | 'namesTaken'> {
  /** One port per granted capability group. */
  readonly ports: { readonly [group: string]: MessagePort };
  /** Globals that would not go: with any, the realm is no wall and nothing is loaded. */
  readonly leftovers: readonly string[];
  readonly setTimer: (work: () => void, ms: number) => number;
  readonly clearTimer: (timer: number) => void;
  readonly emit: (event: CallEvent) => boolean;
}

type CallOutput = Output<ToolContract, 'call'>;
type LoadInput = Parameters<Service<ToolContract>['load']>[0];
type CallInput = Parameters<Service<ToolContract>['call']>[0];

/** Serves one plugin: keeps its source, gives every call a guest, and keeps a healthy one for the next. */
export class ToolService implements Service<ToolContract> {
  readonly #options: ToolServiceOptions;
  readonly #capabilities: Capabilities;
  #limits: Limits = LIMITS;
  #source = '';
  #namesTaken: readonly string[] = [];
  #handwritten = false;
  #declared: Declared | undefined;
  #idle: Guest | undefined;

  constructor(options: ToolServiceOptions) {
    this.#options = options;
    this.#capabilities = new Capabilities(options.ports);
  }

  async load({ source, limits, namesTaken, handwritten }: LoadInput): Promise<Output<ToolContract, 'load'>> {
    const [kept] = this.#options.leftovers;
    if (kept !== undefined) throw new BulkheadError('WALL_MISSING', `wall 4: this browser keeps ${kept}`, { wall: 4 });
    this.#source = source;
    this.#namesTaken = namesTaken;
    this.#handwritten = handwritten;
    this.#limits = mergeLimits(LIMITS, limits);
    const { guest, declared } = await this.#start();
    this.#declared = declared;
    this.#idle = guest;
    return declared.texts;
  }

  async call(input: CallInput, signal: AbortSignal): Promise<CallOutput> {
    const { now, setTimer, emit } = this.#options;
    const { logLines: lines, logBytes: bytes } = this.#limits;
    const startedAt = now() - input.waitedMs;
    const log = new CallLog({ call: input.call, lines, bytes, now, setTimer, emit });
    let activated: readonly string[] | undefined;
    let usage: Usage = { wallMs: 0, cpuMs: 0, memoryBytes: 0, logLines: 0, logLinesDropped: 0, requests: 0 };
    try {
      const validate = this.#declared?.validators.get(input.tool);
      if (!validate) throw new BulkheadError('TOOL_NOT_FOUND', `no tool ${input.tool}`);
      checkArguments(input.tool, input.args, validate);
      const guest = await this.#take();
      if (signal.aborted) {
        this.#giveBack(guest);
        throw stopped(input.tool);
      }
      const text = await this.#run(guest, input, startedAt, log, signal, (spent, keys) => {
        usage = spent;
        activated = keys;
      });
      return { text, usage, log: log.close(), ...(activated && { activated }) };
    } catch (thrown) {
      const spent = { ...usage, wallMs: now() - startedAt };
      return { error: toErrorData(thrown), usage: spent, log: log.close(), ...(activated && { activated }) };
    }
  }

  #run(
    guest: Guest,
    input: CallInput,
    startedAt: number,
    log: CallLog,
    signal: AbortSignal,
    spent: (usage: Usage, activated: readonly string[] | undefined) => void,
  ): Promise<string> {
    const { now, setTimer, clearTimer } = this.#options;
    const { call: id, tool, timeoutMs, cpuMs } = input;
    return new Promise((resolve, reject) => {
      let grace: number | undefined;
      const call = new OpenCall({
        id,
        tool,
        timeoutMs,
        cpuMs,
        startedAt,
        log,
        settle: (outcome) => {
          spent(call.usage(now(), 0, guest.memoryBytes), call.activated);
          clearTimer(expiry);
          if (grace !== undefined) clearTimer(grace);
          signal.removeEventListener('abort', abort);
          if ('text' in outcome) resolve(outcome.text);
          else reject(outcome.error);
          // After an abort a guest is not trusted with another call: what it left behind could run on.
          if (!call.aborted) this.#giveBack(guest);
        },
      });
      const abort = () => {
        guest.abort(signal.reason instanceof Error ? signal.reason.message : 'aborted');
        // Half the grace: the answer must reach main before main ends the worker for want of one.
        grace = setTimer(() => guest.end(stopped(tool)), this.#limits.graceMs / 2);
      };
      let due = startedAt + timeoutMs + 1;
      const expire = () => {
        // The machine slept: nobody could work, so the clock of a waiting call starts anew.
        if (now() - due > GAP_MS) call.startedAt = now();
        guest.expire();
        due = call.startedAt + timeoutMs + 1;
        if (due > now()) expiry = setTimer(expire, due - now());
      };
      let expiry = setTimer(expire, Math.max(0, due - now()));
      signal.addEventListener('abort', abort, { once: true });
      guest.execute(call, input.phase, input.args, input.context);
    });
  }

  /** A healthy guest that is free, or a new one. */
  async #take(): Promise<Guest> {
    const idle = this.#idle;
    this.#idle = undefined;
    return idle?.alive ? idle : (await this.#start()).guest;
  }

  #giveBack(guest: Guest): void {
    if (guest.alive) this.#idle ??= guest;
  }

  async #start(): Promise<{ guest: Guest; declared: Declared }> {
    const { module, now, seed, nextTask } = this.#options;
    const guest = new Guest({
      module,
      now,
      seed,
      nextTask,
      limits: this.#limits,
      capabilities: this.#capabilities,
      namesTaken: this.#namesTaken,
    });
    return { guest, declared: readDeclared(await guest.load(this.#source), this.#limits, this.#handwritten) };
  }
}

const stopped = (tool: string) =>
  new BulkheadError('STOPPED', `${tool}: stopped by its caller`, { stoppedBy: 'abort' });
