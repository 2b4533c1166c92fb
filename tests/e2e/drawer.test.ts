import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { asking, tool } from '../browser/permissions/plugins.js';
import { troubles } from './browser.js';
import { CHATTER, drop, focused, focusOn, give, KEEPER, type Manner, openChatApp, press, row } from './chat-app.js';
import { browser, chatApp } from './harness.js';

const open = (how: Manner = {}): Promise<Page> => openChatApp(browser, chatApp.url, how);
const isOpen = (page: Page) => page.locator('bulkhead-drawer').evaluate((drawer) => drawer.hasAttribute('open'));
const show = (page: Page, tab: string) => page.locator(`[data-testid=drawer-tab][data-tab=${tab}]`).click();
const reached = (page: Page) => page.evaluate(() => window.reached);
const told = (page: Page) => page.evaluate(() => window.told);

test('by keyboard alone: a file is installed, allowed, switched, opened, removed and taken back, and the keyboard returns', async () => {
  const page = await open({ closed: true });
  const found = troubles(page);
  await page.locator('#open').focus();
  await press(page, 'Enter');
  await focusOn(page, 'title');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).focus();
  await press(page, 'Enter');
  const file = { name: 'keeper.js', mimeType: 'text/javascript', buffer: Buffer.from(KEEPER) };
  await (await chosen).setFiles([file]);
  await page.getByTestId('install-submit').focus();
  await press(page, 'Enter');
  await focusOn(page, 'consent-allow');
  await press(page, 'Enter');
  await row(page, 'keeper').waitFor();
  await focusOn(page, 'plugin-switch');
  await press(page, 'Space');
  await row(page, 'keeper', 'off').waitFor();
  await press(page, 'Space');
  await focusOn(page, 'consent-allow');
  await press(page, 'Enter');
  await row(page, 'keeper').waitFor();

  await page.getByTestId('plugin-open').focus();
  await press(page, 'Enter');
  await focusOn(page, 'title');
  expect(await page.getByTestId('plugin-row').isVisible()).toBe(false);
  await page.getByTestId('page-close').focus();
  await press(page, 'Enter');
  await focusOn(page, 'plugin-open');

  await page.getByTestId('plugin-remove').focus();
  await press(page, 'Enter');
  await focusOn(page, 'undo');
  expect(await page.getByTestId('plugin-row').count()).toBe(0);
  await press(page, 'Enter');
  await row(page, 'keeper').waitFor();
  await focusOn(page, 'plugin-switch');
  await press(page, 'Escape');
  await focusOn(page, 'open');
  expect(await isOpen(page)).toBe(false);
  expect(await told(page)).toEqual([{ type: 'bh-close', detail: null }]);
  expect(found).toEqual([]);
});

test('Esc closes what is innermost: a search, the consent sheet, the page, an installation, the drawer', async () => {
  const page = await open();
  for (const id of ['one', 'two', 'three', 'four', 'five'])
    await give(page, asking(id, [], tool(id, 'read', 'return 1')));
  await give(page, KEEPER);
  await page.getByTestId('plugin-filter').fill('keep');
  await press(page, 'Escape');
  await page.locator('[data-plugin=one]').first().waitFor();

  await page.locator('[data-plugin=keeper] [data-testid=plugin-open]').click();
  await page.getByTestId('page-review').click();
  await page.locator('[data-testid=consent][open]').waitFor();
  await press(page, 'Escape');
  await page.locator('[data-testid=consent]:not([open])').waitFor({ state: 'attached' });
  expect(await page.getByTestId('plugin-page').isVisible()).toBe(true);
  await page.getByTestId('drawer-close').focus();
  await press(page, 'Escape');
  await page.getByTestId('plugin-page').waitFor({ state: 'detached' });

  // An address that never answers.
  await page.route('**/never.js', () => {});
  await page.getByTestId('install-url').fill(new URL('never.js', chatApp.url).href);
  await page.getByTestId('install-submit').click();
  await page.getByTestId('install-cancel').waitFor();
  await page.getByTestId('drawer-close').focus();
  await press(page, 'Escape');
  await page.getByTestId('install-cancel').waitFor({ state: 'detached' });

  await page.getByTestId('erase').click();
  await focusOn(page, 'erase-no');
  await press(page, 'Escape');
  await focusOn(page, 'erase');
  expect(await isOpen(page)).toBe(true);
  await press(page, 'Escape');
  await page.locator('bulkhead-drawer:not([open])').waitFor({ state: 'attached' });
});

test('no key and no paste that begins in the drawer or in the ask bar reaches the application', async () => {
  const page = await open();
  await give(page, CHATTER);
  await press(page, 'ArrowRight', 'Enter', 'Control+Enter', 'a', '?');
  await page.getByTestId('install-code').focus();
  await page.keyboard.type('const x');
  await page.getByTestId('install-code').dispatchEvent('paste');
  expect(await page.getByTestId('install-code').inputValue()).toBe('const x');
  await show(page, 'tools');
  await page.locator('#slotted').focus();
  await press(page, 'ArrowRight', 'b');
  await press(page, 'Escape');
  await page.locator('bulkhead-drawer:not([open])').waitFor({ state: 'attached' });
  await page.evaluate(() => void window.app.tools.execute('say', { text: 'hi' }).catch(() => {}));
  await focusOn(page, 'ask-no');
  await press(page, 'ArrowRight', 'Control+Enter');
  // Nor does the key that closed the drawer, which comes up where the keyboard is by then.
  expect(await reached(page)).toEqual([]);
  await page.locator('#message').focus();
  await press(page, 'ArrowRight');
  expect(await reached(page)).toContain('keydown ArrowRight');
});

test('a file that is dropped on the drawer is installed and stays there, and one beside it is the application’s', async () => {
  const page = await open();
  await drop(page, '.lines', 'beside.js', KEEPER);
  expect(await reached(page)).toEqual(['dragover', 'dragover', 'drop', 'drop']);
  await page.evaluate(() => {
    window.reached = [];
  });
  expect(await drop(page, 'bulkhead-install', 'keeper.js', KEEPER)).toEqual([true, true]);
  await page.getByTestId('consent-allow').click();
  await row(page, 'keeper').waitFor();
  // Wherever it is dropped in the drawer, and also while a page is open.
  await page.getByTestId('plugin-open').click();
  expect(await drop(page, '[data-testid=plugin-page]', 'chatter.js', CHATTER)).toEqual([true, true]);
  await page.getByTestId('consent-allow').click();
  await row(page, 'chatter').waitFor();
  expect(await reached(page)).toEqual([]);
  expect(await page.evaluate(async () => (await window.app.plugins.list()).map(({ id }) => id))).toEqual([
    'keeper',
    'chatter',
  ]);
});

test('what is dropped on the drawer and is no plugin is refused in words', async () => {
  const page = await open();
  await show(page, 'tools');
  // What became of it is on the tab of the plugins.
  await drop(page, '#slotted', 'card.json', '{"name": "Mira"}');
  await page.getByTestId('install-error').waitFor();
  expect(await reached(page)).toEqual([]);
});

test('the kill switch ends everything until it is taken back', async () => {
  const page = await open();
  await give(page, asking('hanger', [], tool('hang', 'read', 'for (;;);')));
  await page.evaluate(() => void window.app.tools.execute('hang', {}).catch(() => {}));
  await page.getByTestId('calls-running').getByText('1 call running').waitFor();
  await page.getByTestId('stop-all').click();
  await page.getByTestId('calls-running').getByText('No call is running').waitFor();
  await page.getByTestId('kill').click();
  await page.getByTestId('safe-mode').waitFor();
  await focusOn(page, 'resume');
  expect(await page.evaluate(() => window.app.status().safeMode)).toBe(true);
  await press(page, 'Enter');
  await page.getByTestId('safe-mode').waitFor({ state: 'detached' });
  await focusOn(page, 'kill');
});

test('a question is asked in the bar while the drawer is closed, takes nothing from what is typed, and is answered', async () => {
  const page = await open({ closed: true });
  await give(page, CHATTER);
  const bar = page.locator('bulkhead-ask-bar');
  expect((await bar.boundingBox())?.height).toBe(0);
  await page.locator('#message').focus();
  const said = page.evaluate(() => window.app.tools.execute('say', { text: 'hi' }));
  await bar.getByTestId('ask').waitFor();
  await page.keyboard.type('nyn');
  expect(await page.locator('#message').inputValue()).toBe('nyn');
  await page.locator('#open').click();
  await focusOn(page, 'title');
  expect(await page.getByTestId('ask').count()).toBe(1);
  await press(page, 'Escape');
  await bar.locator('[data-testid=ask-yes]:enabled').click();
  expect((await said).value).toBe('said');
  await bar.getByTestId('ask').waitFor({ state: 'detached' });
  expect((await bar.boundingBox())?.height).toBe(0);
});

test('everything is erased only after it has been said what that is, and not by Enter', async () => {
  const page = await open();
  await page.getByTestId('erase').focus();
  await press(page, 'Enter');
  await focusOn(page, 'erase-no');
  expect(await page.getByTestId('erase-confirm').innerText()).toContain('everything they have stored');
  await press(page, 'Enter');
  await focusOn(page, 'erase');
  await press(page, 'Enter');
  await focusOn(page, 'erase-no');
  await press(page, 'Tab', 'Enter');
  expect(await focused(page)).toBe('erase-yes');
  expect(await told(page)).toEqual([]);
  await press(page, 'Space');
  await focusOn(page, 'erase');
  expect(await told(page)).toEqual([{ type: 'bh-erase', detail: null }]);
});

test('tools are offered and bridged as the application says, not as was pressed', async () => {
  const page = await open();
  await give(page, KEEPER);
  const offer = page.locator('[data-testid=offer][data-tool=keep]');
  await show(page, 'tools');
  await offer.getByTestId('offer-switch').click();
  await offer.and(page.locator('[data-on=false]')).waitFor();
  await page.locator('bulkhead-bridges summary').click();
  await page.locator('[data-tool=roll_dice] [data-testid=bridge-mode]').selectOption('read');
  await page.locator('[data-testid=bridge][data-tool=roll_dice][data-mode=read]').waitFor();
  await page.locator('[data-tool=set_timer] [data-testid=bridge-mode]').selectOption('unused');
  await page.locator('[data-testid=bridge][data-tool=set_timer][data-mode=unused]').waitFor();
  expect(await told(page)).toEqual([
    { type: 'bh-offer', detail: { tool: 'keep', on: false } },
    { type: 'bh-bridge', detail: { name: 'roll_dice', mode: 'read' } },
    { type: 'bh-bridge', detail: { name: 'set_timer', mode: null } },
  ]);
});

test('the keyboard stays in the drawer when what had it goes away', async () => {
  const page = await open();
  await give(page, CHATTER);
  await page.getByTestId('plugin-open').click();
  await page.getByTestId('revoke').first().focus();
  // A key may be held for so long that its button is gone when it comes up.
  await page.keyboard.down('Enter');
  await page.locator('[data-testid=grant][data-granted=false]').waitFor();
  await page.keyboard.up('Enter');
  await focusOn(page, 'title');
  await page.getByTestId('page-stop').focus();
  await page.keyboard.down('Enter');
  await page.locator('[data-testid=page-stop]:disabled').waitFor();
  await page.keyboard.up('Enter');
  await focusOn(page, 'title');
  // Nor does it leave for a press where nothing is.
  await page.locator('bulkhead-drawer header').click({ position: { x: 200, y: 12 } });
  await press(page, 'Escape');
  await page.getByTestId('plugin-page').waitFor({ state: 'detached' });
  expect(await isOpen(page)).toBe(true);
  expect(await reached(page)).toEqual([]);
});

test('a drawer that closes settles what could be undone, and what is asked is answered no', async () => {
  const page = await open();
  await give(page, KEEPER);
  await page.getByTestId('plugin-remove').click();
  await page.getByTestId('undo').waitFor();
  await page.getByTestId('drawer-close').click();
  await page.waitForFunction(async () => (await window.app.plugins.list()).length === 0);
  await page.locator('#open').click();
  await page.getByTestId('install-code').fill(KEEPER);
  await page.getByTestId('install-submit').click();
  await page.locator('[data-testid=consent][open]').waitFor();
  await page.evaluate(() => document.querySelector('bulkhead-drawer')?.removeAttribute('open'));
  await page.locator('#message').click();
  await page.locator('#open').click();
  await row(page, 'keeper', 'off').waitFor();
  expect(await page.locator('[data-testid=consent][open]').count()).toBe(0);
});

test('the language is the application’s, and nothing of it is kept', async () => {
  const words = { 'zh-cn': '安装插件', 'zh-tw': '安裝外掛', 'en-us': 'Install a plugin', 'ja-jp': 'Install a plugin' };
  const page = await open();
  for (const [lang, heading] of Object.entries(words)) {
    await page.goto(`${chatApp.url}?lang=${lang}`);
    await page.locator('#open').click();
    await page.getByText(heading, { exact: true }).waitFor();
  }
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a report is copied, its user is told so, and nothing that a plugin has named is in it', async () => {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await give(page, KEEPER);
  await row(page, 'keeper').waitFor();
  await show(page, 'log');
  await page.getByTestId('report').click();
  await page.getByTestId('toast').getByText('Report copied').waitFor();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toMatch(/^Bulkhead \d+\.\d+\.\d+\nBrowser: .*\n(.*\n)+Wall 5: yes/);
  expect(report).not.toMatch(/keeper|http/i);
});
