import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { block } from '../fixtures/samples.js';
import { troubles } from './browser.js';
import { browser } from './harness.js';
import { servePackagePage } from './package-page.js';
import { calls } from './studio-drive.js';

/** The smallest adapter of the documents, as it stands there. */
const SAMPLE = block('studio');

const hostOf = (model: string) => `import { createHost } from 'bulkhead';
const host = createHost();
await host.models.set({ kind: 'openai', endpoint: '${model}', model: 'scripted-model', tools: 'native' });
`;

async function open(url: string): Promise<{ page: Page; found: string[] }> {
  const page = await browser.newPage();
  const found = troubles(page);
  await page.goto(url);
  await page.getByTestId('studio-input').waitFor();
  return { page, found };
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByTestId('studio-input').fill(text);
  await page.keyboard.press('Enter');
}

test('A15 the built package without a bundler, under a strict policy: the documents’ adapter is opened, edited, approved and applied', async () => {
  await using model = await startModel();
  const script = `${hostOf(model.url)}const settings = (window.settings = { greeting: 'Welcome.' });\n${SAMPLE}\nwindow.over = true;`;
  await using site = await servePackagePage(script, new URL(model.url).origin);
  const { page, found } = await open(site.url);
  model.play(calls('As you like.', ['set_greeting', { text: 'Come in, it is warm.' }]));
  await ask(page, 'Warmer.');
  await page.locator('bulkhead-studio-review').getByText('Come in, it is warm.').first().waitFor();
  expect(await page.evaluate(() => (window as unknown as { settings: object }).settings)).toEqual({
    greeting: 'Welcome.',
  });
  await page.getByTestId('studio-approve').click();
  await page.locator('[data-testid=studio-state][data-state=completed]').waitFor();
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.waitForFunction(
    () => (window as unknown as { settings: { greeting: string } }).settings.greeting === 'Come in, it is warm.',
  );
  expect(await page.evaluate(() => 'over' in window)).toBe(false);
  await page.getByTestId('studio-close').click();
  await page.waitForFunction(() => 'over' in window);
  // It is there again: what one file of the package has kept another one reads.
  await page.reload();
  await page.getByTestId('studio-state').waitFor();
  expect(found).toEqual([]);
});

test('the built plugin studio holds a hostile proposal, though host and studio are files with errors of their own', async () => {
  await using model = await startModel();
  const script = `${hostOf(model.url)}import { pluginStudioAdapter, studioContext } from 'bulkhead/studio';
import { openStudio, pluginStudioActions } from 'bulkhead/ui';
const adapter = await pluginStudioAdapter({ host, actions: pluginStudioActions(host) });
await openStudio(adapter, studioContext(host), {}, document.body);`;
  await using site = await servePackagePage(script, new URL(model.url).origin);
  const { page, found } = await open(site.url);
  const source = 'for (;;);';
  const tool = { name: 'spin', description: '', mode: 'read', input: { type: 'object' }, uses: [] };
  model.play(calls('Here.', ['plugin_put_tool', tool], ['plugin_write_source', { source }]));
  await ask(page, 'A tool.');
  await page.locator('bulkhead-rehearsal').getByText('Held while it was tried').waitFor();
  await page.getByTestId('studio-reject').click();
  await page.locator('[data-testid=studio-state][data-state=rejected]').waitFor();
  model.play(calls('So.', ['plugin_write_source', { source: 'throw new Error("not today");' }]));
  await ask(page, 'Another.');
  await page.locator('bulkhead-rehearsal').getByText('not today').first().waitFor();
  expect(found).toEqual([]);
});
