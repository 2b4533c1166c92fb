import { PACE } from '../worker/protocol/limits.js';
import { type Handle, startEngine } from './engine.js';
import prelude from './guest/prelude.generated.js';
import { type GuestLimits, SAY, TELL } from './guest/wire.js';

export { type GuestLimits, SAY, TELL };

/** Why an isolate is finished: it will not run another instruction. */
export type IsolateFault = 'interrupt' | 'pump' | 'memory' | 'engine';

export interface IsolateOptions {
  /** The compiled engine. */
  readonly module: WebAssembly.Module;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly guest: GuestLimits;
  /** Eight random bytes for the guest's Math.random. */
  readonly seed: () => Uint8Array;
  /** Polled while the guest runs, and between slices of jobs: `true` ends the isolate there. */
  readonly stop: () => boolean;
  /** What the guest says, in order, while it runs. All three values are the guest's word. */
  readonly hear: (kind: number, id: number, text: string) => void;
}

/** One guest: a QuickJS realm in a WebAssembly instance of its own. Synchronous; never called from inside itself. */
export interface Isolate {
  /** Set once, never cleared: discard the isolate and make a new one. */
  readonly fault: IsolateFault | undefined;
  readonly memoryBytes: number;
  /** Evaluates the plugin's source as an ES module; the guest answers with `SAY.loaded` or `SAY.failed`. */
  load(source: string): void;
  /** Enters the dispatcher with plain values. */
  tell(kind: number, id: number, a: string, b: string): void;
  /** Runs promise jobs in slices until none is left, `pause` says so, or the isolate faults. */
  pump(pause: () => boolean): 'idle' | 'paused' | 'faulted';
}

export const SOURCE_NAME = 'plugin.js';

/**
 * Makes a guest and prepares its realm.
 * @throws when the engine itself cannot start, e.g. because the process is out of address space.
 */
export async function createIsolate(options: IsolateOptions): Promise<Isolate> {
  const engine = await startEngine(options.module, options.memoryBytes, options.stackBytes, options.seed);
  const { context } = engine;
  const { runtime } = context;
  let fault: IsolateFault | undefined;
  let interrupted = false;

  runtime.setInterruptHandler(() => {
    if (!interrupted && options.stop()) interrupted = true;
    // A guest that catches its own out-of-memory in a loop ends here.
    return interrupted || engine.memoryRefused;
  });

  /** Every entry into the engine: whatever comes out of it, the fault is decided by our own flags. */
  const enter = (work: () => void): void => {
    if (fault) return;
    let thrown = false;
    try {
      work();
    } catch {
      // A host-level throw crossed WebAssembly frames: its stack pointer is not what it was.
      thrown = true;
    }
    if (interrupted) fault = 'interrupt';
    else if (engine.memoryRefused) fault = 'memory';
    else if (thrown) fault = 'engine';
  };

  const use = <T>(handles: Handle[], work: (handles: Handle[]) => T): T => {
    try {
      return work(handles);
    } finally {
      for (const handle of handles) handle.dispose();
    }
  };

  const say = context.newFunction('', (kind, id, text) => {
    // What a guest says after its stop is not an answer: it may have caught the stop itself.
    if (fault || interrupted || engine.memoryRefused) return;
    options.hear(context.getNumber(kind), context.getNumber(id), context.getString(text));
  });
  const made = context.unwrapResult(context.evalCode(prelude, 'bulkhead.js', { strict: true }));
  const dispatcher = use([made, context.newString(JSON.stringify(options.guest))], ([install, limits]) =>
    context.unwrapResult(context.callFunction(install as Handle, context.undefined, say, limits as Handle)),
  );

  const dispatch = (kind: number, id: number, a: Handle, b: string): void =>
    use([context.newNumber(kind), context.newNumber(id), a, context.newString(b)], (handles) => {
      const result = context.callFunction(dispatcher, context.undefined, ...handles);
      (result.error ?? result.value).dispose();
    });

  return {
    get fault() {
      return fault;
    },
    get memoryBytes() {
      return engine.memoryBytes;
    },
    load(source) {
      enter(() => {
        const result = context.evalCode(source, SOURCE_NAME, { type: 'module', strict: true });
        if (interrupted) return;
        if (result.error) dispatch(TELL.threw, 0, result.error, '');
        else dispatch(TELL.loaded, 0, result.value, '');
      });
    },
    tell(kind, id, a, b) {
      enter(() => dispatch(kind, id, context.newString(a), b));
    },
    pump(pause) {
      // Grows to the full slice while jobs are light: a heavy first one must not have 49 behind it.
      let slice = 1;
      for (;;) {
        if (fault) return 'faulted';
        if (!runtime.hasPendingJob()) return 'idle';
        if (options.stop()) {
          fault = 'pump';
          return 'faulted';
        }
        enter(() => {
          const result = runtime.executePendingJobs(slice);
          if (result.error) result.error.dispose();
        });
        slice = Math.min(slice * 2, PACE.jobSlice);
        if (!fault && pause()) return 'paused';
      }
    },
  };
}
