import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { BulkheadModelSettings, BulkheadSessionTree, BulkheadSkillSwitches } from '../../src/ui/index.js';
import { browser, gallery, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';
import { longestAllowed, longestTask } from './tasks.js';

async function open(show: string, how: BrowserContextOptions = {}, lang = 'en'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(new URL(`chat-gallery.html?show=${show}&lang=${lang}`, gallery.url).href);
  await page.waitForSelector('[data-piece]');
  return page;
}

const events = (page: Page) => page.evaluate(() => window.events.splice(0));
const isFocused = (page: Page, testId: string) => page.getByTestId(testId).evaluate((one) => one.matches(':focus'));
/** The session that the keyboard is on. */
const at = (page: Page) => page.locator('[role=treeitem][aria-selected=true]').getAttribute('data-session');

test('sessions are gone through, folded and opened by keyboard', async () => {
  const page = await open('sessions');
  const tree = page.getByTestId('session-tree');
  await tree.focus();
  expect(await at(page)).toBe('s2');
  expect(await page.locator('[aria-current=true]').getAttribute('data-session')).toBe('s2');
  const walk = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return at(page);
  };
  expect(await walk('ArrowDown')).toBe('s3');
  expect(await walk('ArrowLeft')).toBe('s2');
  expect(await walk('ArrowLeft', 'ArrowLeft')).toBe('s1');
  const lines = Number(await tree.getAttribute('data-total'));
  expect(await walk('ArrowLeft')).toBe('s1');
  await expect.poll(() => tree.getAttribute('data-total')).toBe(String(lines - 2));
  expect(await walk('ArrowRight', 'ArrowRight')).toBe('s2');
  expect(await walk('Home', 'ArrowDown')).toBe('s2');
  expect(await tree.evaluate((one) => one.getAttribute('aria-activedescendant'))).toBe(
    await page.locator('[role=treeitem][aria-selected=true]').getAttribute('id'),
  );
  expect(await events(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await events(page)).toEqual([{ type: 'bh-session', detail: { id: 's2' } }]);
  expect(await walk('End')).toBeNull();
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-session=a2]').waitFor({ state: 'attached' });
  expect(await walk('ArrowDown')).toBe('a1');
  await page.close();
});

test('a session is renamed by F2: Enter takes the name, Esc does not', async () => {
  const page = await open('sessions');
  const tree = page.getByTestId('session-tree');
  await tree.focus();
  await page.keyboard.press('F2');
  const field = page.getByTestId('session-name');
  expect(await field.inputValue()).toBe('without stairs');
  expect(await isFocused(page, 'session-name')).toBe(true);
  await field.fill('with a lift');
  await page.keyboard.press('Escape');
  expect(await isFocused(page, 'session-tree')).toBe(true);
  await page.keyboard.press('F2');
  await field.fill('  ');
  await page.keyboard.press('Enter');
  expect(await events(page)).toEqual([]);
  await page.keyboard.press('F2');
  await field.fill(' with a lift ');
  await page.keyboard.press('Enter');
  expect(await events(page)).toEqual([{ type: 'bh-session-rename', detail: { id: 's2', label: 'with a lift' } }]);
  expect(await isFocused(page, 'session-tree')).toBe(true);
  await page.close();
});

test('the menu of a session forks it, puts it away and removes it, by mouse and by keyboard', async () => {
  const page = await open('sessions');
  const row = page.locator('[data-session=s4]');
  await row.hover();
  await row.getByTestId('session-more').click();
  await page.getByTestId('session-fork').click();
  await page.getByTestId('session-tree').press('Shift+F10');
  expect(await isFocused(page, 'session-rename')).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await isFocused(page, 'session-tree')).toBe(true);
  await page.getByTestId('session-tree').press('Shift+F10');
  await page.keyboard.press('Escape');
  expect(await page.getByTestId('session-menu').count()).toBe(0);
  await page.keyboard.press('Delete');
  await page.getByTestId('session-new').click();
  expect(await events(page)).toEqual([
    { type: 'bh-session-fork', detail: { id: 's4' } },
    { type: 'bh-session-archive', detail: { id: 's4', archived: true } },
    { type: 'bh-session-remove', detail: { id: 's4' } },
    { type: 'bh-session-new', detail: null },
  ]);
  await page.close();
});

test('2,000 sessions open, are searched and gone through without a task that is long', async () => {
  const page = await open('sessions');
  const longest = await longestTask(browser, page, async () => {
    await page.evaluate(async () => {
      const tree = document.querySelector<BulkheadSessionTree>('bulkhead-session-tree');
      if (!tree) throw new Error('no tree');
      tree.sessions = window.pieces.manySessions(2_000);
      tree.current = 'x1500';
      await tree.updateComplete;
    });
    await page.locator('[data-session=x1500]').waitFor();
    await page.getByTestId('session-tree').focus();
    for (const key of ['End', 'Home', 'PageDown', 'PageDown']) await page.keyboard.press(key);
    await page.getByTestId('session-find').fill('session 19');
    await expect.poll(() => page.getByTestId('session-tree').getAttribute('data-total')).toBe('111');
  });
  expect(longest).toBeLessThan(await longestAllowed(browser, workbench.url));
  expect(await page.getByTestId('session').count()).toBeLessThan(60);
  await page.getByTestId('session-find').fill('nobody');
  await page.getByText('No session matches “nobody”').waitFor();
  await page.close();
});

test('skills are switched, and from eight on searched', async () => {
  const page = await open('skills');
  await page.locator('[data-skill=tables] [role=switch]').click();
  expect(await events(page)).toEqual([{ type: 'bh-skill', detail: { name: 'tables', on: true } }]);
  await page.getByTestId('skill-find').fill('WEATHER');
  expect(await page.getByTestId('skill-row').count()).toBe(1);
  await page.evaluate(async () => {
    const piece = document.querySelector<BulkheadSkillSwitches>('bulkhead-skill-switches');
    if (!piece) throw new Error('no switches');
    piece.skills = piece.skills.slice(0, 7);
    await piece.updateComplete;
  });
  expect(await page.getByTestId('skill-find').count()).toBe(0);
  expect(await page.getByTestId('skill-row').count()).toBe(7);
  await page.close();
});

test('a model is saved only when nothing is wrong, and its key is in no place that can be read', async () => {
  const page = await open('model-empty');
  await page.getByTestId('model-endpoint').fill('api.example.com');
  await page.getByTestId('model-save').click();
  expect(await page.getByTestId('model-wrong').count()).toBe(2);
  expect(await isFocused(page, 'model-endpoint')).toBe(true);
  expect(await events(page)).toEqual([]);
  await page.getByTestId('model-endpoint').fill('https://api.example.com/v1');
  await page.getByTestId('model-leaves').getByText('What you write is sent to api.example.com.').waitFor();
  await page.getByTestId('model-model').fill(' m ');
  await page.getByTestId('model-key').fill('sk-secret');
  await page.getByTestId('model-advanced').locator('summary').click();
  await page.getByTestId('model-timeout').fill('1.5');
  await page.getByTestId('model-test').click();
  await page.getByTestId('model-save').click();
  const profile = {
    kind: 'openai',
    endpoint: 'https://api.example.com/v1',
    model: 'm',
    tools: 'native',
    timeoutMs: 1_500,
  };
  expect(await events(page)).toEqual([
    { type: 'bh-model-test', detail: { profile, key: 'sk-secret' } },
    { type: 'bh-model-save', detail: { profile, key: 'sk-secret' } },
  ]);
  await expect.poll(() => page.getByTestId('model-key').inputValue()).toBe('');
  await page.getByTestId('model-save').click();
  expect(await events(page)).toEqual([{ type: 'bh-model-save', detail: { profile } }]);
  await page.getByTestId('model-endpoint').fill('http://127.0.0.1:8080/v1');
  expect(await page.getByTestId('model-leaves').count()).toBe(0);
  await page.close();
});

test('what is typed stays while a test runs and the page says the same again; another profile takes its place', async () => {
  const page = await open('model');
  const change = (data: Partial<BulkheadModelSettings>) =>
    page.evaluate(async (next) => {
      const piece = document.querySelector<BulkheadModelSettings>('bulkhead-model-settings');
      if (!piece) throw new Error('no settings');
      if (next.profile === undefined) Object.assign(piece, { profile: { ...piece.profile } });
      Object.assign(piece, next);
      await piece.updateComplete;
    }, data);
  const name = page.getByTestId('model-model');
  await name.fill('other');
  await change({ test: { state: 'running', startedAt: 0 } });
  expect(await name.inputValue()).toBe('other');
  expect(await page.getByTestId('model-test').isDisabled()).toBe(true);
  await page.getByTestId('model-result').getByText('Testing the model…').waitFor();
  await change({ test: { state: 'ok', ms: 812, calls: true } });
  await page.getByTestId('model-result').getByText('The model answered in 812 ms.').waitFor();
  await page.getByTestId('model-result').getByText('It can call tools.').waitFor();
  await change({
    test: { state: 'failed', error: { code: 'MODEL_FAILED', message: 'no', status: 401, mismatches: [] } },
  });
  await page.getByTestId('model-result').getByText('The server rejected the key. Enter it again.').waitFor();
  await page.getByTestId('model-key-state').getByText('A key is saved.').waitFor();
  await page.getByTestId('model-endpoint').fill('https://elsewhere.example/v1');
  await page.getByTestId('model-key-state').getByText('The saved key belongs to another address').waitFor();
  await change({ profile: { kind: 'recorded', tools: 'native' }, keyKept: false });
  expect(await page.getByTestId('model-kind-recorded').isChecked()).toBe(true);
  expect(await name.count()).toBe(0);
  await page.getByTestId('model-forget').click();
  expect(await events(page)).toEqual([{ type: 'bh-model-forget', detail: null }]);
  await page.close();
});

test('axe finds nothing wrong with any of them, and on a phone nothing is clipped and all is large enough', async () => {
  const manners: readonly (BrowserContextOptions & { readonly least: number; readonly lang: string })[] = [
    { colorScheme: 'light', least: 32, lang: 'en' },
    { colorScheme: 'dark', least: 32, lang: 'zh-Hans' },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44, lang: 'zh-Hant' },
    { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, forcedColors: 'active', least: 32, lang: 'en' },
  ];
  for (const { least, lang, ...how } of manners) {
    for (const show of ['sessions,skills,model', 'sessions-empty,skills-empty,model-ok']) {
      const page = await open(show, how, lang);
      expect(await violations(page), show).toEqual([]);
      expect(await tooSmall(page, least), show).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.close();
    }
  }
});
