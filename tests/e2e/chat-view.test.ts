import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { BulkheadChatView, ChatItem } from '../../src/ui/index.js';
import { hostileMessages } from '../fixtures/hostile-messages.js';
import { troubles } from './browser.js';
import { browser, gallery, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';
import { serveStrictly } from './strict-page.js';
import { longestAllowed, longestTask } from './tasks.js';

async function open(show: string, how: BrowserContextOptions = {}, lang = 'en'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(new URL(`chat-gallery.html?show=${show}&lang=${lang}`, gallery.url).href);
  await page.waitForSelector('[data-piece]');
  return page;
}

const setItems = (page: Page, items: readonly ChatItem[]) =>
  page.evaluate(async (next) => {
    const view = document.querySelector<BulkheadChatView>('bulkhead-chat-view');
    if (!view) throw new Error('no view');
    view.items = next;
    await view.updateComplete;
  }, items);
const events = (page: Page) => page.evaluate(() => window.events.splice(0));
/** Pixels between what is seen and the end. */
const toEnd = (page: Page) =>
  page.getByTestId('chat-view').evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);
const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** A server of somebody else that writes down what it is asked for. */
async function listen(): Promise<{ url: string; asked: string[] } & AsyncDisposable> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'content-type': 'image/gif' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url, asked, [Symbol.asyncDispose]: close };
}

test('whatever messages hold, showing them asks nobody for anything, until a picture is wanted', async () => {
  await using other = await listen();
  const page = await open('chat');
  // What draws messages has come.
  await page.locator('bulkhead-markdown strong').first().waitFor();
  const found = troubles(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const at = await page.evaluate(() => location.href);
  for (const text of hostileMessages(other.url)) {
    for (const streaming of [true, false]) {
      await setItems(page, [{ id: 'm', role: 'assistant', text, streaming }]);
      await frames(page);
    }
  }
  // A request of this page goes through, so that of a message would have been seen.
  await page.evaluate((url) => fetch(url, { mode: 'no-cors' }), `${other.url}seen`);
  expect(other.asked).toEqual(['/seen']);
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([`${other.url}seen`]);
  expect(await page.evaluate(() => ['hit' in window, location.href, document.title])).toEqual([
    ...[false, at, "Gallery of the chat's elements"],
  ]);
  await setItems(page, [{ id: 'm', role: 'assistant', text: `![a](${other.url}wanted.png)` }]);
  await page.getByTestId('picture').click();
  await expect.poll(() => other.asked).toEqual(['/seen', '/wanted.png']);
  expect(found.filter((trouble) => !trouble.includes('Failed to load resource'))).toEqual([]);
  await page.close();
});

test('under the strictest policy of a site messages are shown all the same', async () => {
  await using strict = await serveStrictly('chat-gallery.ts');
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await page.goto(`${strict.url}?show=chat,sessions,skills,model`);
  await page.locator('[data-id=m4] table').waitFor();
  expect(await page.locator('[data-id=m4] strong').first().textContent()).toBe('Tuesday');
  await page.locator('[data-session=s3]').waitFor();
  const tops = await page
    .locator('[data-testid=session]')
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(tops.length);
  expect(found).toEqual([]);
  await page.close();
});

test('5,000 messages open with tasks no longer than those of 50, and only those that are seen are there', async () => {
  // The least of three each: what a page compiles for its first messages costs more where others crowd the caches.
  const least = { 50: Number.POSITIVE_INFINITY, 5000: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round += 1) {
    for (const count of [50, 5_000] as const) {
      const page = await open('chat');
      await page.locator('bulkhead-markdown strong').first().waitFor();
      await page.evaluate((of) => {
        (window as { manyItems?: unknown }).manyItems = window.pieces.manyItems(of);
      }, count);
      const longest = await longestTask(browser, page, async () => {
        await page.evaluate(() => {
          const view = document.querySelector<BulkheadChatView>('bulkhead-chat-view');
          if (view) view.items = (window as { manyItems?: readonly ChatItem[] }).manyItems ?? [];
        });
        await page.locator(`[data-id=n${count - 1}] table`).waitFor();
        await frames(page);
      });
      least[count] = Math.min(least[count], longest);
      expect(await page.getByTestId('message').count()).toBeLessThan(60);
      expect(await toEnd(page)).toBeLessThan(2);
      await page.close();
    }
  }
  console.log(`longest task: ${least[50].toFixed(1)} ms for 50 messages, ${least[5_000].toFixed(1)} ms for 5,000`);
  expect(least[5_000] / least[50]).toBeLessThan(1.5);
});

test('going up through 5,000 messages, what is looked at stays where it is', async () => {
  const page = await open('chat');
  await page.locator('bulkhead-markdown strong').first().waitFor();
  await page.evaluate(() => {
    const view = document.querySelector<BulkheadChatView>('bulkhead-chat-view');
    if (view) view.items = window.pieces.manyItems(5_000);
  });
  await page.locator('[data-id=n4999]').waitFor();
  const scroller = page.getByTestId('chat-view');
  await scroller.hover();
  for (let step = 0; step < 25; step += 1) {
    const before = await seen(page);
    await page.mouse.wheel(0, -300);
    await frames(page);
    const after = await seen(page);
    // Rows that are on both sights have moved by what was scrolled, whatever came above them.
    const moved = [...before].flatMap(([id, top]) => (after.has(id) ? [(after.get(id) ?? 0) - top] : []));
    expect(moved.length).toBeGreaterThan(0);
    for (const by of moved) expect(Math.abs(by - 300)).toBeLessThan(3);
  }
  await scroller.evaluate((one) => {
    one.scrollTop = 0;
  });
  await page.locator('[data-id=n0]').waitFor();
  await page.locator('[data-id=n0]').getByTestId('message-fork').focus();
  await page.getByTestId('chat-latest').click();
  await page.locator('[data-id=n4999]').waitFor();
  await frames(page);
  expect(await toEnd(page)).toBeLessThan(2);
  await page.close();
});

/** Where the rows are that can be seen. */
const seen = async (page: Page): Promise<Map<string, number>> =>
  new Map(
    await page.getByTestId('message').evaluateAll((rows) =>
      rows
        .map((row) => ({ id: (row as HTMLElement).dataset.id ?? '', box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > -250 && box.top < innerHeight)
        .map(({ id, box }) => [id, box.top] as const),
    ),
  );

test('where a message with the keyboard is no longer drawn, the keyboard goes on in the list', async () => {
  const page = await open('chat');
  await page.evaluate(() => {
    const view = document.querySelector<BulkheadChatView>('bulkhead-chat-view');
    if (view) view.items = window.pieces.manyItems(500);
  });
  await page.locator('[data-id=n499]').getByTestId('message-fork').focus();
  await page.getByTestId('chat-view').evaluate((one) => {
    one.scrollTop = 0;
  });
  await page.locator('[data-id=n0]').waitFor();
  expect(await page.getByTestId('chat-view').evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.close();
});

test('a message of a million characters, whatever they are, is drawn in pieces that are short', async () => {
  const page = await open('chat');
  await page.locator('bulkhead-markdown strong').first().waitFor();
  const allowed = 2 * (await longestAllowed(browser, workbench.url));
  for (const part of [
    '*',
    '[',
    '> ',
    'a\n\n',
    '- a\n',
    '```\n',
    '| a | b |\n',
    'It *rains* in `Lisbon`, and the trams go on.\n\n',
  ]) {
    const longest = await longestTask(browser, page, async () => {
      await page.evaluate((one) => {
        const view = document.querySelector<BulkheadChatView>('bulkhead-chat-view');
        if (view) view.items = [{ id: one, role: 'assistant', text: one.repeat(1_000_000 / one.length) }];
      }, part);
      await frames(page);
      await page.locator('bulkhead-markdown .block').first().waitFor({ state: 'attached' });
      await frames(page);
    });
    expect(longest, part).toBeLessThan(allowed);
  }
  await page.close();
});

test('it stays at the end while an answer is written, unless the reader has gone up', async () => {
  const page = await open('chat');
  const before = Array.from({ length: 20 }, (_, at) => ({
    id: `b${at}`,
    role: 'user' as const,
    text: 'It rains.\n\nStill.',
  }));
  const answer = (lines: number, streaming = true): ChatItem[] => [
    ...before,
    { id: 'a', role: 'assistant', text: 'One more line.\n\n'.repeat(lines), streaming },
  ];
  for (let lines = 1; lines < 30; lines += 1) {
    await setItems(page, answer(lines));
    await frames(page);
    expect(await toEnd(page)).toBeLessThan(2);
  }
  expect(await page.getByTestId('chat-latest').count()).toBe(0);
  await page.getByTestId('chat-view').hover();
  // However little at a time.
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, -10);
    await frames(page);
  }
  await page.getByTestId('chat-latest').waitFor();
  expect(await toEnd(page)).toBeGreaterThan(100);
  const top = await page.getByTestId('chat-view').evaluate((one) => one.scrollTop);
  for (let lines = 30; lines < 50; lines += 1) await setItems(page, answer(lines));
  await frames(page);
  expect(await page.getByTestId('chat-view').evaluate((one) => one.scrollTop)).toBe(top);
  await page.getByTestId('chat-latest').click();
  await setItems(page, answer(60));
  await frames(page);
  expect(await toEnd(page)).toBeLessThan(2);
  expect(await page.getByTestId('chat-latest').count()).toBe(0);
  await page.close();
});

test('only what is finished is read out, once and as a whole', async () => {
  const page = await open('chat-empty');
  await page.getByTestId('chat-empty').getByText('No messages yet').waitFor();
  const spoken = page.getByTestId('chat-spoken');
  await setItems(page, [{ id: 'u', role: 'user', text: 'Hello' }]);
  for (const text of ['', 'It', 'It rains']) {
    await setItems(page, [{ id: 'a', role: 'assistant', text, streaming: true }]);
    expect(await spoken.textContent()).toBe('');
  }
  await setItems(page, [{ id: 'a', role: 'assistant', text: 'It rains.' }]);
  expect(await spoken.textContent()).toBe('Assistant: It rains.');
  expect(await spoken.getAttribute('aria-live')).toBe('polite');
  await page.close();
});

test('a message is edited in its place: Ctrl+Enter saves, Esc does not', async () => {
  const page = await open('chat');
  const own = page.locator('[data-id=m5]');
  await own.hover();
  await own.getByTestId('message-edit').click();
  const editor = own.getByTestId('message-editor');
  expect(await editor.evaluate((one) => one.matches(':focus'))).toBe(true);
  await editor.fill('Other words');
  await page.keyboard.press('Escape');
  expect(await own.getByTestId('message-edit').evaluate((one) => one.matches(':focus'))).toBe(true);
  expect(await events(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await editor.inputValue()).toBe(await page.evaluate(() => window.pieces.talk[4]?.text));
  await editor.fill('   ');
  await page.keyboard.press('Control+Enter');
  expect(await events(page)).toEqual([]);
  await editor.fill('Other words');
  await page.keyboard.press('Control+Enter');
  expect(await events(page)).toEqual([{ type: 'bh-edit', detail: { id: 'm5', text: 'Other words' } }]);
  await page.close();
});

test('retry, fork and the events of calls reach the page; while an answer is written nothing of it can be done', async () => {
  const page = await open('chat');
  await page.getByTestId('message-error-retry').click();
  await page.locator('[data-id=m6]').getByTestId('message-fork').click();
  const running = {
    id: 7,
    tool: 'wait',
    args: {},
    state: 'running',
    startedAt: 0,
    log: [],
    logDropped: 0,
    simulated: false,
  } as const;
  await setItems(page, [{ id: 'a', role: 'assistant', text: 'x', streaming: true, calls: [running] }]);
  await page.getByTestId('call-stop').click();
  expect(await events(page)).toEqual([
    { type: 'bh-retry', detail: { id: 'm6' } },
    { type: 'bh-fork', detail: { id: 'm6' } },
    { type: 'bh-stop', detail: { call: 7 } },
  ]);
  expect(await page.getByTestId('message-fork').count()).toBe(0);
  await page.close();
});

test('axe finds nothing wrong with a chat, and on a phone nothing is clipped and all is large enough', async () => {
  const manners: readonly (BrowserContextOptions & { readonly least: number; readonly lang: string })[] = [
    { colorScheme: 'light', least: 32, lang: 'en' },
    { colorScheme: 'dark', least: 32, lang: 'zh-Hans' },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44, lang: 'zh-Hant' },
    { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, forcedColors: 'active', least: 32, lang: 'en' },
  ];
  for (const { least, lang, ...how } of manners) {
    for (const show of ['chat', 'chat-empty']) {
      const page = await open(show, how, lang);
      if (show === 'chat') await page.locator('[data-id=m6] .error').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await tooSmall(page, least)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.close();
    }
  }
});
