import { checkArguments, type Mismatch } from '../adapters/schema.js';
import type { Output } from '../protocol/contract.js';
import { BulkheadError, toErrorData } from '../protocol/errors.js';
import { LIMITS, type Limits, mergeLimits } from '../protocol/limits.js';
import { NO_USAGE } from '../protocol/outcome.js';
import type { CallEvent, SkippedTool, ToolContract, Usage } from '../protocol/tool.js';
import type { Service } from '../rpc/serve.js';
import { formatHint } from './bundle-format.js';
import { CallPorts } from './call-ports.js';
import { Deadlines } from './deadlines.js';
import { type Declared, readDeclared } from './declarations.js';
import { stoppedError, timeoutError } from './failures.js';
import type { Guest } from './guest.js';
import { Guests, type GuestsOptions } from './guests.js';
import { type Handwritten, handwrittenSource } from './handwritten.js';
import { CallLog } from './log.js';
import { type OpenCall, openCall, type Settled } from './open-call.js';
import { Queue, type QueueSlot } from './queue.js';
import { RunningTime } from './running-time.js';
import { warmUp } from './warm-up.js';

export interface ToolServiceOptions extends Omit<GuestsOptions, 'limits' | 'namesTaken' | 'freshState'> {
  /** Globals that would not go: with any, the realm is no wall and nothing is loaded. */
  readonly leftovers: readonly string[];
  readonly setTimer: (work: () => void, ms: number) => number;
  readonly clearTimer: (timer: number) => void;
  readonly emit: (event: CallEvent) => boolean;
}

type CallOutput = Output<ToolContract, 'call'>;
/** Running time of a quick call, and so many in a row make a haste. */
const QUICK_MS = 1;
const QUICK_IN_ROW = 8;

/** Measurements for an answer: together they outlast several turns of the system's threads. */
const MEASURES = 12;

/** The turn of a call that waits for none. */
const FREE: QueueSlot = { rest: () => {}, end: () => {} };

type Ports = { readonly [group: string]: MessagePort };
type LoadInput = Parameters<Service<ToolContract>['load']>[0];
type CallInput = Parameters<Service<ToolContract>['call']>[0];

/** Serves one plugin: keeps its source, gives every call a guest, and keeps a healthy one for the next. */
export class ToolService implements Service<ToolContract> {
  readonly #options: ToolServiceOptions;
  #limits: Limits = LIMITS;
  /** The source of each tool; a plugin's tools share one. */
  #sources: ReadonlyMap<string, string> = new Map();
  #validators: Declared['validators'] = new Map();
  readonly #open = new Map<number, OpenCall>();
  #guests: Guests | undefined;
  #quickInRow = 0;
  /** Turns of calls whose answers have not been sent yet. */
  readonly #over: QueueSlot[] = [];
  #warming: Promise<void> | undefined;
  readonly #deadlines: Deadlines;
  readonly #queue: Queue;

  constructor(options: ToolServiceOptions) {
    this.#options = options;
    this.#deadlines = new Deadlines(options);
    this.#queue = new Queue(options);
  }

  /** @see warmUp */
  warm(): void {
    this.#warming = warmUp(this.#options).catch(() => {});
  }

  async load(given: LoadInput): Promise<Output<ToolContract, 'load'>> {
    const { source, manifest, limits, namesTaken, handwritten, freshState, packed } = given;
    await this.#warming;
    const [kept] = this.#options.leftovers;
    if (kept !== undefined) throw new BulkheadError('WALL_MISSING', `wall 4: this browser keeps ${kept}`, { wall: 4 });
    this.#limits = mergeLimits<Limits>(LIMITS, limits);
    const guests = new Guests({ ...this.#options, limits: this.#limits, namesTaken, freshState });
    this.#guests = guests;
    this.#queue.atOnce = this.#limits.callsAtOnce;
    if (handwritten) return this.#loadHandwritten(guests, JSON.parse(source) as Handwritten[]);
    const restored = packed ? await guests.restore(source, packed) : undefined;
    const load = () =>
      guests.load(source).catch((error) => {
        throw manifest === '' ? formatHint(error) : error;
      });
    const text = restored ?? (await load());
    const declared = await readDeclared(text, this.#limits, manifest, source);
    this.#validators = declared.validators;
    this.#sources = new Map([...declared.validators.keys()].map((name) => [name, source]));
    return {
      ...declared.texts,
      skipped: '[]',
      fresh: guests.fresh,
      packed: restored === undefined ? guests.pack(source, text) : null,
    };
  }

  /** Loads each tool in a guest of its own, so that a faulty one does not affect the others. */
  async #loadHandwritten(guests: Guests, tools: readonly Handwritten[]): Promise<Output<ToolContract, 'load'>> {
    const [sources, validators] = [new Map<string, string>(), new Map<string, (value: unknown) => Mismatch[]>()];
    const [loaded, skipped]: [object[], SkippedTool[]] = [[], []];
    const { now, calibration } = this.#options;
    const time = new RunningTime(this.#limits.cpuMs, calibration);
    for (const tool of tools) {
      const { name, body: _body, simulateBody, ...declaration } = tool;
      const source = handwrittenSource(tool);
      const began = now();
      try {
        if (time.isOver()) throw new BulkheadError('TOOL_TIMEOUT', 'the tools before it took all the time there is');
        const declared = await readDeclared(await guests.load(source), this.#limits);
        const validator = declared.validators.get(name);
        if (!validator || declared.validators.size > 1)
          throw new BulkheadError('SPEC_INVALID', 'it registers something else');
        sources.set(name, source);
        validators.set(name, validator);
        loaded.push({ ...declaration, name, hasSimulate: simulateBody.trim() !== '' });
      } catch (error) {
        skipped.push({ name, error: inOwnWords(error as BulkheadError).slice(0, 2_000) });
      }
      time.charge(now() - began);
      time.look();
      // Between two of them the worker looks at its mail: a ping may wait.
      await this.#options.nextTask();
    }
    [this.#sources, this.#validators] = [sources, validators];
    return {
      manifest: 'null',
      tools: JSON.stringify(loaded),
      skipped: JSON.stringify(skipped),
      fresh: guests.fresh,
      packed: null,
    };
  }

  /** True while more answers follow at once: calls wait, and the last were quick. No answer waits for a call that takes long. */
  get inHaste(): boolean {
    return this.#queue.waiting > 0 && this.#quickInRow >= QUICK_IN_ROW;
  }

  async call(input: CallInput, signal: AbortSignal): Promise<CallOutput> {
    const { now, setTimer, emit } = this.#options;
    const { logLines: lines, logBytes: bytes } = this.#limits;
    const startedAt = now() - input.waitedMs;
    const log = new CallLog({ call: input.call, lines, bytes, now, setTimer, emit });
    const limits = { ...this.#limits, ...input.limits };
    const ports = new CallPorts({ ports: input.ports as Ports, denials: input.denials, limits });
    let activated: readonly string[] | undefined;
    let usage: Usage = NO_USAGE;
    const more = () => ({
      log: log.close(),
      ...(ports.refused.size > 0 && { refused: [...ports.refused] }),
      ...(activated && { activated }),
    });
    try {
      const validate = this.#validators.get(input.tool);
      const source = this.#sources.get(input.tool);
      const guests = this.#guests;
      if (!validate || source === undefined || !guests)
        throw new BulkheadError('TOOL_NOT_FOUND', `no tool ${input.tool}`);
      checkArguments(input.tool, input.args, validate);
      // A call with ports may depend on another call in this worker, so it does not wait in the queue.
      const asks = Object.keys(input.ports).length > 0;
      const turn = asks ? FREE : (this.#queue.enter() ?? (await this.#wait(input, startedAt, signal)));
      try {
        const guest = await guests.take(source);
        if (signal.aborted) {
          guests.giveBack(source, guest);
          throw stoppedError(input.tool);
        }
        const running = this.#run(source, guest, input, { startedAt, log, ports }, signal, (spent, keys) => {
          usage = spent;
          activated = keys;
        });
        if (this.#open.has(input.call)) turn.rest();
        const result = await running;
        this.#quickInRow = usage.cpuMs < QUICK_MS ? this.#quickInRow + 1 : 0;
        return { ...result, usage, ...more() };
      } finally {
        this.#over.push(turn);
      }
    } catch (thrown) {
      return { error: toErrorData(thrown), usage: { ...usage, wallMs: now() - startedAt }, ...more() };
    } finally {
      ports.close();
    }
  }

  /** Answers are on their way: those who wait may begin, and take as long as they like. */
  answered(): void {
    for (const turn of this.#over.splice(0)) turn.end();
  }

  /** Waits until the call may run. @throws `STOPPED`, `TOOL_TIMEOUT`. */
  #wait({ tool, timeoutMs }: CallInput, startedAt: number, signal: AbortSignal): Promise<QueueSlot> {
    return new Promise((resolve, reject) => {
      const clock = {
        startedAt,
        held: false,
        get dueAt() {
          return this.startedAt + timeoutMs;
        },
      };
      const leave = this.#queue.wait((turn) => {
        forget();
        resolve(turn);
      });
      const quit = () => {
        forget();
        if (leave()) reject(signal.aborted ? stoppedError(tool) : timeoutError(tool, 'timeoutMs', timeoutMs, 'pump'));
      };
      const forget = () => {
        this.#deadlines.delete(clock);
        signal.removeEventListener('abort', quit);
      };
      signal.addEventListener('abort', quit, { once: true });
      this.#deadlines.add(clock, quit);
    });
  }

  async measure(): Promise<number> {
    const { slowness } = this.#options.calibration.measure(MEASURES);
    return slowness / MEASURES;
  }

  /** A port of a call is closed at its other end. */
  async revoke({ call, group, why }: Parameters<Service<ToolContract>['revoke']>[0]): Promise<null> {
    this.#open.get(call)?.ports.revoke(group, why);
    return null;
  }

  /** A person is being asked, or has answered. */
  async hold({ call: id, held }: Parameters<Service<ToolContract>['hold']>[0]): Promise<null> {
    const call = this.#open.get(id);
    if (held) call?.hold(this.#options.now());
    else call?.release(this.#options.now());
    return null;
  }

  #run(
    source: string,
    guest: Guest,
    input: CallInput,
    own: Pick<OpenCall, 'startedAt' | 'log' | 'ports'>,
    signal: AbortSignal,
    spent: (usage: Usage, activated: readonly string[] | undefined) => void,
  ): Promise<Extract<Settled, { text: string }>> {
    const { now, setTimer, clearTimer, calibration } = this.#options;
    const { call: id, tool, timeoutMs, cpuMs, flag } = input;
    return new Promise((resolve, reject) => {
      let grace: number | undefined;
      const call: OpenCall = openCall({
        ...{ id, tool, timeoutMs, cpuMs, flag, calibration },
        ...own,
        settle: (outcome) => {
          this.#open.delete(id);
          spent(call.usage(now(), guest.memoryBytes), call.activated);
          this.#deadlines.delete(call);
          if (grace !== undefined) clearTimer(grace);
          signal.removeEventListener('abort', abort);
          if ('text' in outcome) resolve(outcome);
          else reject(outcome.error);
          // After an abort a guest gets no further call, because its unfinished code could run on.
          if (!call.aborted) this.#guests?.giveBack(source, guest);
        },
      });
      const abort = () => {
        guest.abort(signal.reason instanceof Error ? signal.reason.message : 'aborted');
        // Half the grace: the answer must reach main before main ends the worker for want of one.
        grace = setTimer(() => guest.end(stoppedError(tool)), this.#limits.graceMs / 2);
      };
      this.#open.set(id, call);
      this.#deadlines.add(call, () => guest.expire());
      signal.addEventListener('abort', abort, { once: true });
      guest.execute(call, input.phase, input.args, input.context);
    });
  }
}

/** Why a handwritten tool did not load, without the lines of the source we wrote around it. */
function inOwnWords({ message, details }: BulkheadError): string {
  const guest = details?.guest;
  return guest ? `${guest.name}: ${guest.message}` : message;
}
