import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll } from 'vitest';
import { createIsolate, type Isolate, TO_GUEST } from '../../../sandbox/isolate.js';

export const MiB = 1024 * 1024;
export const GUEST = {
  resultChars: MiB,
  requestChars: 65_536,
  requestsInFlight: 64,
  tools: 8,
  schemaChars: 65_536,
  errorNameChars: 200,
  errorMessageChars: 2_000,
  logLineChars: 4_000,
  namesTaken: [],
};
export let module: WebAssembly.Module;

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  module = await WebAssembly.compile(await readFile(file));
});

export interface Heard {
  kind: number;
  id: number;
  text: string;
}

/** A guest with `source` loaded, whose stop answers `true` at the poll numbered `polls`. */
export async function guest(source: string, polls = Number.POSITIVE_INFINITY, memoryBytes = 64 * MiB) {
  const heard: Heard[] = [];
  let polled = 0;
  const isolate: Isolate = await createIsolate({
    module,
    memoryBytes,
    stackBytes: 65_536,
    guest: GUEST,
    seed: () => crypto.getRandomValues(new Uint8Array(8)),
    stop: () => ++polled > polls,
    onMessage: (kind, id, text) => heard.push({ kind, id, text }),
  });
  const look = () => (++polled > polls ? ('stop' as const) : ('go' as const));
  isolate.load(source);
  const state = isolate.pump(look);
  return { isolate, heard, state, look, polls: () => polled };
}

/** The source of a plugin with one tool. */
export const tool = (body: string) =>
  `registerTool({ name: 'main', description: '', mode: 'read', parameters: { type: 'object' }, exec: async (args, ctx) => { ${body} } });`;

/** A guest whose one tool has this body, and has been called. */
export async function run(body: string, args = '{}', polls?: number) {
  const made = await guest(tool(body), polls);
  made.isolate.send(TO_GUEST.execute, 7, 'main', args);
  made.isolate.pump(made.look);
  return { ...made, last: made.heard.at(-1) };
}
