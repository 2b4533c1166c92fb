import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import { troubles } from './browser.js';
import { focusOn, press } from './chat-app.js';
import { browser, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';

type Bench = { readonly bulkhead: Host };

/** Opens the inspector in the workbench. */
async function open(how: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(workbench.url);
  await page.locator('[data-testid=place][data-place=inspector]').click();
  await page.getByTestId('inspect-empty').waitFor();
  return page;
}

const example = (page: Page, id: string): Promise<void> =>
  page.locator(`[data-testid=inspect-example][data-example=${id}]`).click();
const found = (page: Page): Locator => page.getByTestId('found-call');
const write = (page: Page, text: string): Promise<void> => page.getByTestId('inspect-text').fill(text);
/** The marked text in pieces, as `kind` and what stands there. */
const pieces = (page: Page): Promise<(readonly [kind: string, text: string])[]> =>
  page
    .locator('[data-testid=marked] [data-kind]')
    .evaluateAll((all) => all.map((one) => [(one as HTMLElement).dataset.kind ?? '', one.textContent ?? ''] as const));
const lit = (page: Page): Promise<(string | undefined)[]> =>
  page.locator('[data-testid=marked] .lit').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.call));

test('an example in one press shows two calls, and the marked pieces are the text without a gap', async () => {
  const page = await open();
  const wrong = troubles(page);
  await example(page, 'bracket');
  await found(page).nth(1).waitFor();
  expect(await found(page).locator('.name').allTextContents()).toEqual(['get_weather', 'roll_dice']);
  expect(await page.getByTestId('inspect-spoken').getAttribute('data-dialect')).toBe('bracket-call');
  const shown = await pieces(page);
  expect(shown.map(([, text]) => text).join('')).toBe(await page.getByTestId('inspect-text').inputValue());
  expect(shown.filter(([kind]) => kind === 'call')).toHaveLength(2);
  expect(wrong).toEqual([]);
  await page.close();
});

test('a call that is almost JSON is shown as repaired, with what was written', async () => {
  const page = await open();
  await example(page, 'repaired');
  await page.getByTestId('found-repaired').waitFor();
  expect(await page.getByTestId('inspect-spoken').getAttribute('data-dialect')).toBe('hermes-json');
  const args = await found(page)
    .locator('bulkhead-json')
    .evaluate((tree) => (tree as unknown as { value: unknown }).value);
  expect(args).toEqual({ city: 'Lisbon', days: 3 });
  await page.close();
});

test('reasoning is marked and folded, a call within it is none, and its tags are crossed out', async () => {
  const page = await open();
  await example(page, 'reasoning');
  await found(page).waitFor();
  expect(await found(page).locator('.name').allTextContents()).toEqual(['book_table']);
  const shown = await pieces(page);
  expect(shown.map(([, text]) => text).join('')).toBe(await page.getByTestId('inspect-text').inputValue());
  expect(shown[0]).toEqual(['hidden', '<think>']);
  expect(shown[1]?.[0]).toBe('reasoning');
  expect(shown[2]).toEqual(['hidden', '</think>']);
  const fold = page.getByTestId('inspect-reasoning');
  expect(await fold.evaluate((details) => details.hasAttribute('open'))).toBe(false);
  await fold.locator('summary').click();
  await fold.getByText('find_places').waitFor();
  await page.close();
});

test('by keyboard alone: key to the place, an example, from the list into the text and back', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(workbench.url);
  await page.locator('[data-testid=wall]').first().waitFor();
  await press(page, '3');
  await focusOn(page, 'title');
  await press(page, 'Tab');
  await focusOn(page, 'inspect-dialect');
  await press(page, 'Tab');
  await focusOn(page, 'inspect-tools');
  await press(page, 'Tab');
  await focusOn(page, 'inspect-text');
  await press(page, 'Tab');
  await focusOn(page, 'inspect-example');
  await press(page, 'Enter');
  await page.getByTestId('found-show').nth(1).focus();
  expect(await lit(page)).toEqual([await found(page).nth(1).getAttribute('data-call')]);
  await press(page, 'Enter');
  await page.locator('[data-testid=marked] [data-kind=call]:focus').waitFor();
  expect(await found(page).nth(1).getAttribute('class')).toContain('lit');
  await press(page, 'Enter');
  await focusOn(page, 'found-show');
  await press(page, '?');
  await page.locator('[data-testid=keys][open]').getByText('Go to tools, skills, text calls, memory').waitFor();
  await page.close();
});

test('pointing at a call lights it up in both places', async () => {
  const page = await open();
  await example(page, 'bracket');
  await found(page).first().hover();
  expect(await lit(page)).toEqual(['0']);
  await page.locator('[data-testid=marked] [data-call="1"]').hover();
  await page.locator('.found.lit[data-call="1"]').waitFor();
  expect(await page.locator('.found.lit').count()).toBe(1);
  await page.close();
});

test('with the tools of the page it says which are known, and where arguments miss their schema', async () => {
  const page = await open();
  await page.evaluate(() => {
    (window as unknown as Bench).bulkhead.skills.register({
      name: 'roll_dice',
      description: 'Rolls dice.',
      parameters: { type: 'object', properties: { sides: { type: 'integer' } } },
      action: () => 4,
    });
  });
  await write(page, '[CALL: roll_dice({"sides": "six"})] [CALL: fly({})]');
  await found(page).nth(1).waitFor();
  expect(await page.getByTestId('found-known').count()).toBe(0);
  await page.getByTestId('inspect-tools').click();
  await page.locator('[data-testid=found-known][data-known=true]').waitFor();
  await page.locator('[data-testid=found-known][data-known=false]').waitFor();
  await page.getByTestId('found-issue').getByText('/sides').waitFor();
  // A tool that comes later is known as soon as it is there.
  await page.evaluate(() =>
    (window as unknown as Bench).bulkhead.skills.register({ name: 'fly', description: 'Flies.', action: () => 1 }),
  );
  await page.locator('[data-testid=found-known][data-known=false]').waitFor({ state: 'detached' });
  await page.close();
});

test('the dialect that was chosen is the one that is read, and what never ends is no call', async () => {
  const page = await open();
  await write(page, '[CALL: ping({})] and [CALL: pong({"a": 1');
  await found(page).nth(1).waitFor();
  await page.locator('[data-testid=found-call][data-kind=malformed]').getByText('It never ends.').waitFor();
  await page.getByTestId('inspect-dialect').selectOption('kimi-k2');
  await found(page).first().waitFor({ state: 'detached' });
  expect(await page.getByTestId('inspect-dialect').locator('option').count()).toBe(21);
  await page.close();
});

test('the newest text wins, however fast it is typed, and an answer that comes late changes nothing', async () => {
  const page = await open();
  const said = await page.getByTestId('inspector').evaluate(async (section) => {
    const field = section.querySelector('textarea') as HTMLTextAreaElement;
    const write = (text: string) => {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      const chars = section.querySelector('[data-testid=inspect-count]')?.textContent;
      if (chars) seen.add(chars);
    });
    observer.observe(section, { childList: true, characterData: true, subtree: true });
    // This one is under way when the next is written.
    write('[CALL: slow({"a": 1})] '.repeat(20_000));
    for (let count = 0; count < 3; count++) await frame();
    const text = '[CALL: one({})] [CALL: two({})] [CALL: three({})]';
    for (let end = 1; end <= text.length; end++) write(text.slice(0, end));
    while (!seen.has('3 calls')) await frame();
    return [...seen];
  });
  expect(said).toEqual(['3 calls']);
  await page.getByTestId('inspect-clear').click();
  await page.getByTestId('inspect-empty').waitFor();
  expect(await found(page).count()).toBe(0);
  await page.close();
});

test('what a model writes stays text, wherever it is shown', async () => {
  const page = await open();
  const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
  await write(page, `<think>${hostile}</think>${hostile} [CALL: a({"x": "${hostile.replaceAll('"', '\\"')}"})]`);
  await found(page).waitFor();
  await page.getByTestId('inspect-reasoning').locator('summary').click();
  await found(page).locator('summary').click();
  expect((await pieces(page)).map(([, text]) => text).join('')).toContain(hostile);
  expect(await page.locator('bulkhead-parse-inspector img, bulkhead-parse-inspector script').count()).toBe(0);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await page.close();
});

test('a text of a megabyte is shown around its calls only', async () => {
  const page = await open();
  const far = 'The rain goes on and on, and nobody minds. '.repeat(12_000);
  await write(page, `${far}[CALL: first({})]${far}[CALL: second({"a": 1})] end`);
  await found(page).nth(1).waitFor();
  await page.getByTestId('inspect-long').waitFor();
  const shown = await pieces(page);
  expect(shown.filter(([kind]) => kind === 'call').map(([, text]) => text)).toEqual([
    '[CALL: first({})]',
    '[CALL: second({"a": 1})]',
  ]);
  expect(shown.map(([, text]) => text).join('').length).toBeLessThan(2_000);
  await page.close();
});

test('axe finds nothing wrong, every control is large enough and nothing is clipped: light, dark, forced colours, Chinese, a phone', async () => {
  const manners: readonly (BrowserContextOptions & { readonly least: number })[] = [
    { colorScheme: 'light', least: 32 },
    { colorScheme: 'dark', least: 32 },
    { forcedColors: 'active', least: 32 },
    { locale: 'zh-CN', least: 32 },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
  ];
  for (const { least, ...how } of manners) {
    const page = await open(how);
    expect(await violations(page)).toEqual([]);
    if (how.locale) await page.getByText('粘贴一段回答').waitFor();
    await write(page, `<think>x</think>Yes [CALL: ${'long_name_'.repeat(8)}({"a": 1})] [CALL: b({c: 1})] [CALL: d({"e`);
    await found(page).nth(2).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await tooSmall(page, least)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.close();
  }
});
