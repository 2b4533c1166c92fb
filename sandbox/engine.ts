import loadEmscripten from '@jitl/quickjs-wasmfile-release-sync/emscripten-module';
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSSyncVariant,
  StaticLifetime,
} from 'quickjs-emscripten-core';
import { type Emscripten, FastPath } from './fast-path.js';
import { type Image, imageBytes, putImage, reseed } from './image.js';

export type { QuickJSContext };
export type Handle = ReturnType<QuickJSContext['newString']>;
type EmscriptenModule = ConstructorParameters<typeof QuickJSFFI>[0];

const PAGE = 65_536;
/** Pages the module asks for at the least: 16 MiB, of which 5 MiB are its C stack. */
const INITIAL_PAGES = 256;

export interface EngineOptions {
  readonly module: WebAssembly.Module;
  /** Bounds the linear memory itself, because the engine's own limit does not hold in this build. */
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Eight random bytes for Math.random. */
  readonly seed: () => Uint8Array;
  /** The initial content of the memory, in place of a realm without a prelude. */
  readonly image?: Image | undefined;
}

/** One engine: its own WebAssembly instance and memory. Dropping it frees all it holds. */
export interface Engine {
  readonly context: QuickJSContext;
  /** The short way in and out. */
  readonly fastPath: FastPath;
  /** Addresses in `memory`. */
  readonly contextPointer: number;
  readonly runtimePointer: number;
  readonly memory: WebAssembly.Memory;
  /** Size of the linear memory now, in bytes. */
  readonly memoryBytes: number;
  /** True once the memory could not grow: the guest has met its limit, whether or not it noticed. */
  readonly memoryRefused: boolean;
  /** A value of the image by its address. */
  valueAt(pointer: number): Handle;
}

/** Starts an engine in an instance of its own, with or without an image. */
export async function startEngine({ module, memoryBytes, stackBytes, seed, image }: EngineOptions): Promise<Engine> {
  const maximum = Math.max(INITIAL_PAGES, Math.floor(memoryBytes / PAGE));
  const needed = image ? Math.ceil(imageBytes(image) / PAGE) : 0;
  const memory = new WebAssembly.Memory({ initial: Math.max(INITIAL_PAGES, needed), maximum });
  let memoryRefused = false;
  const grow = memory.grow.bind(memory);
  // Emscripten tries smaller steps after a refusal, so a later success takes the mark back.
  memory.grow = (pages: number) => {
    memoryRefused = true;
    const before = grow(pages);
    // A corrupt heap may ask for nothing and get it.
    if (pages > 0) memoryRefused = false;
    return before;
  };

  let [contextPointer, runtimePointer] = [0, 0];
  let fastPath: (() => FastPath) | undefined;
  /** Says where runtime and context are; those of an image are not made anew. */
  class RecordingFFI extends QuickJSFFI {
    constructor(emscripten: EmscriptenModule) {
      super(emscripten);
      fastPath = () => new FastPath(this, emscripten as unknown as Emscripten, contextPointer, runtimePointer);
      const { QTS_NewContext: makeContext, QTS_NewRuntime: makeRuntime } = this;
      this.QTS_NewRuntime = () => {
        runtimePointer = image?.runtime ?? makeRuntime();
        return runtimePointer as ReturnType<typeof makeRuntime>;
      };
      this.QTS_NewContext = (...given) => {
        contextPointer = image?.context ?? makeContext(...given);
        return contextPointer as ReturnType<typeof makeContext>;
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
  // The module has written its static data by now.
  if (image) putImage(memory, image);
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  const context = runtime.newContext();
  if (!fastPath) throw new Error('the engine did not start');
  reseed(memory, contextPointer, seed());
  return {
    context,
    fastPath: fastPath(),
    contextPointer,
    runtimePointer,
    memory,
    get memoryBytes() {
      return memory.buffer.byteLength;
    },
    get memoryRefused() {
      return memoryRefused;
    },
    valueAt: (pointer) => new StaticLifetime(pointer as Handle['value'], runtime) as Handle,
  };
}
