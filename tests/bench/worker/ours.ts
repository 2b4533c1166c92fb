import { createIsolate, type GuestLimits, type Isolate, SAY, TELL } from '../../../sandbox/isolate.js';
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

/** What a guest is restored from: the memory of one that was ready, and the plugin that was loaded in it. */
export interface Image {
  readonly source: string | undefined;
}

/** A guest in this worker. */
export interface OurGuest {
  /** Evaluates a plugin. @throws what the guest said instead of having loaded. */
  load(source: string): void;
  /** Calls the tool `main`, answers its requests at once with what they ask for, and answers its result. */
  call(args: string): string;
}

function wrap(isolate: Isolate, heard: [kind: number, id: number, text: string][]): OurGuest {
  const pump = () => {
    for (;;) {
      isolate.pump(() => false);
      const said = heard.shift();
      if (!said) throw new Error(`the guest fell silent: ${isolate.fault ?? 'no fault'}`);
      const [kind, , text] = said;
      if (kind !== SAY.request) return { kind, text };
      const [request, asked] = JSON.parse(text) as [number, string];
      isolate.tell(TELL.reply, request, '', JSON.stringify((JSON.parse(asked) as unknown[])[1]));
    }
  };
  let calls = 0;
  return {
    load(source) {
      isolate.load(source);
      const { kind, text } = pump();
      if (kind !== SAY.loaded) throw new Error(text);
    },
    call(args) {
      calls += 1;
      isolate.tell(TELL.execute, calls, 'main', args);
      const { kind, text } = pump();
      if (kind !== SAY.done) throw new Error(text);
      return text;
    },
  };
}

/** A guest whose realm was made by evaluating the prelude. */
export async function freshIsolate(module: WebAssembly.Module): Promise<OurGuest> {
  const heard: [number, number, string][] = [];
  const isolate = await createIsolate({
    module,
    memoryBytes: LIMITS.memoryBytes,
    stackBytes: LIMITS.stackBytes,
    guest: GUEST,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    stop: () => false,
    hear: (...said) => heard.push(said),
  });
  return wrap(isolate, heard);
}

/** The image of a guest, with a plugin loaded where a source is given. */
export async function imageOf(_module: WebAssembly.Module, source?: string): Promise<Image> {
  return { source };
}

/** A guest restored from its image. As long as the sandbox has no images, it is made anew. */
export async function restoredIsolate(module: WebAssembly.Module, image: Image): Promise<OurGuest> {
  const guest = await freshIsolate(module);
  if (image.source !== undefined) guest.load(image.source);
  return guest;
}
