import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { TextCallEvent } from '../../worker/protocol/text-calls.js';
import { troubles } from './browser.js';
import { browser, chatApp } from './harness.js';
import { tooSmall, violations } from './looks.js';

async function open({ asks = '', ...how }: BrowserContextOptions & { readonly asks?: string } = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(new URL(`streams.html?${asks}`, chatApp.url).href);
  await page.waitForFunction(() => window.endMessage !== undefined);
  return page;
}

const write = (page: Page, chunk: string) => page.evaluate((text) => window.write(text), chunk);
/** The model has ended. What its calls come to is not waited for. */
const end = (page: Page) => page.evaluate(() => void window.endMessage());
/** Tells the skill that waits what came of it. */
const settle = async (page: Page, how: 'done' | 'failed', value: string): Promise<void> => {
  await page.waitForFunction(() => window.settle !== undefined);
  await page.evaluate(([ending, given]) => window.settle?.[ending](given), [how, value] as const);
};
const chip = (page: Page, tool: string, state: string): Locator =>
  page.locator(`[data-testid=chip][data-tool=${tool}][data-state=${state}]`);
const visible = (page: Page): Promise<string[]> => page.getByTestId('stream-text').allTextContents();

test('a call is a chip from its first characters on, and its arguments grow', async () => {
  const page = await open();
  const found = troubles(page);
  await write(page, 'Let me see.\n\n[CALL: wait({"city": "Lis');
  await chip(page, 'wait', 'pending').waitFor();
  const args = page.getByTestId('chip-args');
  await args.getByText('{"city": "Lis').waitFor();
  await page.getByTestId('chip-state').getByText('being written').waitFor();
  expect(await page.getByTestId('chip-stop').isDisabled()).toBe(true);
  await write(page, 'bon", "days"');
  await args.getByText('{"city": "Lisbon", "days"').waitFor();
  await write(page, ': 3})]\n\nOne moment.');
  await args.getByText('{"city":"Lisbon","days":3}').waitFor();
  await page.getByTestId('chip-state').getByText('waiting').waitFor();
  await page.getByTestId('stream-text').getByText('One moment.').waitFor();
  expect(await visible(page)).toEqual(['Let me see.', 'One moment.']);
  expect(found).toEqual([]);
  await page.close();
});

test('chips go from waiting over running to done or failed, and open to what came of them', async () => {
  const page = await open();
  await write(page, '[CALL: wait({"n": 1})] and [CALL: wait({"n": 2})]');
  await end(page);
  await chip(page, 'wait', 'running').waitFor();
  await chip(page, 'wait', 'pending').waitFor();
  await settle(page, 'done', '21 degrees');
  await chip(page, 'wait', 'done').waitFor();
  await chip(page, 'wait', 'running').waitFor();
  await settle(page, 'failed', 'no such town');
  await chip(page, 'wait', 'failed').waitFor();
  expect(await chip(page, 'wait', 'done').getByTestId('chip-time').textContent()).toMatch(/\d (ms|s)$/);
  for (const state of ['done', 'failed']) await chip(page, 'wait', state).getByTestId('chip-toggle').click();
  await page.getByTestId('chip-result').getByText('21 degrees').waitFor();
  await page.getByTestId('chip-error').getByText('no such town').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.close();
});

test('Stop ends what runs and what waits behind it', async () => {
  const page = await open();
  await write(page, '[CALL: wait({})] and [CALL: count({})]');
  await end(page);
  await chip(page, 'wait', 'running').getByTestId('chip-stop').click();
  await chip(page, 'wait', 'stopped').waitFor();
  await chip(page, 'count', 'stopped').waitFor();
  expect(await chip(page, 'count', 'stopped').getByTestId('chip-stop').isDisabled()).toBe(true);
  await page.close();
});

test('a sensitive skill asks, and the chip says so; the sixth call in a row is blocked', async () => {
  const page = await open();
  await write(page, `[CALL: sign({})] ${[1, 2, 3, 4, 5].map((n) => `[CALL: count({"n": ${n}})]`).join(' ')}`);
  await end(page);
  await chip(page, 'sign', 'asking').waitFor();
  await page.locator('[data-testid=ask-yes]:enabled').click();
  await chip(page, 'sign', 'done').waitFor();
  await chip(page, 'count', 'blocked').waitFor();
  expect(await chip(page, 'count', 'done').count()).toBe(4);
  await page.close();
});

test('reasoning is folded, what is no call after all stays text, and markup stays text', async () => {
  const page = await open();
  await write(page, '<think>They want <b>rain</b>.</think>So: <img src=x onerror="window.hit=1"> [CALL: count({"a": 1');
  await end(page);
  const none = page.getByTestId('stream-malformed');
  await none.getByText('It never ends.').waitFor();
  expect(await none.getByTestId('stream-text').textContent()).toBe('[CALL: count({"a": 1');
  const reasoning = page.getByTestId('stream-reasoning');
  expect(await reasoning.evaluate((fold) => fold.hasAttribute('open'))).toBe(false);
  await reasoning.locator('summary').click();
  await reasoning.getByText('They want <b>rain</b>.').waitFor();
  expect(await page.getByTestId('stream-text').first().textContent()).toContain('<img src=x onerror="window.hit=1">');
  expect(await page.locator('bulkhead-text-stream img, bulkhead-text-stream b').count()).toBe(0);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await page.close();
});

test('a message of 100,000 characters in chunks of four leaves what has settled alone', async () => {
  const page = await open();
  const touched = await page.evaluate(async () => {
    const line = 'It rains in Lisbon, and the trams go on.\n';
    const text = line.repeat(Math.ceil(100_000 / line.length));
    const events: TextCallEvent[] = [];
    const { stream } = window;
    const root = stream.shadowRoot as ShadowRoot;
    const writeTo = async (until: number) => {
      for (let at = events.at(-1)?.type === 'text' ? events.length * 4 : 0; at < until; at += 4) {
        events.push({ type: 'text', start: at, end: at + 4, text: text.slice(at, at + 4) });
        stream.events = events;
      }
      await stream.updateComplete;
    };
    await writeTo(50_000);
    const settled = [...root.querySelectorAll('.text')].slice(0, -1);
    const seen: MutationRecord[] = [];
    const observer = new MutationObserver((records) => seen.push(...records));
    for (const block of settled) observer.observe(block, { childList: true, characterData: true, subtree: true });
    await writeTo(text.length);
    seen.push(...observer.takeRecords());
    const blocks = [...root.querySelectorAll('.text')];
    return {
      changed: seen.length,
      settled: settled.length,
      same: settled.every((block, index) => block === blocks[index]),
      whole: blocks.map(({ textContent }) => textContent).join('') === text,
    };
  });
  expect(touched).toEqual({ changed: 0, settled: expect.any(Number), same: true, whole: true });
  expect(touched.settled).toBeGreaterThan(20);
  await page.close();
});

test('axe finds nothing wrong with a message, light and dark, and on a phone nothing is clipped and all is large enough', async () => {
  const manners: readonly (BrowserContextOptions & { readonly asks?: string; readonly least: number })[] = [
    { colorScheme: 'light', least: 32 },
    { colorScheme: 'dark', least: 32, asks: 'lang=zh-cn' },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
  ];
  for (const { least, ...how } of manners) {
    const page = await open(how);
    await write(
      page,
      `<think>hm</think>Yes. [CALL: count({"${'long_name_'.repeat(12)}": 1})] then [CALL: nothing({})] [CALL: wait({})]`,
    );
    await end(page);
    await chip(page, 'wait', 'running').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await tooSmall(page, least)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.close();
  }
});
