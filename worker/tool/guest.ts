import type { Image } from '../../sandbox/image.js';
import { createIsolate, type Isolate, type IsolateFault, SAY, TO_GUEST } from '../../sandbox/isolate.js';
import type { BulkheadError } from '../protocol/errors.js';
import { GUEST_PACE } from '../protocol/guest-pace.js';
import { parseJson } from '../protocol/json.js';
import type { Asker } from './call-ports.js';
import { callFailure, endError, loadError, loadFailure, resultFault, timeoutError } from './failures.js';
import { type GuestOptions, guestLimits } from './guest-options.js';
import { GuestPlatform } from './guest-platform.js';
import type { OpenCall, Settled } from './open-call.js';
import { Positions } from './positions.js';
import { RunningTime } from './running-time.js';
import { withoutMap } from './source-map.js';

/**
 * One life of a plugin: an isolate with the plugin loaded, one call at a time, and the pump that runs it within its
 * limits (rings 1 and 2). Calls that run at once each have a guest, so whatever one does is its own: its console, its
 * running time, its end.
 */
export class Guest implements Asker {
  readonly #options: GuestOptions;
  /** Began the present stretch. */
  #since: number | undefined;
  #isolate: Isolate | undefined;
  #call: OpenCall | undefined;
  /** Set and cleared within one turn: a promise alone would still look busy to what its last job started. */
  #running = false;
  #pumped: Promise<void> = Promise.resolve();
  #ticking = false;
  #loaded: string | undefined;
  #loadFailed: BulkheadError | undefined;
  #loading: RunningTime | undefined;
  #lastMemoryBytes = 0;
  /** Running time of the present stretch at which the flag is looked for. */
  #nextLook = 0;
  #isLong = false;
  /** Reads the stacks of its errors. */
  #positions = new Positions('');
  readonly #platform: GuestPlatform;

  constructor(options: GuestOptions) {
    this.#options = options;
    this.#platform = new GuestPlatform({
      ...options.platform,
      enter: (kind, id, text) => this.#enter((isolate) => isolate.send(kind, id, '', text)),
    });
  }

  /** False once the guest is finished. */
  get alive(): boolean {
    return this.#isolate !== undefined && this.#isolate.fault === undefined;
  }

  get memoryBytes(): number {
    return this.#isolate?.memoryBytes ?? this.#lastMemoryBytes;
  }

  /** Starts the isolate and evaluates the source. @returns what it declared: JSON text of `[manifest text, tools text]`. */
  async load(source: string): Promise<string> {
    this.#begin(source);
    const isolate = await this.#open();
    this.#stretch(() => isolate.load(withoutMap(source)));
    await this.#pump();
    // A top-level await of a timer or of a computation goes on when that has entered the guest.
    const { limits, now } = this.#options;
    const until = now() + limits.loadMs * GUEST_PACE.slowest;
    while (!isolate.fault && this.#loaded === undefined && !this.#loadFailed && this.#platform.waits) {
      const left = until - now();
      if (left <= 0 || !(await this.#platform.next(left)))
        throw timeoutError('the source', 'loadMs', limits.loadMs, 'pump');
      await this.#pumped;
    }
    this.#loading = undefined;
    // A source that declared its tools and runs on for ever has not loaded.
    if (isolate.fault) throw loadError(isolate.fault, this.#options.limits);
    if (this.#loaded !== undefined) return this.#loaded;
    throw this.#loadFailed ?? loadError(isolate.fault, this.#options.limits);
  }

  /** Starts the isolate with the plugin that its image holds. `source`: what that was loaded from. */
  async wake(source: string): Promise<void> {
    this.#begin(source);
    await this.#open(source);
    this.#loading = undefined;
  }

  /** An image of the guest as it is now, between calls. */
  capture(): Image | undefined {
    // What waits for something outside cannot be restored.
    return this.#platform.waits ? undefined : this.#isolate?.capture();
  }

  /** Restores the state of the image. @returns false on failure: the guest must then be dropped. */
  reset(image: Image): boolean {
    return this.#isolate?.reset(image) === true;
  }

  /** Starts a call; it settles through `call.settle`, once. */
  execute(call: OpenCall, phase: 'execute' | 'simulate', args: string, context = ''): void {
    this.#call = call;
    this.#enter((isolate) => {
      if (context !== '') isolate.send(TO_GUEST.context, call.id, '', context);
      isolate.send(phase === 'execute' ? TO_GUEST.execute : TO_GUEST.simulate, call.id, call.tool, args);
    });
  }

  /** Lets the guest see an abort; it may still end its call by itself. */
  abort(reason: string): void {
    const call = this.#call;
    if (!call) return;
    call.aborted = true;
    call.ports.close();
    this.#enter((isolate) => isolate.send(TO_GUEST.abort, call.id, '', reason));
  }

  answer(request: number, text: string): void {
    this.#enter((isolate) => isolate.send(TO_GUEST.reply, request, '', text));
  }

  refuse(request: number, code: string, message: string): void {
    this.#enter((isolate) => isolate.send(TO_GUEST.refuse, request, '', JSON.stringify({ code, message })));
  }

  /** Ends this life. An open call settles with `error`. */
  end(error: BulkheadError): void {
    this.#lastMemoryBytes = this.memoryBytes;
    this.#isolate = undefined;
    this.#platform.clear();
    this.#settle({ error });
  }

  /** Ends the call if its wall clock has run out while the guest waits. */
  expire(): void {
    if (this.#call?.over(this.#options.now(), 0)) this.#finish('pump');
  }

  #begin(source: string): void {
    const { limits, calibration } = this.#options;
    this.#loading = new RunningTime(limits.loadMs, calibration);
    this.#positions = new Positions(source);
  }

  async #open(source?: string): Promise<Isolate> {
    const { module, limits, seed, image } = this.#options;
    this.#isolate = await createIsolate({
      module,
      memoryBytes: limits.memoryBytes,
      stackBytes: limits.stackBytes,
      guest: guestLimits(this.#options),
      seed,
      image,
      source,
      native: this.#platform.native,
      stop: () => this.#isOver(this.#options.now()),
      onMessage: (kind, id, text) => this.#onMessage(kind, id, text),
    });
    return this.#isolate;
  }

  #enter(work: (isolate: Isolate) => void): void {
    const isolate = this.#isolate;
    if (!isolate || (!this.#call && !this.#loading)) return;
    if (this.#running) this.#stretch(() => work(isolate));
    else this.#pumped = this.#run(work);
  }

  #pump(): Promise<void> {
    if (!this.#running) this.#pumped = this.#run();
    return this.#pumped;
  }

  async #run(first?: (isolate: Isolate) => void): Promise<void> {
    let work = first;
    this.#running = true;
    try {
      while (this.#isolate && (this.#call || this.#loading)) {
        if (this.#runSlice(this.#isolate, work) !== 'paused') return;
        // Paused because its call is over: the rest is not needed.
        if (!this.#call && !this.#loading) return;
        work = undefined;
        await this.#options.nextTask();
      }
    } finally {
      this.#running = false;
    }
  }

  /** Runs `work`, then jobs until none is left, the call is over, or the worker's mail is due. */
  #runSlice(isolate: Isolate, work: ((isolate: Isolate) => void) | undefined): ReturnType<Isolate['pump']> {
    let state: ReturnType<Isolate['pump']> = 'idle';
    this.#stretch((began) => {
      const until = began + GUEST_PACE.pumpMs;
      let isFirst = true;
      work?.(isolate);
      state = isolate.pump(() => {
        const at = this.#options.now();
        if (!this.#loading && !this.#call) return 'pause';
        if (this.#isOver(at)) return 'stop';
        // However late it is: a guest that could do nothing between two looks at the mail would never end.
        const late = at >= until && !isFirst;
        isFirst = false;
        return late ? 'pause' : 'go';
      });
    });
    if (isolate.fault && !this.#loading) this.#finish(isolate.fault);
    return state;
  }

  /** A stretch in which the guest runs, charged to whatever it runs for. */
  #stretch(work: (began: number) => void): void {
    const began = this.#options.now();
    this.#nextLook = GUEST_PACE.flagFirstMs;
    this.#isLong = false;
    this.#since = began;
    work(began);
    const ran = this.#since === undefined ? 0 : this.#options.now() - this.#since;
    this.#since = undefined;
    (this.#loading ?? this.#call?.time)?.charge(ran);
  }

  /** Whether the running code must stop. */
  #isOver(now: number): boolean {
    const running = this.#since === undefined ? 0 : now - this.#since;
    const loading = this.#loading;
    const call = this.#call;
    if (!loading && running > GUEST_PACE.longMs && !this.#isLong) {
      this.#isLong = true;
      this.#options.onLong?.();
    }
    const time = loading ?? call?.time;
    // What a call left behind it: no more than a slice of it runs now, the rest with the next call.
    if (!time) return running > GUEST_PACE.leftoverMs;
    if (this.#since !== undefined) this.#since += time.look(running);
    if (loading || !call) return time.isOver(running);
    return call.over(now, running) !== undefined || this.#interrupted(call, running);
  }

  /** Looks for the call's flag now and then, in a stretch so long that no message got in. */
  #interrupted(call: OpenCall, running: number): boolean {
    if (running < this.#nextLook || call.flag === '') return false;
    this.#nextLook = running + GUEST_PACE.flagMs;
    call.interrupted ||= this.#options.isGone(call.flag);
    return call.interrupted;
  }

  #finish(fault: IsolateFault): void {
    const { limits, now } = this.#options;
    this.end(endError(this.#call, fault, limits, now()));
  }

  #onMessage(kind: number, id: number, text: string): void {
    if (this.#loading) {
      if (kind === SAY.loaded) this.#loaded = text;
      else if (kind === SAY.failed) this.#loadFailed = loadFailure(text, this.#positions);
      return;
    }
    const call = this.#call;
    if (!call || (id !== call.id && kind !== SAY.log)) return;
    if (kind === SAY.done) this.#settle(resultFault(text, this.#options.limits) ?? { text });
    else if (kind === SAY.cut) this.#settle({ text: JSON.stringify(text), cut: true });
    else if (kind === SAY.failed) {
      this.#settle({ error: callFailure(text, this.#positions, (message) => call.ports.denied(message)) });
    } else if (kind === SAY.activated) call.activated = parseJson(text) as readonly string[];
    else if (kind === SAY.log) call.log.say(this.#positions.text(text));
    else if (kind === SAY.progress) this.#progress(call, text);
    else if (kind === SAY.request && !call.aborted) {
      // Later: a refusal must not enter the guest while it is running.
      void Promise.resolve().then(() => {
        if (this.#call === call) call.ports.send(this, text);
      });
    }
  }

  #settle(outcome: Settled): void {
    const call = this.#call;
    if (!call) return;
    // What it runs after this is not its own.
    const now = this.#options.now();
    if (this.#since !== undefined) {
      call.time.charge(now - this.#since);
      this.#since = now;
    }
    this.#call = undefined;
    this.#platform.clear();
    call.ports.close();
    call.settle(outcome);
  }

  #progress(call: OpenCall, text: string): void {
    call.log.report(text);
    if (this.#ticking) return;
    this.#ticking = true;
    void this.#options.nextTask().then(() => {
      this.#ticking = false;
      this.#enter((isolate) => isolate.send(TO_GUEST.tick, 0, '', ''));
    });
  }
}
