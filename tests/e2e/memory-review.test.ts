import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { asking, tool } from '../browser/permissions/plugins.js';
import { troubles } from './browser.js';
import { focused, focusOn, give, type Manner, openChatApp, press } from './chat-app.js';
import { browser, chatApp } from './harness.js';
import { tooSmall, violations } from './looks.js';

/** Changes a node of many short lines, one of one long text, and a link; then makes more nodes than are shown at once. */
const NOTER = asking(
  'noter',
  [{ id: 'learn', cap: 'memory.write', scope: 'chat', reason: 'to remember' }],
  tool(
    'learn',
    'write',
    `const { memory } = ctx;
    await memory.editNode({ id: 'n_1', setFields: { field9: 'another' } });
    await memory.editNode({ id: 'n_2', setFields: { note: 'rain '.repeat(600) } });
    await memory.upsertLinks({ source: { id: 'n_1' }, links: [{ target: { id: 'n_2' }, relation: 'waits for' }] });
    for (let i = 0; i < 25; i++) await memory.createNode({ type: 'event', fields: { summary: 'It rains on the harbour, day ' + i } });
    return 'learnt'`,
  ),
);

/** Opens the chat application where a plugin’s changes of the memory wait for an answer. */
async function open(how: Manner = {}): Promise<{ readonly page: Page; readonly outcome: () => Promise<string> }> {
  const page = await openChatApp(browser, chatApp.url, { closed: true, ...how });
  await give(page, NOTER);
  await page.evaluate(async () => {
    const { session } = await window.app.memory.open('tavern');
    const fields = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, 'short']));
    await session.createNode({ type: 'character_sheet', title: '爱丽丝', fields });
    await session.createNode({ type: 'thread', title: 'The lantern', fields: { note: 'sun '.repeat(600) } });
  });
  const call = page.evaluate(() =>
    window.app.tools.execute('learn', {}).then(
      ({ value }) => String(value),
      ({ code }) => String(code),
    ),
  );
  // Not waited for by who only looks.
  call.catch(() => {});
  await page.locator('[data-testid=ask][data-kind=memory] [data-testid=ask-yes]:enabled').waitFor();
  return { page, outcome: () => call };
}

const counts = (page: Page): Promise<{ readonly nodes: number; readonly commits: number; readonly canUndo: boolean }> =>
  page.evaluate(async () => (await window.app.memory.open('tavern')).info());

/** Where Tab leads to within the question, from its no, until it comes back or leaves. */
async function tabs(page: Page): Promise<string[]> {
  const seen: string[] = [];
  for (let step = 0; step < 60; step++) {
    await press(page, 'Shift+Tab');
    const inside = await page.evaluate(() => document.activeElement?.localName === 'bulkhead-ask-bar');
    if (!inside) break;
    seen.push(await focused(page));
  }
  return seen.reverse();
}

const MANNERS: readonly (BrowserContextOptions & { readonly name: string; readonly least: number; asks?: string })[] = [
  { name: 'light', colorScheme: 'light', least: 32 },
  { name: 'dark', colorScheme: 'dark', least: 32 },
  { name: 'forced colours', forcedColors: 'active', least: 32 },
  { name: 'Chinese', asks: 'lang=zh-cn', least: 32 },
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
];
for (const { name, least, ...how } of MANNERS) {
  test(`axe finds nothing wrong with a question about a memory’s changes, and nothing is clipped: ${name}`, async () => {
    const { page } = await open(how);
    const sound = async (): Promise<void> => {
      expect(await violations(page)).toEqual([]);
      expect(await tooSmall(page, least)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    };
    await sound();
    await page.getByTestId('effects-more').click();
    expect(await page.getByTestId('effect').count()).toBe(29);
    await sound();
    // Both answers stay in sight, however long the list is.
    await page.getByTestId('effect').last().scrollIntoViewIfNeeded();
    for (const answer of ['ask-no', 'ask-yes']) {
      const box = await page.getByTestId(answer).boundingBox();
      const height = await page.evaluate(() => innerHeight);
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    await page.close();
  });
}

test('by keyboard alone: what would change is read to its end, allowed, and is one change that is undone', async () => {
  const { page, outcome } = await open();
  const wrong = troubles(page);
  await focusOn(page, 'ask-no');
  expect(await page.getByTestId('ask-memory').textContent()).toContain('Nothing is in the memory yet');
  expect(await counts(page)).toMatchObject({ nodes: 2, commits: 2 });
  const before = await tabs(page);
  // Four texts that scroll, and what shows the rest.
  expect(before.filter((one) => one === 'version')).toHaveLength(4);
  expect(before).toContain('effects-more');
  await page.getByTestId('version').first().focus();
  await press(page, 'End');
  await page.waitForFunction(() => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return (at?.scrollTop ?? 0) > 0;
  });
  await page.getByTestId('effects-more').focus();
  await press(page, 'Enter');
  expect(await page.getByTestId('effect').count()).toBe(29);
  // The keyboard goes on where the list goes on.
  await focusOn(page, 'effect');
  expect(
    await page
      .getByTestId('effect')
      .nth(20)
      .evaluate((one) => one.matches(':focus')),
  ).toBe(true);
  await press(page, 'y');
  expect(await outcome()).toBe('learnt');
  await page.getByTestId('ask').waitFor({ state: 'detached' });
  expect(await counts(page)).toMatchObject({ nodes: 27, commits: 3, canUndo: true });
  expect(await page.evaluate(async () => (await window.app.memory.open('tavern')).undo())).toBe(true);
  expect(await counts(page)).toMatchObject({ nodes: 2, commits: 4 });
  expect(wrong).toEqual([]);
  await page.close();
});

test('n and Esc are no to a memory’s changes: nothing of them is kept', async () => {
  for (const key of ['n', 'Escape', 'Enter']) {
    const { page, outcome } = await open();
    await focusOn(page, 'ask-no');
    await press(page, key);
    expect(await outcome()).toBe('CONSENT_DENIED');
    await page.getByTestId('ask').waitFor({ state: 'detached' });
    expect(await counts(page)).toMatchObject({ nodes: 2, commits: 2 });
    await page.close();
  }
});
