import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MemorySession } from '../../src/memory/session-types.js';
import { readMirror } from '../../worker/memory/chat/mirror-text.js';
import { plainMirror } from '../fixtures/memory-mirror.js';
import type { App } from './app.js';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import { extractionBatches, longChat, ownEvents } from './long-chat.js';
import { chatFile, chatName, fillChat, onServer, openMemoryApp } from './memory-parts.js';

let app: App;
let name: string;
beforeAll(async () => {
  app = await openMemoryApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
/** A chat of three hundred messages that is remembered word for word. */
beforeEach(async () => {
  await slash(app, '/newchat');
  name = await chatName(app);
  await fillChat(app, longChat(299));
  const section = (await openDrawer(app, 'memory')).getByTestId('chat-memory');
  await section.getByTestId('chat-memory-remember').check();
  await section.getByText(/^30\d memories and/).waitFor();
  await closeDrawer(app);
});
afterEach(() => expect(app.troubles).toEqual([]));

/** Most that a memory may cost, as a part of the chat's file without one. */
const MOST = 0.25;
/** The host saves a while after the last change. */
const SAVED_MS = 15_000;

/** Waits until so many commits are kept in the file. @returns how much larger that is than without a memory, which is printed. */
async function costOf(what: string, commits: number): Promise<number> {
  const kept = async () => {
    const { text } = onServer(app, name) ?? {};
    return text === undefined ? -1 : (await readMirror(text)).commits.length;
  };
  await expect.poll(kept, { timeout: SAVED_MS }).toBe(commits);
  const file = chatFile(app, name);
  const [head = '', ...messages] = file.split('\n');
  const { chat_metadata, ...more } = JSON.parse(head) as { chat_metadata: { readonly [name: string]: unknown } };
  const { bulkhead: _, ...others } = chat_metadata;
  const without = [JSON.stringify({ chat_metadata: others, ...more }), ...messages].join('\n');
  const [bytes, before] = [file, without].map((text) => Buffer.byteLength(text)) as [number, number];
  const cost = (bytes - before) / before;
  const text = onServer(app, name)?.text ?? '';
  const plain = JSON.stringify(plainMirror(await readMirror(text)));
  const inFile = (one: string) => Buffer.byteLength(JSON.stringify(one));
  const percent = (size: number) => `${size} bytes (+ ${((100 * (size - before)) / before).toFixed(1)} %)`;
  const unpacked = bytes - inFile(text) + inFile(plain);
  console.log(
    `${what}: ${before} bytes without a memory, ${percent(bytes)} with it, its text ${text.length} characters; ` +
      `as the first version wrote it ${percent(unpacked)}, ${plain.length} characters`,
  );
  return cost;
}

const writeBatches = (batches: ReturnType<typeof extractionBatches>) =>
  app.page.evaluate(async (all) => {
    const session = await globalThis.remember();
    for (const ops of all) {
      const { rejected } = await session.applyExtractionBatch({ ops: ops as never });
      if (rejected.length > 0) throw new Error(JSON.stringify(rejected));
    }
  }, batches);

const writeEvents = (events: ReturnType<typeof ownEvents>) =>
  app.page.evaluate(async (all) => {
    const session = await globalThis.remember();
    for (const event of all) await session.createNode(event as unknown as Parameters<MemorySession['createNode']>[0]);
  }, events);

test('three hundred remembered messages, and what a model writes of them, make the file at most a quarter larger', async () => {
  expect(await costOf('remembered word for word', 0)).toBeLessThan(0.01);
  await writeBatches(extractionBatches());
  expect(await costOf('and 60 nodes in 25 batches', 25)).toBeLessThanOrEqual(MOST);
  await writeEvents(ownEvents(150));
  // Both together are more than any of them is meant to be.
  await costOf('and 150 events one by one', 175);
});

test('150 events that an extension writes one by one make it at most a quarter larger', async () => {
  await writeEvents(ownEvents(150));
  expect(await costOf('150 events one by one', 150)).toBeLessThanOrEqual(MOST);
});
