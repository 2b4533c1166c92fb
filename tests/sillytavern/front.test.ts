import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, openApp } from './app.js';
import { closeDrawer, install, openDrawer, slash } from './drawer.js';
import { ADDER, NOTES, SAYER } from './plugins.js';

/** Set to a folder, the looks of each step are kept there as pictures. */
const PICTURES = process.env.BULKHEAD_PICTURES;
if (PICTURES) mkdirSync(PICTURES, { recursive: true });
const picture = async (app: App, name: string) => {
  if (PICTURES) await app.page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
};

let app: App;
beforeAll(async () => {
  app = await openApp();
  await app.load();
  await app.connect({ functionCalling: false });
  await install(app, 'adder', ADDER);
});
afterAll(() => app?.[Symbol.asyncDispose]());

test('the way in is an entry of the extensions panel, and one of the menu beside the text box', async () => {
  const { page } = app;
  await page.click('#extensions-settings-button .drawer-toggle');
  const settings = page.locator('#bulkhead_settings');
  await settings.locator('.inline-drawer-toggle').click();
  const open = settings.locator('.menu_button').first();
  await open.waitFor();
  expect(await settings.getByRole('status').textContent()).toContain('1 tool');
  await picture(app, 'panel');
  await open.focus();
  await page.keyboard.press('Enter');
  await page.locator('bulkhead-drawer[open]').waitFor();
  await closeDrawer(app);
  await page.click('#extensions-settings-button .drawer-toggle');
  await page.click('#extensionsMenuButton');
  await page.locator('#bulkhead_menu').click();
  await page.locator('bulkhead-drawer[open]').waitFor();
  await closeDrawer(app);
});

test('while function calling is off the drawer says so, and switches it on', async () => {
  const drawer = await openDrawer(app);
  await picture(app, 'function-calling-off');
  await drawer.getByText('Function calling is off').waitFor();
  await drawer.getByTestId('function-calling-on').click();
  await drawer.getByText('Function calling is off').waitFor({ state: 'hidden' });
  expect(await app.page.evaluate(() => SillyTavern.getContext().chatCompletionSettings.function_calling)).toBe(true);
  await closeDrawer(app);
});

test('the backup section says that SillyTavern’s settings are not in a backup', async () => {
  const drawer = await openDrawer(app);
  const about = drawer.getByText('SillyTavern’s own backup does.');
  await about.waitFor();
  expect(await about.evaluate((span) => span.assignedSlot?.closest('bulkhead-backup') !== null)).toBe(true);
  await closeDrawer(app);
});

test('keys that are pressed in the drawer do nothing to the chat behind it', async () => {
  app.model.play({ content: 'One.' });
  await app.send('Hello');
  await app.model.asked(1);
  await app.idle();
  const before = await app.page.evaluate(() => JSON.stringify(SillyTavern.getContext().chat));
  const drawer = await openDrawer(app);
  // The host swipes, edits and generates by these, wherever the focus is.
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Control+ArrowUp', 'Control+Enter', 'Alt+Enter']) {
    await drawer.getByRole('heading', { name: 'Bulkhead' }).focus();
    await app.page.keyboard.press(key);
  }
  await drawer.getByTestId('install-code').fill('');
  await drawer.getByTestId('install-code').pressSequentially('// text\n/bulkhead');
  await app.page.keyboard.press('Control+Enter');
  await app.page.keyboard.press('Escape');
  await app.page.locator('bulkhead-drawer:not([open])').waitFor({ state: 'attached' });
  expect(await app.page.evaluate(() => JSON.stringify(SillyTavern.getContext().chat))).toBe(before);
  expect(app.model.requests.length).toBe(1);
  expect(await app.page.locator('dialog[open]').count()).toBe(0);
  // The same key, pressed outside, is the host's: it asks whether to generate anew.
  await app.page.locator('#send_textarea').focus();
  await app.page.keyboard.press('Control+Enter');
  await app.page.locator('dialog[open] .popup-button-cancel').click();
  await app.page.locator('dialog[open]').waitFor({ state: 'hidden' });
});

test('another theme of the host is ours too, light as well', async () => {
  const colours = () =>
    app.page.evaluate(() => {
      const panel = document.querySelector('bulkhead-drawer')?.shadowRoot?.querySelector('section');
      const { color, colorScheme } = getComputedStyle(panel ?? document.body);
      return { color, colorScheme };
    });
  const drawer = await openDrawer(app);
  expect(await colours()).toEqual({ color: 'rgb(220, 220, 210)', colorScheme: 'dark' });
  await app.page.evaluate(() => {
    const { style } = document.documentElement;
    style.setProperty('--SmartThemeBodyColor', 'rgba(30, 32, 40, 1)');
    style.setProperty('--SmartThemeBlurTintColor', 'rgba(250, 250, 246, 0.7)');
    style.setProperty('--SmartThemeQuoteColor', 'rgba(20, 90, 180, 1)');
  });
  await expect.poll(colours).toEqual({ color: 'rgb(30, 32, 40)', colorScheme: 'light' });
  await picture(app, 'light');
  await drawer.getByTestId('plugin-open').click();
  await picture(app, 'light-page');
  await closeDrawer(app);
  expect(app.troubles).toEqual([]);
});

test('on a phone, in Chinese: installing, a yes, a question, an answer', async () => {
  await using phone = await openApp({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true });
  await phone.load();
  await phone.page.evaluate(() => localStorage.setItem('language', 'zh-cn'));
  await phone.load();
  await phone.connect();
  const drawer = await openDrawer(phone);
  await drawer.getByText('安装插件').first().waitFor();
  await picture(phone, 'zh-phone-empty');
  const { width } = (await drawer.boundingBox()) ?? { width: 0 };
  expect(width).toBe(390);
  const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  expect(overflow).toBeLessThanOrEqual(390);
  await closeDrawer(phone);
  await install(phone, 'chat-notes', NOTES);
  await install(phone, 'sayer', SAYER);
  await openDrawer(phone);
  await picture(phone, 'zh-phone-list');
  await closeDrawer(phone);
  phone.model.play({ tools: [{ name: 'say_it', args: { text: '你好' } }] }, { content: '好的。' });
  await phone.send('打个招呼');
  const ask = phone.page.locator('bulkhead-ask-bar [data-testid=ask]');
  await ask.waitFor();
  await picture(phone, 'zh-phone-ask');
  for (const button of ['ask-yes', 'ask-no']) {
    const box = await ask.getByTestId(button).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  }
  await ask.getByTestId('ask-yes').click();
  await phone.model.asked(2);
  await phone.idle();
  expect(await slash(phone, '/bulkhead status')).toContain('5 道墙中有 5 道就位');
  await picture(phone, 'zh-phone-chat');
  expect(phone.troubles).toEqual([]);
});

test('an error of a file that does not load stands with its code once', async () => {
  const drawer = await openDrawer(app);
  const buffer = Buffer.from(`registerTool({ name: 'no_exec', mode: 'read' });`);
  await drawer.getByTestId('install-file').setInputFiles([{ name: 'no-exec.js', mimeType: 'text/javascript', buffer }]);
  await drawer.getByTestId('install-submit').click();
  const error = drawer.locator('[data-code=EXEC_INVALID]');
  await error.waitFor();
  expect((await error.innerText()).match(/EXEC_INVALID/g)).toEqual(['EXEC_INVALID']);
  await closeDrawer(app);
});
