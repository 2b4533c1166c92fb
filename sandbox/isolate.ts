import { GUEST_PACE } from '../worker/protocol/guest-pace.js';
import { type Modules, modulesOf } from '../worker/protocol/modules.js';
import { type Handle, startEngine } from './engine.js';
import type { Native } from './fast-path.js';
import { prelude } from './guest/prelude.generated.js';
import { type GuestLimits, NATIVE, SAY, TO_GUEST } from './guest/wire.js';
import { type Image, keepSources, putImage, reseed, takeImage } from './image.js';
import { moduleLoader } from './modules.js';
import { partsNamedIn, sourceOfPart } from './parts.js';

export { type GuestLimits, NATIVE, type Native, SAY, TO_GUEST };

/** Why an isolate is finished: it will not run another instruction. */
export type IsolateFault = 'interrupt' | 'pump' | 'memory' | 'stack' | 'engine';

export interface IsolateOptions {
  /** The compiled engine. */
  readonly module: WebAssembly.Module;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Limits that the guest checks itself. Required before anything is loaded. */
  readonly guest?: GuestLimits;
  /** Eight random bytes for the guest's Math.random. */
  readonly seed: () => Uint8Array;
  /** Polled while the guest runs: `true` ends the isolate there. */
  readonly stop: () => boolean;
  /** Called with each message of the guest, in order, while it runs. All three values are untrusted. */
  readonly onMessage: (kind: number, id: number, text: string) => void;
  /** Answers the questions of the guest's platform; without it, the guest has the language only. */
  readonly native?: Native;
  /** The guest to begin with, in place of an empty one: of this very engine, and this prelude. */
  readonly image?: Image | undefined;
  /** The source of the plugin that the image holds: what it imports later comes from it. */
  readonly source?: string | undefined;
}

/** The action between two slices of jobs: continue, continue later, or end the isolate. */
export type Look = 'go' | 'pause' | 'stop';

/** One guest: a QuickJS realm in a WebAssembly instance of its own. Synchronous; never called from inside itself. */
export interface Isolate {
  /** Set once, never cleared: discard the isolate and make a new one. */
  readonly fault: IsolateFault | undefined;
  readonly memoryBytes: number;
  /** Evaluates the entry of the plugin's source as an ES module; the guest answers with `SAY.loaded` or `SAY.failed`. */
  load(source: string): void;
  /** Enters the dispatcher with plain values. */
  send(kind: number, id: number, a: string, b: string): void;
  /** Runs promise jobs in slices until none is left, `look` says so before one, or the isolate faults. */
  pump(look: () => Look): 'idle' | 'paused' | 'faulted';
  /** Copies the guest as it is, to be restored later; `undefined` while it has jobs to run, or a fault. */
  capture(): Image | undefined;
  /** Restores the guest to the image, with new random numbers. @returns false on failure: then discard the isolate. */
  reset(image: Image): boolean;
}

/** The browser's own stack has ended before the engine saw the end of the guest's. */
const isOverflow = (error: unknown): boolean =>
  error instanceof Error && /call stack|too much recursion/i.test(error.message);

const languageOnly: Native = () => {
  throw new Error('this guest has no platform');
};

/** Makes a guest and prepares its realm. @throws when the engine cannot start, e.g. out of address space; `ImageError` when its image does not wake up. */
export async function createIsolate(options: IsolateOptions): Promise<Isolate> {
  const engine = await startEngine(options);
  const { context, fastPath, memory } = engine;
  const { runtime } = context;
  const initialBytes = engine.memoryBytes;
  let fault: IsolateFault | undefined;
  let interrupted = false;
  let awake = '';

  runtime.setInterruptHandler(() => {
    if (!interrupted && options.stop()) interrupted = true;
    // A guest that catches its own out-of-memory in a loop ends here.
    return interrupted || engine.memoryRefused;
  });

  /** Every entry into the engine: whatever comes out of it, the fault is decided by our own flags. */
  const enter = (work: () => void): void => {
    if (fault) return;
    let thrown: IsolateFault | undefined;
    try {
      work();
    } catch (error) {
      // A host-level throw crossed WebAssembly frames, which leaves their stack pointer wrong.
      thrown = isOverflow(error) ? 'stack' : 'engine';
    }
    if (interrupted) fault = 'interrupt';
    else if (engine.memoryRefused) fault = 'memory';
    else if (thrown) fault = thrown;
  };

  const use = <T>(handles: Handle[], work: (handles: Handle[]) => T): T => {
    try {
      return work(handles);
    } finally {
      for (const handle of handles) handle.dispose();
    }
  };

  const beyond = options.native ?? languageOnly;
  const native: Native = (op, text, bytes) => {
    if (op !== NATIVE.part) return beyond(op, text, bytes);
    keepSources(memory, engine.runtimePointer, text === '');
    return text === '' ? '' : sourceOfPart(options.module, text);
  };
  fastPath.listen((kind, id, text) => {
    // Messages of a guest after its stop are ignored: it may have caught the stop itself.
    if (fault || interrupted || engine.memoryRefused) return;
    if (kind === SAY.alive) awake = text;
    else options.onMessage(kind, id, text);
  }, native);
  // Most plugins import nothing: what a source is made of is read when somebody asks.
  let modules: Modules | undefined;
  fastPath.serveModules(
    moduleLoader(() => {
      modules ??= modulesOf(options.source ?? '');
      return modules;
    }),
  );
  const dispatcher = options.image?.dispatcher ?? prepare();

  function prepare(): number {
    keepSources(memory, engine.runtimePointer, false);
    const made = context.unwrapResult(context.evalCode(prelude, 'bulkhead.js', { strict: true }));
    keepSources(memory, engine.runtimePointer, true);
    const say = context.newFunction('', () => {});
    return use([made, say], () => context.unwrapResult(context.callFunction(made, context.undefined, say)).value);
  }

  const send = (kind: number, id: number, a: string, b: string): void =>
    enter(() => fastPath.call(dispatcher, kind, id, a, b));

  if (options.image) {
    const word = String(engine.contextPointer);
    send(TO_GUEST.alive, 0, '', word);
    if (fault || awake !== word) throw new ImageError('the guest did not wake up from its image');
  }
  if (options.guest) send(TO_GUEST.limits, 0, '', JSON.stringify(options.guest));

  return {
    get fault() {
      return fault;
    },
    get memoryBytes() {
      return engine.memoryBytes;
    },
    load(source) {
      modules = modulesOf(source);
      const { entry, texts } = modules;
      if (options.native) for (const part of partsNamedIn(texts.values())) send(TO_GUEST.part, 0, part, '');
      enter(() => {
        const result = context.evalCode(texts.get(entry) ?? '', entry, { type: 'module', strict: true });
        if (interrupted) return;
        const handle = result.error ?? result.value;
        use([handle], () =>
          fastPath.call(dispatcher, result.error ? TO_GUEST.threw : TO_GUEST.loaded, 0, handle.value, ''),
        );
      });
    },
    send,
    pump(look) {
      // Grows to the full slice while jobs are light: a heavy first one must not have 49 behind it.
      let slice = 1;
      for (;;) {
        if (fault) return 'faulted';
        if (!fastPath.hasJobs) return 'idle';
        const next = look();
        if (next === 'stop') {
          fault = 'pump';
          return 'faulted';
        }
        if (next === 'pause') return 'paused';
        enter(() => fastPath.runJobs(slice));
        slice = Math.min(slice * 2, GUEST_PACE.jobSlice);
      }
    },
    capture() {
      if (fault || fastPath.hasJobs) return undefined;
      const { runtimePointer, contextPointer } = engine;
      return takeImage(memory, { runtime: runtimePointer, context: contextPointer, dispatcher });
    },
    reset(image) {
      // A memory that has grown never shrinks. Making a new one then costs less than keeping this one.
      if (fault || engine.memoryBytes > initialBytes) return false;
      putImage(memory, image);
      reseed(memory, engine.contextPointer, options.seed());
      return true;
    },
  };
}

/** A guest did not wake up from an image. */
export class ImageError extends Error {}
