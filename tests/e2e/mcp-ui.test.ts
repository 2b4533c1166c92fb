import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceServer } from '../fixtures/mcp-servers.mjs';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';

let server: Awaited<ReturnType<typeof referenceServer>>;
beforeAll(async () => {
  server = await referenceServer();
  await server.start();
});
afterAll(() => server.stop());

async function open(how: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(workbench.url);
  await page.getByTestId('mcp').waitFor();
  return page;
}

async function connect(page: Page, url = server.url): Promise<void> {
  await page.getByTestId('mcp-url').fill(url);
  await page.getByTestId('mcp-url').press('Enter');
}

const state = (page: Page, is: string) => page.locator(`[data-testid=mcp][data-state=${is}]`).waitFor();
const row = (page: Page, name: string) => page.locator(`[data-testid=mcp-tool][data-tool=${name}]`);

/** Calls a tool as a model would. */
const call = (page: Page, name: string, args: object): Promise<unknown> =>
  page.evaluate(async ([tool, given]) => (await window.host.tools.execute(tool, given)).value, [name, args] as const);

test('a server is connected by its address, its calls are asked about, and a switch says which only read', async () => {
  const page = await open();
  const wrong = troubles(page);
  await page.evaluate(() => {
    window.host = (window as unknown as { bulkhead: typeof window.host }).bulkhead;
  });
  await connect(page);
  await state(page, 'connected');
  expect(await violations(page)).toEqual([]);
  expect(await tooSmall(page, 28)).toEqual([]);
  const asked = call(page, 'mcp_echo', { message: 'hello' });
  await page.getByTestId('ask').waitFor();
  expect(await page.getByTestId('ask').textContent()).toContain(new URL(server.url).host);
  await page.locator('[data-testid=ask-yes]:not([disabled])').click();
  expect(await asked).toBe('Echo: hello');
  await row(page, 'mcp_echo').getByTestId('mcp-reads').press('Space');
  await row(page, 'mcp_echo').and(page.locator('[data-mode=read]')).waitFor();
  expect(await call(page, 'mcp_echo', { message: 'again' })).toBe('Echo: again');
  expect(await page.getByTestId('ask').count()).toBe(0);
  await page.reload();
  await page.getByTestId('mcp').waitFor();
  expect(await page.getByTestId('mcp-url').inputValue()).toBe(server.url);
  await page.getByTestId('mcp-connect').click();
  await state(page, 'connected');
  expect(await row(page, 'mcp_echo').getAttribute('data-mode')).toBe('read');
  expect(await row(page, 'mcp_get_sum').getAttribute('data-mode')).toBe('write');
  await page.getByTestId('mcp-disconnect').click();
  await state(page, 'disconnected');
  expect(await page.getByTestId('mcp-url').evaluate((field) => field.matches(':focus'))).toBe(true);
  expect(wrong).toEqual([]);
});

test('a key is sent, and kept nowhere', async () => {
  const page = await open();
  await page.getByTestId('mcp-key').fill('a-key-of-mine');
  const sent = page.waitForRequest((request) => request.url() === server.url && request.method() === 'POST');
  await connect(page);
  expect((await sent).headers().authorization).toBe('Bearer a-key-of-mine');
  await state(page, 'connected');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('a-key-of-mine');
});

test('an address that leads nowhere is told with what to do, and the keyboard is in the address', async () => {
  const page = await open();
  await connect(page, 'http://127.0.0.1:9/mcp');
  await page.getByTestId('mcp-why').waitFor();
  expect(await page.getByTestId('mcp-why').getAttribute('data-code')).toBe('NET_FAILED');
  expect(await page.getByTestId('mcp-why').textContent()).toContain('Access-Control-Allow-Origin');
  expect(await page.getByTestId('mcp-url').evaluate((field) => field.matches(':focus'))).toBe(true);
  await connect(page, 'nothing of the kind');
  await page.locator('[data-testid=mcp-why][data-code=BAD_ARGS]').waitFor();
  expect(await violations(page)).toEqual([]);
});

test('a server that dies is said to be lost, and is connected again with one press', async () => {
  const own = await referenceServer();
  await own.start();
  const page = await open();
  await connect(page, own.url);
  await state(page, 'connected');
  await own.stop();
  await state(page, 'lost');
  expect(await page.getByTestId('mcp-tool').count()).toBeGreaterThan(5);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'light-1280-lost');
  await own.start();
  // It may have come back by itself by now.
  await page
    .getByTestId('mcp-again')
    .click({ timeout: 2_000 })
    .catch(() => {});
  await state(page, 'connected');
  expect(await page.getByTestId('mcp-why').count()).toBe(0);
  await own.stop();
});

for (const [what, how, language] of [
  ['light-1280', {}, 'en'],
  ['dark-390', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }, 'en'],
  ['dark-390-zh', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }, 'zh-Hans'],
  ['dark-1280', { colorScheme: 'dark' }, 'en'],
  ['light-390-zh', { viewport: { width: 390, height: 844 } }, 'zh-Hans'],
] as const) {
  test(`nothing of it is cut off: ${what}`, async () => {
    const page = await open({ ...how, locale: language });
    const mcp = page.locator('bulkhead-mcp');
    await mcp.scrollIntoViewIfNeeded();
    await picture(page, `${what}-empty`);
    await connect(page, 'http://127.0.0.1:9/mcp');
    await page.getByTestId('mcp-why').waitFor();
    await picture(page, `${what}-failed`);
    await connect(page);
    await state(page, 'connected');
    await picture(page, what);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  });
}

const pictures = process.env.BULKHEAD_PICTURES;
async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.locator('bulkhead-mcp').screenshot({ path: `${pictures}/mcp-${name}.png` });
}
