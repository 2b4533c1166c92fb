import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { browser, workbench } from './harness.js';
import { longestTask } from './tasks.js';

const ENGINE = fileURLToPath(new URL('../../src/engine/index.ts', import.meta.url));
const MESSAGES = 5_000;

/** Keeps a session of so many messages, and one in which something was said since. */
const prepare = (page: Page): Promise<void> =>
  page.evaluate(
    async ([engine, count]) => {
      // What Vitest makes of an import within a test is none for a page.
      const load = new Function('url', 'return import(url)') as (
        url: string,
      ) => Promise<typeof import('../../src/engine/index.js')>;
      const { IndexedDbStorageAdapter } = await load(engine);
      const storage = new IndexedDbStorageAdapter();
      const session = { parentId: undefined, status: 'active' as const, metadata: {}, createdAt: Date.now() };
      const records = Array.from({ length: count }, (_, at) => ({
        role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `Message ${at}: ${'words that somebody has said, and some more of them. '.repeat(3 + (at % 5))}`,
      }));
      await storage.put({ ...session, id: 'many', label: 'many' }, records);
      await storage.put({ ...session, id: 'few', label: 'few', createdAt: Date.now() + 1 }, records.slice(0, 2));
    },
    [`/@fs${ENGINE}`, MESSAGES] as const,
  );

test('a session of 5,000 messages is opened, forked and spoken in without a task of 50 ms', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${workbench.home}#chat`);
  await page.getByTestId('chat-text').waitFor();
  await prepare(page);
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
  expect(Math.max(opening, saying, forking)).toBeLessThan(50);
});
