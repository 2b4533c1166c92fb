import type { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import type { ModuleLoader } from './modules.js';

type Args<M extends keyof QuickJSFFI> = QuickJSFFI[M] extends (...args: infer A) => unknown ? A : never;
type ContextPointer = Args<'QTS_Call'>[0];
type ValuePointer = ReturnType<QuickJSFFI['QTS_NewString']>;
type ConstPointer = Args<'QTS_Call'>[1];
type RuntimePointer = Args<'QTS_IsJobPending'>[0];

/** Parts of the engine's own script beyond its functions. */
export interface Emscripten {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  stringToUTF8(text: string, pointer: number, maxBytes: number): void;
  callbacks: {
    callFunction: HostFunction;
    /** Both answer the address of a text, which the engine frees. 0 says that an error was thrown. */
    normalizeModule: (
      asyncify: undefined,
      runtime: number,
      context: number,
      importer: string,
      specifier: string,
    ) => number;
    loadModuleSource: (asyncify: undefined, runtime: number, context: number, name: string) => number;
  };
}

type HostFunction = (
  asyncify: undefined,
  context: ContextPointer,
  self: number,
  count: number,
  values: Args<'QTS_ArgvGetJSValueConstPointer'>[0],
  id: number,
) => number;

/** Answers a question of the guest at once: a text or bytes. What it throws becomes the guest's error. */
export type Native = (op: number, text: string, bytes: Uint8Array | undefined) => string | Uint8Array | undefined;

/** What the guest says takes three values, what it asks five. */
const SAYS = 3;
const ASKS = 5;

/** Above so many characters the browser's own encoder is faster than the engine's loop. */
const LONG_CHARS = 64;
const ARGUMENTS = 4;

/**
 * The two ways that every call takes, straight over the engine's functions: in by the dispatcher, out by the host
 * function. The wrapper around the engine makes a dozen objects for each; without them a call costs little more than half.
 */
export class FastPath {
  readonly #ffi: QuickJSFFI;
  readonly #emscripten: Emscripten;
  readonly #context: ContextPointer;
  readonly #runtime: RuntimePointer;
  readonly #encoder = new TextEncoder();

  constructor(ffi: QuickJSFFI, emscripten: Emscripten, context: number, runtime: number) {
    this.#ffi = ffi;
    this.#emscripten = emscripten;
    this.#context = context as ContextPointer;
    this.#runtime = runtime as RuntimePointer;
  }

  /** Listens to all messages of the guest from now on, by each host function, and answers its questions. */
  listen(said: (kind: number, id: number, text: string) => void, native: Native): void {
    const [ffi, emscripten, context] = [this.#ffi, this.#emscripten, this.#context];
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const number = (value: ConstPointer) => ffi.QTS_GetFloat64(context, value);
    const string = (value: ConstPointer): string => {
      const text = ffi.QTS_GetString(context, value);
      const heap = emscripten.HEAPU8;
      const start = text as unknown as number;
      const words = decoder.decode(heap.subarray(start, heap.indexOf(0, start)));
      ffi.QTS_FreeCString(context, text);
      return words;
    };
    emscripten.callbacks.callFunction = (_asyncify, _context, _self, count, values) => {
      const at = (i: number) => ffi.QTS_ArgvGetJSValueConstPointer(values, i);
      if (count === SAYS) {
        said(number(at(0)), number(at(1)), string(at(2)));
        return 0;
      }
      if (count !== ASKS) return 0;
      const length = number(at(4));
      const bytes = length < 0 ? undefined : this.#bytes(at(2), number(at(3)), length);
      return this.#answer(native, number(at(0)), string(at(1)), bytes);
    };
  }

  /** Answers what the guest imports, now and whenever it imports more. */
  serveModules({ nameOf, textOf }: ModuleLoader): void {
    this.#emscripten.callbacks.normalizeModule = (_asyncify, _runtime, _context, importer, specifier) =>
      this.#cString(nameOf(specifier, importer));
    this.#emscripten.callbacks.loadModuleSource = (_asyncify, _runtime, _context, name) => {
      let text: string;
      try {
        text = textOf(name);
      } catch (error) {
        this.#throw(error as Error);
        return 0;
      }
      return this.#cString(text);
    };
    this.#ffi.QTS_RuntimeEnableModuleLoader(this.#runtime, 1);
  }

  /** Throws an error in the guest. */
  #throw({ name, message }: Error): void {
    const [ffi, context] = [this.#ffi, this.#context];
    const error = ffi.QTS_NewError(context);
    for (const [key, value] of Object.entries({ name, message })) {
      const [property, text] = [this.#text(key), this.#text(value)];
      ffi.QTS_SetProp(context, error, property, text);
      ffi.QTS_FreeValuePointer(context, property);
      ffi.QTS_FreeValuePointer(context, text);
    }
    ffi.QTS_FreeValuePointer(context, ffi.QTS_Throw(context, error));
    ffi.QTS_FreeValuePointer(context, error);
  }

  /** A view of a buffer of the guest, valid until the guest runs on. Offset and length are untrusted. */
  #bytes(buffer: ConstPointer, offset: number, length: number): Uint8Array {
    const [ffi, context] = [this.#ffi, this.#context];
    const start = ffi.QTS_GetArrayBuffer(context, buffer) as unknown as number;
    if (start === 0) return new Uint8Array(0);
    const size = ffi.QTS_GetArrayBufferLength(context, buffer);
    const from = Math.min(Math.max(0, offset), size);
    return this.#emscripten.HEAPU8.subarray(start + from, start + Math.min(from + length, size));
  }

  /**
   * Asks the host and makes a value of its answer: an `ArrayBuffer`, or a text that begins with `=`. A text with NUL comes as a JSON
   * string, an error as `!` and JSON of its name and message.
   */
  #answer(native: Native, op: number, text: string, bytes: Uint8Array | undefined): number {
    let answer: string | Uint8Array | undefined;
    try {
      answer = native(op, text, bytes);
    } catch (error) {
      const { name, message } = error as Error;
      answer = `!${JSON.stringify([String(name), String(message)])}`;
      return this.#text(answer) as unknown as number;
    }
    if (answer === undefined) return 0;
    if (typeof answer === 'string') {
      return this.#text(answer.includes('\0') ? JSON.stringify(answer) : `=${answer}`) as unknown as number;
    }
    const at = this.#room(Math.max(1, answer.length));
    this.#emscripten.HEAPU8.set(answer, at);
    const made = this.#ffi.QTS_NewArrayBuffer(
      this.#context,
      at as unknown as Args<'QTS_NewArrayBuffer'>[1],
      answer.length,
    );
    return made as unknown as number;
  }

  /** Calls the dispatcher with two numbers and two texts. Its errors are dropped. */
  call(dispatcher: number, kind: number, id: number, a: string | ConstPointer, b: string): void {
    const [ffi, context] = [this.#ffi, this.#context];
    const first = typeof a === 'string' ? this.#text(a) : a;
    const values = [ffi.QTS_NewFloat64(context, kind), ffi.QTS_NewFloat64(context, id), first, this.#text(b)];
    const list = this.#room(ARGUMENTS * 4);
    const words = new Uint32Array(this.#emscripten.HEAPU8.buffer, list, ARGUMENTS);
    for (let i = 0; i < ARGUMENTS; i++) words[i] = values[i] as unknown as number;
    const answer = ffi.QTS_Call(
      context,
      dispatcher as ConstPointer,
      ffi.QTS_GetUndefined(),
      ARGUMENTS,
      list as unknown as Args<'QTS_Call'>[4],
    );
    this.#emscripten._free(list);
    const error = ffi.QTS_ResolveException(context, answer) as ValuePointer | 0;
    if (error) ffi.QTS_FreeValuePointer(context, error);
    ffi.QTS_FreeValuePointer(context, answer);
    for (const value of values) if (value !== a) ffi.QTS_FreeValuePointer(context, value as ValuePointer);
  }

  /** Runs at most that many jobs; their errors are dropped. */
  runJobs(most: number): void {
    const out = this.#room(4);
    const value = this.#ffi.QTS_ExecutePendingJob(
      this.#runtime,
      most,
      out as unknown as Args<'QTS_ExecutePendingJob'>[2],
    );
    this.#emscripten._free(out);
    this.#ffi.QTS_FreeValuePointerRuntime(this.#runtime, value);
  }

  get hasJobs(): boolean {
    return this.#ffi.QTS_IsJobPending(this.#runtime) !== 0;
  }

  /** Memory of the guest. @throws when it has none left: at address 0 lies what the engine lives by. */
  #room(bytes: number): number {
    const at = this.#emscripten._malloc(bytes);
    if (at === 0) throw new Error('the guest is out of memory');
    return at;
  }

  /** Copies a text to where the engine frees it. */
  #cString(text: string): number {
    const bytes = this.#encoder.encode(text);
    const at = this.#room(bytes.length + 1);
    this.#emscripten.HEAPU8.set(bytes, at);
    this.#emscripten.HEAPU8[at + bytes.length] = 0;
    return at;
  }

  /** Makes a string of the guest; a text ends at its first NUL, so it must have none. */
  #text(text: string): ValuePointer {
    const emscripten = this.#emscripten;
    const most = text.length * 3 + 1;
    const at = this.#room(most);
    if (text.length > LONG_CHARS) {
      const { written } = this.#encoder.encodeInto(text, emscripten.HEAPU8.subarray(at, at + most - 1));
      emscripten.HEAPU8[at + written] = 0;
    } else {
      emscripten.stringToUTF8(text, at, most);
    }
    const value = this.#ffi.QTS_NewString(this.#context, at as unknown as Args<'QTS_NewString'>[1]);
    emscripten._free(at);
    return value;
  }
}
