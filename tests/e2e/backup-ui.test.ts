import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { browser, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';

const backup = (page: Page) => page.getByTestId('backup');
const inState = (page: Page, state: string) =>
  backup(page)
    .and(page.locator(`[data-state=${state}]`))
    .waitFor();
const row = (page: Page) => page.locator('[data-testid=plugin-row][data-plugin=dice]');

/** A workbench in which one plugin is on. */
async function withPlugin(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(workbench.url);
  await page.getByTestId('example').first().click();
  await page.getByTestId('consent-allow').click();
  await row(page).waitFor();
  return page;
}

/** Saves a backup as a user does. @returns its bytes. */
async function save(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('backup-save').click()]);
  expect(download.suggestedFilename()).toMatch(/^bulkhead-\d{4}-\d\d-\d\d\.zip$/);
  await page.getByTestId('backup-saved').waitFor();
  return readFile(await download.path());
}

const choose = (page: Page, buffer: Buffer) =>
  page.getByTestId('backup-file').setInputFiles({ name: 'backup.zip', mimeType: 'application/zip', buffer });

test('a person saves a backup, loses the plugin, restores it, and is asked again before it runs', async () => {
  const page = await withPlugin(await browser.newContext());
  const file = await save(page);
  await page.getByTestId('plugin-remove').first().click();
  await row(page).waitFor({ state: 'detached' });

  await choose(page, file);
  await page.getByTestId('backup-confirm').waitFor();
  expect(await page.getByTestId('backup-confirm').innerText()).toContain('1 plugin');
  await page.keyboard.press('Escape');
  await inState(page, 'idle');

  await choose(page, file);
  await page.getByTestId('backup-replace').focus();
  await page.keyboard.press('Enter');
  await inState(page, 'confirm');
  await page.getByTestId('backup-replace').click();
  await page.getByTestId('backup-done').waitFor();
  expect(await page.getByTestId('backup-earlier').innerText()).toContain('dice');
  await Promise.all([page.waitForEvent('load'), page.getByTestId('backup-reload').click()]);
  await row(page).waitFor();
  expect(await row(page).getByRole('switch').getAttribute('aria-checked')).not.toBe('true');
});

test('a file that is no backup, or is cut off, says what to do, and nothing changes', async () => {
  const page = await withPlugin(await browser.newContext());
  const file = await save(page);
  for (const [bad, code, words] of [
    [Buffer.from('hello'), 'BAD_ARGS', 'Choose a zip file'],
    [file.subarray(0, file.length - 100), 'STORE_BROKEN', 'Nothing was changed'],
  ] as const) {
    await choose(page, bad);
    const failed = page.locator(`[data-testid=backup-failed][data-code=${code}]`);
    expect(await failed.innerText()).toContain(words);
  }
  await row(page).waitFor();
});

// Chromium keeps the data of a site that has the permission without being asked.
for (const [setting, kept, times, words] of [
  ['granted', 'true', 0, 'The browser keeps this data.'],
  ['denied', 'false', 1, 'The browser may delete this data when space is short.'],
] as const) {
  test(`the browser is asked to keep the data after the first plugin, once, unless it does, and its answer is shown: ${setting}`, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const { targetInfo } = await devtools.send('Target.getTargetInfo');
    await devtools.send('Browser.setPermission', {
      permission: { name: 'persistent-storage' },
      setting,
      origin: new URL(workbench.url).origin,
      ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
    });
    await page.addInitScript(() => {
      const { persist } = StorageManager.prototype;
      Object.assign(window, { asked: 0 });
      StorageManager.prototype.persist = function () {
        (window as unknown as { asked: number }).asked += 1;
        return persist.call(this);
      };
    });
    const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
    await page.goto(workbench.url);
    await backup(page).scrollIntoViewIfNeeded();
    await page.getByTestId('backup-storage').waitFor();
    expect(await asked()).toBe(0);
    await page.getByTestId('example').first().click();
    await page.getByTestId('consent-allow').click();
    await row(page).waitFor();
    await expect.poll(asked).toBe(times);
    const storage = page.locator(`[data-testid=backup-storage][data-kept=${kept}]`);
    await expect.poll(() => storage.innerText()).toContain(words);
    expect(await storage.innerText()).toMatch(/This site stores [\d.]+ (B|KiB|MiB); up to [\d.]+ (MiB|GiB)/);
    const rows = page.getByTestId('plugin-row');
    await page.getByTestId('example').first().click();
    await page.getByTestId('consent-allow').click();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await asked()).toBe(times);
    expect(await page.getByTestId('backup-ask').count()).toBe(setting === 'denied' ? 1 : 0);
  });
}

for (const { name, least, ...look } of [
  { name: 'light', colorScheme: 'light', least: 32 },
  { name: 'dark', colorScheme: 'dark', least: 32 },
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
] as const) {
  test(`axe finds nothing wrong with a backup and its question, and every control is large enough: ${name}`, async () => {
    const page = await withPlugin(await browser.newContext(look));
    const file = await save(page);
    expect(await violations(page)).toEqual([]);
    await choose(page, file);
    await page.getByTestId('backup-confirm').waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await tooSmall(page, least)).filter((one) => one.startsWith('backup'))).toEqual([]);
    const folder = process.env.BULKHEAD_LOOKS;
    if (folder) await backup(page).screenshot({ path: `${folder}/confirm-${name}.png` });
    await page.getByTestId('backup-replace').click();
    await page.getByTestId('backup-done').waitFor();
    expect(await violations(page)).toEqual([]);
    if (folder) await backup(page).screenshot({ path: `${folder}/done-${name}.png` });
  });
}
