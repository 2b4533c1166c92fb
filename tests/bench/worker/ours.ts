import { baseImage } from '../../../sandbox/base.js';
import type { Image } from '../../../sandbox/image.js';
import { createIsolate, type GuestLimits, type Isolate, SAY, TO_GUEST } from '../../../sandbox/isolate.js';
import { LIMITS, PACE } from '../../../worker/protocol/limits.js';

/** The one file of the benches that knows how an isolate is made. */

const GUEST: GuestLimits = {
  resultChars: LIMITS.resultBytes,
  requestChars: LIMITS.requestBytes,
  requestsInFlight: LIMITS.requestsInFlight,
  tools: LIMITS.toolsPerPlugin,
  schemaChars: LIMITS.schemaBytes,
  errorNameChars: PACE.errorNameChars,
  errorMessageChars: PACE.errorMessageChars,
  logLineChars: PACE.logLineChars,
  namesTaken: [],
};

export type { Image };

/** A guest in this worker. */
export interface OurGuest {
  /** Makes it what it was when the image was taken, as between two calls. */
  reset(image: Image): void;
  /** Evaluates a plugin. @throws what the guest said instead of having loaded. */
  load(source: string): void;
  /** Calls the tool `main`, answers its requests at once with what they ask for, and answers its result. */
  call(args: string): string;
}

/** A guest that also shows what it is made of. */
interface Wrapped extends OurGuest {
  readonly isolate: Isolate;
}

function wrap(isolate: Isolate, heard: [kind: number, id: number, text: string][]): Wrapped {
  const pump = () => {
    for (;;) {
      isolate.pump(() => 'go');
      const said = heard.shift();
      if (!said) throw new Error(`the guest fell silent: ${isolate.fault ?? 'no fault'}`);
      const [kind, , text] = said;
      if (kind !== SAY.request) return { kind, text };
      const [request, asked] = JSON.parse(text) as [number, string];
      isolate.send(TO_GUEST.reply, request, '', JSON.stringify((JSON.parse(asked) as unknown[])[1]));
    }
  };
  let calls = 0;
  return {
    isolate,
    reset(image) {
      if (!isolate.reset(image)) throw new Error('the guest cannot be put back');
    },
    load(source) {
      isolate.load(source);
      const { kind, text } = pump();
      if (kind !== SAY.loaded) throw new Error(text);
    },
    call(args) {
      calls += 1;
      isolate.send(TO_GUEST.execute, calls, 'main', args);
      const { kind, text } = pump();
      if (kind !== SAY.done) throw new Error(text);
      return text;
    },
  };
}

async function make(module: WebAssembly.Module, image: Image | undefined): Promise<Wrapped> {
  const heard: [number, number, string][] = [];
  const isolate = await createIsolate({
    module,
    memoryBytes: LIMITS.memoryBytes,
    stackBytes: LIMITS.stackBytes,
    guest: GUEST,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    stop: () => false,
    onMessage: (...said) => heard.push(said),
    image,
  });
  return wrap(isolate, heard);
}

/** A guest whose realm was made by evaluating the prelude. */
export const freshIsolate = (module: WebAssembly.Module): Promise<OurGuest> => make(module, undefined);

/** The image of a guest: the one that the engine's file brings, or with a plugin loaded where a source is given. */
export async function imageOf(module: WebAssembly.Module, source?: string): Promise<Image> {
  const base = baseImage(module);
  if (typeof base === 'string') throw new Error(base);
  if (source === undefined) return base;
  const { isolate, load } = await make(module, base);
  load(source);
  const image = isolate.capture();
  if (!image) throw new Error('the guest is not at rest');
  return image;
}

/** A guest restored from its image. */
export const restoredIsolate = (module: WebAssembly.Module, image: Image): Promise<OurGuest> => make(module, image);
