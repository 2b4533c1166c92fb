import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import type { KeepMany } from '../fixtures/many-messages.js';
import { browser, workbench } from './harness.js';
import { bundleFixture } from './script-page.js';
import { longestAllowed, longestTask } from './tasks.js';

declare const keepMany: KeepMany;

const MESSAGES = 5_000;

test('a session of 5,000 messages is opened, forked and spoken in without a long task', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${workbench.home}#chat`);
  await page.getByTestId('chat-text').waitFor();
  await page.addScriptTag({ content: await bundleFixture('many-messages.ts') });
  await page.evaluate((count) => keepMany(count), MESSAGES);
  await page.evaluate(async (endpoint) => {
    const { models } = (window as unknown as { bulkhead: import('../../src/index.js').Host }).bulkhead;
    await models.set({ kind: 'openai', endpoint, model: 'scripted-model', tools: 'native' });
  }, model.url);
  await page.reload();
  const row = (name: string) => page.getByRole('treeitem').filter({ hasText: name });
  const last = page.getByTestId('message').last();
  await row('few').click();
  await last.filter({ hasText: 'Message 1:' }).waitFor();

  const opening = await longestTask(browser, page, async () => {
    await row('many').click();
    await last.filter({ hasText: 'Message 4999:' }).waitFor();
  });
  model.play({ content: 'The answer to it.' });
  const saying = await longestTask(browser, page, async () => {
    await page.getByTestId('chat-text').fill('And now?');
    await page.keyboard.press('Enter');
    await last.filter({ hasText: 'The answer to it.' }).waitFor();
    await page.getByTestId('chat-send').waitFor();
  });
  expect(model.requests[0]?.messages).toHaveLength(MESSAGES + 1);
  const forking = await longestTask(browser, page, async () => {
    await page.getByTestId('message-fork').last().click();
    await row('many (2)').waitFor();
    await last.filter({ hasText: 'The answer to it.' }).waitFor();
  });
  console.log(`longest tasks: opening ${opening} ms, saying ${saying} ms, forking ${forking} ms`);
  expect(Math.max(opening, saying, forking)).toBeLessThan(await longestAllowed(browser, workbench.url));
});
