import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type App, openApp } from './app.js';
import { closeDrawer, install, openDrawer, showTab, slash } from './drawer.js';

let app: App;
beforeAll(async () => {
  app = await openApp();
  await app.load();
  await app.connect();
});
afterAll(() => app?.[Symbol.asyncDispose]());
afterEach(() => expect(app.troubles).toEqual([]));

const DICE = `registerTool({ name: 'roll', description: 'Rolls a die.', mode: 'read', exec: () => 4 });`;
const drawer = () => app.page.locator('bulkhead-drawer');
const isOpen = () => drawer().evaluate((element) => element.hasAttribute('open'));
const boxOf = async (selector: string) => {
  const box = await app.page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} cannot be seen`);
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
};

test('the drawer stands beside the chat where there is room, and never over the box in which one writes', async () => {
  const before = await boxOf('#chat');
  await openDrawer(app);
  const [chat, panel] = [await boxOf('#chat'), await boxOf('bulkhead-drawer')];
  expect(chat.right - chat.left).toBe(before.right - before.left);
  expect(chat.right).toBeLessThanOrEqual(panel.left);
  for (const [width, height] of [
    [1000, 700],
    [390, 844],
  ] as const) {
    await app.page.setViewportSize({ width, height });
    const isClear = async () => (await boxOf('bulkhead-drawer')).bottom <= (await boxOf('#send_form')).top + 1;
    await expect.poll(isClear, { message: `${width}` }).toBe(true);
  }
  // What is written while it is open can be sent.
  app.model.play({ content: 'I see you.' });
  await app.send('Can you see me?');
  await app.page.locator('#chat .mes_text').getByText('I see you.').waitFor();
  await app.idle();
  await app.page.setViewportSize({ width: 1280, height: 800 });
  await closeDrawer(app);
  await expect.poll(() => boxOf('#chat')).toMatchObject({ left: before.left, right: before.right });
});

test('Esc closes it from the page behind too, but not from a text in which somebody writes', async () => {
  await openDrawer(app);
  await app.page.locator('#send_textarea').focus();
  await app.page.keyboard.press('Escape');
  expect(await isOpen()).toBe(true);
  await app.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await app.page.keyboard.press('Escape');
  await app.page.locator('bulkhead-drawer:not([open])').waitFor({ state: 'attached' });
});

test('each tab has its own, arrow keys go from one to the next, and the log says what was called', async () => {
  await install(app, 'roll', DICE);
  expect(await slash(app, '/tool roll')).toBe('4');
  await openDrawer(app, 'tools');
  const tabs = drawer().getByTestId('drawer-tab');
  expect(await tabs.allTextContents()).toEqual(['Tools', 'Plugins', 'Memory', 'Agents', 'Studio', 'Log']);
  const seen: string[] = [];
  for (const _ of await tabs.all()) {
    const parts = ['offers', 'plugin-row', 'chat-memory', 'modes-run', 'studio-section', 'audit'];
    for (const part of parts) if (await drawer().getByTestId(part).first().isVisible()) seen.push(part);
    await drawer().locator('[data-testid=drawer-tab][aria-selected=true]').focus();
    await app.page.keyboard.press('ArrowRight');
  }
  expect(seen).toEqual(['offers', 'plugin-row', 'chat-memory', 'modes-run', 'studio-section', 'audit']);
  await showTab(app, 'log');
  const entry = drawer().locator('[data-testid=audit-entry][data-type=call]').first();
  await entry.getByText('roll', { exact: true }).first().waitFor();
  await closeDrawer(app);
});
