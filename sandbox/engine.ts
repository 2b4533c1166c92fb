import loadEmscripten from '@jitl/quickjs-wasmfile-release-sync/emscripten-module';
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSSyncVariant } from 'quickjs-emscripten-core';

export type { QuickJSContext };
export type Handle = ReturnType<QuickJSContext['newString']>;

const PAGE = 65_536;
/** Pages the module asks for at the least: 16 MiB, of which 5 MiB are its C stack. */
const INITIAL_PAGES = 256;

/**
 * Where a context of this exact build keeps the state of Math.random, in bytes from the context. The engine seeds it
 * from a clock of milliseconds, so two guests of one moment would draw the same numbers. A test finds the place anew.
 */
export const RANDOM_STATE_OFFSET = 224;

/** One engine: its own WebAssembly instance and memory. Dropping it frees all it holds. */
export interface Engine {
  readonly context: QuickJSContext;
  /** Address of the context in `memory`. */
  readonly contextPointer: number;
  readonly memory: WebAssembly.Memory;
  /** Size of the linear memory now, in bytes. */
  readonly memoryBytes: number;
  /** True once the memory could not grow: the guest has met its limit, whether or not it noticed. */
  readonly memoryRefused: boolean;
}

/**
 * Starts an engine in an instance of its own. `memoryBytes` bounds the linear memory itself, because the engine's own
 * limit does not hold in this build. `seed` gives eight random bytes for Math.random.
 */
export async function startEngine(
  module: WebAssembly.Module,
  memoryBytes: number,
  stackBytes: number,
  seed: () => Uint8Array,
): Promise<Engine> {
  const maximum = Math.max(INITIAL_PAGES, Math.floor(memoryBytes / PAGE));
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum });
  let memoryRefused = false;
  const grow = memory.grow.bind(memory);
  // Emscripten tries smaller steps after a refusal, so a later success takes the mark back.
  memory.grow = (pages: number) => {
    memoryRefused = true;
    const before = grow(pages);
    memoryRefused = false;
    return before;
  };

  let contextPointer = 0;
  class RecordingFFI extends QuickJSFFI {
    constructor(...args: ConstructorParameters<typeof QuickJSFFI>) {
      super(...args);
      const make = this.QTS_NewContext;
      this.QTS_NewContext = (...given) => {
        const made = make(...given);
        contextPointer = made;
        return made;
      };
    }
  }

  const variant: QuickJSSyncVariant = {
    type: 'sync',
    importFFI: async () => RecordingFFI,
    importModuleLoader: async () => (options) =>
      loadEmscripten({
        ...options,
        wasmMemory: memory,
        print: () => {},
        printErr: () => {},
        instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
          const instance = new WebAssembly.Instance(module, imports);
          done(instance);
          return instance.exports;
        },
      } as typeof options),
  };
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  const context = runtime.newContext();
  const state = seed().slice(0, 8);
  // All zero is the one state this generator never leaves.
  if (state.every((byte) => byte === 0)) state[0] = 1;
  new Uint8Array(memory.buffer).set(state, contextPointer + RANDOM_STATE_OFFSET);
  return {
    context,
    contextPointer,
    memory,
    get memoryBytes() {
      return memory.buffer.byteLength;
    },
    get memoryRefused() {
      return memoryRefused;
    },
  };
}
