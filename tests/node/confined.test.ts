import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { processArguments } from '../../src/node/process-arguments.js';
import { ProcessWorker } from '../../src/node/process-worker.js';
import { ToolThread } from '../../worker/node/tool-thread.js';
import { REALM_GLOBALS } from '../../worker/tool/realm-globals.js';
import { INSIDE, OUTSIDE } from './confined.js';
import { dist } from './host.js';

const folder = mkdtempSync(join(tmpdir(), 'bulkhead-confined-'));
afterAll(() => rmSync(folder, { recursive: true }));

function withResolvers<T>() {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}

function scriptOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Answers the start message by what `code` comes to, over the port of the message. */
const answering = (code: string) =>
  `addEventListener('message', async (event) => event.data.port.postMessage(await (${code})));\n`;

test('native code in the process of a tool worker has no file, no program, no thread and no environment', async () => {
  const script = scriptOf('outside.js', answering(OUTSIDE.replace('FOLDER', JSON.stringify(dist))));
  const args = processArguments({ entry: `${dist}node-process.js`, script, engine: `${dist}quickjs.wasm` }) ?? [];
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = withResolvers<unknown>();
  port1.onmessage = ({ data }) => resolve(data);
  const events = { onFailed: (why: string) => reject(new Error(why)), onFlags: () => {} };
  const worker = new ProcessWorker(args, { port: port2, credits: 1, spare: false }, events);
  try {
    const reached = (await promise) as { readonly [what: string]: string };
    expect(Object.entries(reached).filter(([, how]) => how === 'reached')).toEqual([]);
    for (const what of ['read a file', 'write a file', 'start a program', 'start a thread'])
      expect(reached[what]).toBe('ERR_ACCESS_DENIED');
  } finally {
    port1.close();
    worker.terminate();
  }
});

test('native code in a stripped thread finds nothing of Node, and imports nothing', async () => {
  const tool = readFileSync(`${dist}tool-worker.js`, 'utf8');
  const script = scriptOf('inside.js', `${tool}\n${answering(`${INSIDE}(event)`)}`);
  const { port1, port2 } = new MessageChannel();
  const engine = await WebAssembly.compile(readFileSync(`${dist}quickjs.wasm`));
  const { promise, resolve, reject } = withResolvers<unknown>();
  port1.onmessage = ({ data }) => resolve(data);
  const events = { onFailed: (why: string) => reject(new Error(why)), onFlags: () => {} };
  const thread = new ToolThread({ entry: `${dist}node-worker.js`, script }, engine, { port: port2 }, events);
  port1.postMessage('a message');
  const { globals, objects, found } = (await promise) as { globals: string[]; objects: number; found: string[] };
  // Node's own symbols are there, and hold nothing.
  const symbols = /^Symbol\((Symbol\.toStringTag|undici\.globalDispatcher\.\d)\)$/;
  expect(globals.filter((name) => !REALM_GLOBALS.includes(name) && !symbols.test(name))).toEqual([]);
  expect(objects).toBeGreaterThan(500);
  expect(found).toEqual([]);
  port1.close();
  thread.terminate();
});
