import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openFolder, start } from '../node/cli.js';
import { browser, workbench } from './harness.js';

const source = (answer: number, permissions: readonly object[] = []) => `export const manifest = { manifest: 1,
  id: 'written', version: '1.0.0', name: 'Written', permissions: ${JSON.stringify(permissions)} };
registerTool({ name: 'answer', description: 'Answers.', mode: 'read', parameters: { type: 'object' }, exec: () => ${answer} });`;
const STORE = { id: 'data', cap: 'store', quotaMiB: 1, reason: 'to keep it' };

test('a plugin of `bulkhead dev` is reloaded in an open workbench, and asks before it may do more', async () => {
  await using folder = await openFolder();
  await folder.write({ 'plugin.js': source(1) });
  const child = start(folder.path, ['dev', 'plugin.js', '--port', '0']);
  try {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    await expect.poll(() => said).toContain('/events');
    const [url = ''] = said.match(/http:\/\/127\.0\.0\.1:\d+\/plugin\.js/) ?? [];
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(workbench.url);
    await page.getByTestId('install-url').fill(url);
    await page.getByTestId('install-submit').click();
    await page.getByTestId('consent-allow').click();
    await page.locator('[data-testid=plugin-row][data-plugin=written]').waitFor();
    await page.getByTestId('plugin-open').click();
    await page.getByTestId('page-reload').click();
    const reloads = () => page.getByTestId('page-reload').isChecked();
    await expect.poll(reloads).toBe(true);

    await page.locator('[data-testid=tool-row][data-tool=answer]').click();
    /** Runs the tool and reads what it answers. */
    const answer = async () => {
      await page.getByTestId('tool-run').click();
      const call = page.getByTestId('call').first();
      await call.and(page.locator('[data-state=done]')).waitFor();
      return call
        .locator('[data-testid=call-result] bulkhead-json')
        .evaluate((tree) => (tree as unknown as { value: unknown }).value);
    };
    const toast = page.getByTestId('toast');
    expect(await answer()).toBe(1);
    for (const next of [2, 3]) {
      const began = performance.now();
      await folder.write({ 'plugin.js': source(next) });
      await expect.poll(answer, { interval: 20 }).toBe(next);
      console.log(`reloaded after ${Math.round(performance.now() - began)} ms`);
      await expect.poll(() => toast.textContent()).toContain('Written was reloaded.');
    }

    await folder.write({ 'plugin.js': 'registerTool({' });
    await page.locator('[data-testid=failed]').waitFor();
    expect(await answer()).toBe(3);

    await folder.write({ 'plugin.js': source(4, [STORE]) });
    await page.getByTestId('consent-allow').click();
    await expect.poll(answer).toBe(4);

    await page.getByTestId('page-reload').click();
    await expect.poll(reloads).toBe(false);
    await page.getByTestId('page-reload').click();
    await expect.poll(reloads).toBe(true);

    // What is in its place from somewhere else is never replaced by what that server says.
    await page.getByTestId('install-code').fill(source(5));
    await page.getByTestId('install-submit').click();
    await page.getByTestId('consent-allow').click();
    await expect.poll(answer).toBe(5);
    await folder.write({ 'plugin.js': source(6) });
    await expect.poll(() => page.getByTestId('page-reload').count()).toBe(0);
    expect(await answer()).toBe(5);
  } finally {
    child.kill();
    await once(child, 'close');
  }
});
