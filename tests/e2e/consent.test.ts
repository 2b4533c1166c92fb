import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { asking, STORE } from '../browser/permissions/plugins.js';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';

const TOOLS = `
const text = { type: 'string' };
registerTool({ name: 'put', mode: 'write', parameters: { type: 'object', properties: { key: text, value: text } },
  exec: async ({ key, value }, ctx) => { await ctx.storage.set(key, value); return (await ctx.storage.usage()).keys; } });`;
const source = (version: string, more: readonly object[] = []): string =>
  asking('score-keeper', [STORE, ...more], TOOLS, { version });

const focusOn = (page: Page, testId: string) =>
  page.waitForFunction((wanted) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute('data-testid') === wanted;
  }, testId);
const install = async (page: Page, code: string): Promise<void> => {
  await page.getByTestId('install-code').fill(code);
  await page.getByTestId('install-submit').click();
  await page.locator('[data-testid=consent][open]').waitFor();
};
const plugin = (page: Page, state: string): Promise<void> =>
  page.locator(`[data-testid=plugin-row][data-plugin=score-keeper][data-state=${state}]`).waitFor();
const ended = (page: Page, state: string): Promise<void> =>
  page
    .getByTestId('call')
    .first()
    .and(page.locator(`[data-state=${state}]`))
    .waitFor();

test('a person is asked about a plugin, sees what a call would do, does it, takes a permission back, and ends everything', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await page.goto(workbench.url);
  await install(page, source('1.0.0'));
  await page.keyboard.press('Escape');
  await plugin(page, 'off');
  await focusOn(page, 'plugin-switch');
  await page.keyboard.press('Space');
  await focusOn(page, 'consent-allow');
  await page.keyboard.press('Enter');
  await plugin(page, 'on');
  await focusOn(page, 'tool-run');

  await page.locator('[data-field=key]').fill('a');
  await page.locator('[data-field=value]').fill('one');
  await page.getByTestId('tool-simulate').click();
  await ended(page, 'done');
  await page.locator('[data-testid=call-effects] [data-testid=effect][data-kind=storage]').waitFor();
  await page.getByTestId('call-commit').click();
  await page.getByTestId('call-committed').waitFor();

  await page.getByTestId('plugin-open').click();
  await page.locator('[data-testid=grant][data-granted=true]').waitFor();
  await page.locator('[data-testid=audit-entry][data-type=grant]').first().waitFor();
  await page.getByTestId('revoke').click();
  await page.locator('[data-testid=grant][data-granted=false]').waitFor();
  await page.keyboard.press('Escape');

  await page.getByTestId('kill').click();
  await page.getByTestId('safe-mode').waitFor();
  await focusOn(page, 'resume');
  await page.keyboard.press('Enter');
  await page.getByTestId('safe-mode').waitFor({ state: 'detached' });
  expect(found).toEqual([]);
});

test('an update that wants more replaces nothing until its changes have been reviewed', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const found = troubles(page);
  await page.goto(workbench.url);
  await install(page, source('1.0.0'));
  await page.getByTestId('consent-allow').click();
  await plugin(page, 'on');
  const update = source('1.1.0', [{ id: 'tell', cap: 'notify', reason: 'to tell the score' }]);
  const added = page.locator('[data-testid=change][data-name=tell][data-how=added]');
  await install(page, update);
  await added.waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('score-keeper is unchanged').waitFor();
  // The version before is there still, and on.
  expect(await page.getByTestId('plugin-row').innerText()).toContain('pasted source');
  await plugin(page, 'on');
  await page.getByTestId('plugin-open').click();
  expect(await page.getByTestId('plugin-page').innerText()).toContain('1.0.0');
  await page.keyboard.press('Escape');

  await install(page, update);
  await added.waitFor();
  await page.getByTestId('consent-allow').click();
  await plugin(page, 'on');
  await page.getByTestId('plugin-open').click();
  expect(await page.getByTestId('plugin-page').innerText()).toContain('1.1.0');
  expect(found).toEqual([]);
});

test('the files of a package are chosen together; its manifest alone is told what is missing', async () => {
  const page = await browser.newPage();
  await page.goto(workbench.url);
  const main = Buffer.from("registerTool({ name: 'packed', mode: 'read', exec: () => 1 });");
  const hash = createHash('sha256').update(main).digest('base64');
  const manifest = {
    ...{ manifest: 1, id: 'packed-one', version: '1.0.0', name: 'Packed', permissions: [] },
    ...{ entry: 'main.js', files: { 'main.js': `sha256-${hash}` } },
  };
  const json = { name: 'bulkhead.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(manifest)) };
  const chosen = page.locator('bulkhead-install input[type=file]');
  await chosen.setInputFiles([json]);
  await page.getByTestId('install-submit').click();
  await page.getByText('MANIFEST_INVALID').waitFor();
  await chosen.setInputFiles([{ name: 'main.js', mimeType: 'text/javascript', buffer: main }, json]);
  await page.getByTestId('install-submit').click();
  await page.locator('[data-testid=plugin-row][data-plugin=packed-one]').waitFor();
});

test('a text is shown whole, and is on the clipboard when the button that allows it was clicked', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const found = troubles(page);
  await page.goto(workbench.url);
  await page.bringToFront();
  const copier = `registerTool({ name: 'copy', mode: 'write', parameters: { type: 'object' },
    exec: async (_, ctx) => { await ctx.clipboard.write('ab '.repeat(1000) + 'the end'); return 1; } });`;
  await install(page, asking('copier', [{ id: 'copy', cap: 'clipboard.write', reason: 'to copy it' }], copier));
  await page.getByTestId('consent-allow').click();
  await page.locator('[data-testid=plugin-row][data-plugin=copier][data-state=on]').waitFor();
  const ask = page.getByTestId('ask');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText('before'));

  await page.getByTestId('tool-run').click();
  await ask.waitFor();
  const shown = ask.locator('[data-testid=effect][data-kind=clipboard] bdi');
  expect(await shown.innerText()).toBe(`${'ab '.repeat(1_000).slice(0, 2_000)}…`);
  await ask.getByTestId('text-more').click();
  await expect.poll(() => shown.innerText()).toBe(`${'ab '.repeat(1_000)}the end`);
  expect(await page.getByTestId('ask-scope').count()).toBe(0);
  await page.getByTestId('ask-no').click();
  await ended(page, 'failed');
  expect(await clipboard()).toBe('before');

  await page.getByTestId('tool-run').click();
  await ask.waitFor();
  await page.getByTestId('ask-yes').click();
  await ended(page, 'done');
  expect(await clipboard()).toBe(`${'ab '.repeat(1_000)}the end`);
  expect(found).toEqual([]);
  await context.close();
});
