import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from './app.js';
import { closeDrawer, openDrawer, slash } from './drawer.js';
import { openModesApp } from './modes-parts.js';
import { closeStudio, say } from './studio-parts.js';

let app: App;
beforeAll(async () => {
  app = await openModesApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());

const USUAL = ['event', 'character_sheet', 'location_state', 'thread'];

/** Node types of the chat that is open, as other extensions see them. */
const types = () =>
  app.page.evaluate(async () => {
    type Session = { getSchema(): Promise<{ readonly types: readonly { readonly type: string }[] }> };
    const context = SillyTavern.getContext();
    const api = context.getExtensionApi?.('memory-graph') as { openSession(of: unknown): Promise<Session> };
    return (await (await api.openSession(context)).getSchema()).types.map(({ type }) => type);
  });

async function reload() {
  await app.load();
  await app.page.evaluate(() =>
    (SillyTavern.getContext() as unknown as { selectCharacterById(id: number): Promise<void> }).selectCharacterById(0),
  );
}

async function open() {
  const drawer = await openDrawer(app, 'studio');
  await drawer.getByTestId('studio-section').getByTestId('studio-open-schema').click();
  const popup = app.page.locator('dialog.luker-studio[open]');
  await popup.getByTestId('studio-input').waitFor();
  const press = (action: string) => popup.locator(`[data-iter-custom-action=${action}]`).click();
  const close = async () => {
    await closeStudio(popup);
    await closeDrawer(app);
  };
  return { popup, press, close };
}

test('memory goes by what the studio has applied: for the character, else for all chats, else as usual; a reload changes nothing', async () => {
  await slash(app, '/newchat');
  await expect.poll(types, { timeout: 10_000 }).toEqual(USUAL);
  const columns = [{ name: 'title', primary: true }];
  app.model.play({
    content: 'Rumours are kept now.',
    tools: [{ name: 'add_type', args: { type: 'rumour', label: 'Rumours', extractHint: 'Each rumour.', columns } }],
  });
  const studio = await open();
  await say(studio.popup, 'Keep rumours, too.');
  await studio.popup.getByTestId('studio-approve').click();
  await studio.popup.locator('[data-testid=studio-state][data-state=completed]').waitFor();
  await studio.press('own');
  await expect.poll(types, { timeout: 10_000 }).toEqual([...USUAL, 'rumour']);
  await studio.press('none');
  await expect.poll(types, { timeout: 10_000 }).toEqual(USUAL);
  await studio.press('all');
  await expect.poll(types, { timeout: 10_000 }).toEqual([...USUAL, 'rumour']);
  await studio.close();
  await reload();
  await expect.poll(types, { timeout: 10_000 }).toEqual([...USUAL, 'rumour']);
  const again = await open();
  await again.popup.locator('.bh-editor-state[data-state=used]').waitFor();
  await again.press('usual');
  await expect.poll(types, { timeout: 10_000 }).toEqual(USUAL);
  await again.close();
  await reload();
  await expect.poll(types, { timeout: 10_000 }).toEqual(USUAL);
  expect(app.troubles).toEqual([]);
});
