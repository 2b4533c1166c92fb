import { mkdirSync } from 'node:fs';
import type { Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleFile } from '../../examples/memory-sample/file.js';
import type { Host } from '../../src/index.js';
import type { App } from './app.js';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import { chatFile, chatName, deleteChat, openMemoryApp, person } from './memory-parts.js';

/** Set to a folder, the looks of each step are kept there as pictures. */
const PICTURES = process.env.BULKHEAD_PICTURES;
if (PICTURES) mkdirSync(PICTURES, { recursive: true });
const picture = async (name: string) => {
  if (PICTURES) await app.page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
};

let app: App;
beforeAll(async () => {
  app = await openMemoryApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(() => slash(app, '/newchat'));
afterEach(async () => {
  const open = app.page.locator('bulkhead-drawer[open]');
  const fold = open.getByTestId('chat-memory-table');
  if ((await open.count()) > 0) {
    if (await fold.evaluate((details: HTMLDetailsElement) => details.open))
      await fold.locator('summary').first().click();
    await closeDrawer(app);
  }
  expect(app.troubles).toEqual([]);
});

/** Unfolds the memories of the open chat. @returns what shows them. */
async function unfold(): Promise<Locator> {
  const fold = (await openDrawer(app, 'memory')).getByTestId('chat-memory').getByTestId('chat-memory-table');
  await fold.locator('summary').first().click();
  return fold.locator('bulkhead-memory');
}

/** A file with the memory of a chat that there is not. */
const exported = (nodes: number) =>
  app.page.evaluate(
    async (file) => {
      const { getExtensionApi = () => undefined } = SillyTavern.getContext();
      const { memory } = getExtensionApi('bulkhead') as Pick<Host, 'memory'>;
      const graph = await memory.open('nobody.png/made-up');
      await graph.import([file]);
      let text = '';
      for await (const part of graph.export('jsonl')) text += part;
      await memory.remove('nobody.png/made-up');
      return text;
    },
    sampleFile({ nodes, seed: 1 }),
  );

const heightOf = async (shown: Locator) => (await shown.boundingBox())?.height ?? 0;
const listed = (table: Locator) => table.getByTestId('memory-chat').locator('option').allTextContents();
/** Resolves when a chat's file has its memory. */
const saved = (name: string): Promise<void> => expect.poll(() => chatFile(app, name)).toContain(idOf(name));
const idOf = (name: string) => `default_Seraphina.png/${name}`;

test('what was imported is in sight at once: the table has a height, and its rows', async () => {
  const text = await exported(200);
  const table = await unfold();
  await table.getByTestId('memory-empty').waitFor();
  const file = { name: 'memory.jsonl', mimeType: 'application/json', buffer: Buffer.from(text) };
  await table.getByTestId('memory-file').setInputFiles([file]);
  await table.locator('[data-testid=memory-counts][data-nodes="200"]').waitFor();
  await table.getByTestId('memory-row').first().waitFor();
  await table.scrollIntoViewIfNeeded();
  await picture('memory-imported');
  expect(await heightOf(table)).toBeGreaterThan(300);
  expect(await heightOf(table.locator('bulkhead-memory-table'))).toBeGreaterThan(100);
});

test('a chat that is deleted, or has another name, is not in the list any more', async () => {
  const first = await chatName(app);
  await person(app, 'Alice');
  // A save that is under way would bring back the file of a chat that is deleted, or has another name, by then.
  await saved(first);
  await slash(app, '/newchat');
  const second = await chatName(app);
  await person(app, 'Bob');
  await saved(second);
  const table = await unfold();
  await expect.poll(() => listed(table)).toEqual(expect.arrayContaining([idOf(first), idOf(second)]));
  // Another one than that which is open, as its user chooses it in the host’s list of chats; it is the one that is looked at.
  await table.getByTestId('memory-chat').selectOption(idOf(first));
  await table.locator(`[data-testid=memory][data-chat="${idOf(first)}"]`).waitFor();
  const removed = await app.event('CHAT_DELETED');
  await app.page.evaluate(`(async () => {
    const { deleteCharacterChatByName } = await import('/script.js');
    await deleteCharacterChatByName(String(SillyTavern.getContext().characterId), ${JSON.stringify(first)});
  })()`);
  await removed();
  await expect.poll(() => listed(table)).not.toContain(idOf(first));
  await table.locator(`[data-testid=memory][data-chat="${idOf(second)}"]`).waitFor();
  // The open one gets another name, and is deleted.
  await slash(app, '/renamechat Bob again');
  await expect.poll(() => listed(table)).toContain(idOf('Bob again'));
  await expect.poll(() => listed(table)).not.toContain(idOf(second));
  await saved('Bob again');
  await deleteChat(app);
  await expect.poll(() => listed(table)).not.toContain(idOf('Bob again'));
});
