import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { LINES } from '../fixtures/studio/document.js';
import { browser, gallery, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';
import { ask, calls, openApp, openStudio, profiles, rewritten, waits } from './studio-drive.js';
import { longestAllowed, longestTask } from './tasks.js';

const url = gallery.url.replace('gallery.html', 'review.html');
const WIDE = { width: 1280, height: 800 };

async function open(show: string, context: BrowserContextOptions = {}, lang = 'en'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: WIDE, ...context })).newPage();
  await page.goto(`${url}?show=${show}&lang=${lang}`);
  await page.locator('html[data-ready=true]').waitFor();
  return page;
}

/** Opens the review with the keyboard in it. */
async function enter(show = 'some', context: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(show, context);
  await page.getByTestId('review-list').focus();
  await at(page, 'name');
  return page;
}

/** Waits until the keyboard is at a change, or at one of its hunks: `path` or `path#2`. */
const at = (page: Page, wanted: string) =>
  page.waitForFunction((name) => {
    const root = document.querySelector('bulkhead-studio-review')?.shadowRoot;
    const here = root?.querySelector('.at');
    const card = here?.closest('.change');
    const hunks = [...(card?.querySelectorAll('.hunk') ?? [])];
    const place = here && hunks.includes(here) ? `#${hunks.indexOf(here) + 1}` : '';
    return `${card?.querySelector('.path')?.textContent}${place}` === name;
  }, wanted);

/** The same, with the keyboard's focus on it. */
const focusAt = async (page: Page, wanted: string): Promise<void> => {
  await at(page, wanted);
  await page.waitForFunction(() => {
    const focus = document.querySelector('bulkhead-studio-review')?.shadowRoot?.activeElement;
    return focus?.matches('.at') ?? false;
  });
};

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** All that is said now, by path. */
const said = (page: Page) =>
  page.evaluate(() => {
    const { panel } = window.reviewPage;
    const paths = new Map(panel.comparison?.changes.map(({ id, path }) => [id, path]));
    const name = (key: string) => {
      const [id = '', hunk] = key.split('\n');
      return hunk === undefined ? paths.get(id) : `${paths.get(id)}#`;
    };
    return Object.entries(panel.review.decisions).map(([key, decision]) => `${name(key)}: ${decision}`);
  });

const PROMPT = 'Preset ‘critic’ / System prompt';

test('J and K go from part to part, brackets from change to change, Home and End to the ends; the focus goes with them', async () => {
  const page = await enter();
  await press(page, 'j', 'j');
  await focusAt(page, `${PROMPT}#1`);
  await press(page, 'j', 'j');
  await focusAt(page, `${PROMPT}#3`);
  await press(page, 'j');
  await focusAt(page, 'presets.judge');
  await press(page, 'k');
  await focusAt(page, `${PROMPT}#3`);
  await press(page, '[');
  await focusAt(page, PROMPT);
  await press(page, 'j');
  await focusAt(page, `${PROMPT}#1`);
  await press(page, ']');
  await focusAt(page, 'presets.judge');
  await press(page, 'End', 'j');
  await focusAt(page, 'temperature');
  await press(page, 'Home', 'k');
  await focusAt(page, 'name');
});

test('Y and N decide and go on to what is not decided; what is decided is shut, and said once', async () => {
  const page = await enter();
  await press(page, 'n');
  await focusAt(page, '["odd key"][1]');
  await press(page, 'y', 'y', 'n', 'y');
  await focusAt(page, 'presets.judge');
  expect(await said(page)).toEqual([
    ...['name: reject', '["odd key"][1]: accept'],
    ...[
      'presets.critic.systemPrompt#: accept',
      'presets.critic.systemPrompt#: reject',
      'presets.critic.systemPrompt#: accept',
    ],
  ]);
  const rows = page.getByTestId('review-change');
  expect(await rows.first().getAttribute('data-fold')).toBe('shut');
  expect(await page.locator('[data-verdict=mixed]').getAttribute('data-fold')).toBe('shut');
  expect(await page.getByTestId('review-sum').textContent()).toBe('2 accepted · 1 rejected · 7 open');
  expect(await page.getByTestId('review-spoken').textContent()).toBe(`Accepted: ${PROMPT}`);
  // Each decision was told, and the last tells all of them.
  expect(await page.evaluate(() => window.reviewPage.said.length)).toBe(5);
});

test('U brings a part back as it was, with the keyboard on it, as often as there was something; Shift U decides it again', async () => {
  const page = await enter();
  await press(page, ']', ']', 'j', 'y', 'n', 'y');
  await focusAt(page, 'presets.judge');
  await press(page, 'u');
  await focusAt(page, `${PROMPT}#3`);
  expect(await page.locator('.hunk.at .cell').count()).toBeGreaterThan(0);
  await press(page, 'Control+z', 'u');
  await focusAt(page, `${PROMPT}#1`);
  expect(await said(page)).toEqual([]);
  await press(page, 'u');
  await expect.poll(() => page.getByTestId('review-spoken').textContent()).toBe('Nothing to undo');
  await press(page, 'Shift+U');
  await expect.poll(() => said(page)).toEqual(['presets.critic.systemPrompt#: accept']);
});

test('Shift Y accepts what is not decided yet, and is taken back at once; when all is decided it is everything', async () => {
  const page = await enter();
  await press(page, 'n', 'Shift+Y');
  await expect.poll(async () => (await said(page)).length).toBe(10);
  expect(await said(page)).toContain('name: reject');
  expect((await said(page)).filter((one) => one.endsWith('accept'))).toHaveLength(9);
  expect(await page.getByTestId('review-accept-rest').textContent()).toBe('Accept all');
  await press(page, 'u');
  await expect.poll(() => said(page)).toEqual(['name: reject']);
  expect(await page.getByTestId('review-accept-rest').textContent()).toBe('Accept the rest');
  await press(page, 'Shift+N', 'Shift+Y');
  await expect.poll(async () => (await said(page)).filter((one) => one.endsWith('accept')).length).toBe(10);
});

test('Space marks what was looked at and goes on to what was not; how far one is stands above, and is kept with the rest', async () => {
  const page = await enter();
  await press(page, ' ', ' ');
  await focusAt(page, PROMPT);
  await press(page, 'y');
  await expect.poll(() => page.getByTestId('review-progress').textContent()).toBe('3 of 10 viewed');
  await press(page, 'Home', ' ');
  await expect.poll(() => page.getByTestId('review-progress').textContent()).toBe('2 of 10 viewed');
  const reviewed = await page.evaluate(() => window.reviewPage.panel.review.reviewed.length);
  expect(reviewed).toBe(2);
  expect(await page.locator('[data-reviewed=true]').count()).toBe(2);
});

test('Enter shows a change as large as the page, where the same keys decide; Esc leads back to where one is then', async () => {
  const page = await enter();
  await press(page, ']', ']', 'j', 'Enter');
  const zoom = page.getByTestId('review-zoom');
  await zoom.getByText('objects that somebody holds').first().waitFor();
  expect(await zoom.getByTestId('zoom-hunk').count()).toBe(3);
  await press(page, 'n', 'y');
  await expect.poll(() => zoom.locator('[data-testid=zoom-hunk][data-verdict=reject]').count()).toBe(1);
  await press(page, '?');
  await press(page, 'y', 'Escape');
  expect(await said(page)).toHaveLength(2);
  await press(page, ']');
  await zoom.getByText('presets.judge').waitFor();
  await press(page, 'Escape');
  await zoom.waitFor({ state: 'hidden' });
  await focusAt(page, 'presets.judge');
});

test('the question mark lists the keys, and those that are typed there decide nothing', async () => {
  const page = await enter();
  await press(page, '?');
  const keys = page.getByTestId('review-keys');
  await keys.getByText('Undo the last decision').waitFor();
  await press(page, 'y', 'n', 'Escape');
  await keys.waitFor({ state: 'hidden' });
  await focusAt(page, 'name');
  expect(await said(page)).toEqual([]);
});

test('a key in a button presses that button, and single keys go on from there', async () => {
  const page = await enter();
  const looked = page.getByTestId('review-looked').first();
  await looked.focus();
  await press(page, ' ');
  expect(await looked.isChecked()).toBe(true);
  await page.getByTestId('review-reject').first().focus();
  await press(page, 'Enter');
  await expect.poll(() => said(page)).toEqual(['name: reject']);
  await press(page, 'j');
  await focusAt(page, '["odd key"][1]');
});

test('by the mouse a change is decided, decided otherwise and taken back, and one stays where one is', async () => {
  const page = await open('some');
  const first = page.getByTestId('review-change').first();
  await first.getByTestId('review-reject').click();
  await expect.poll(() => said(page)).toEqual(['name: reject']);
  await first.getByTestId('review-accept').click();
  await expect.poll(() => said(page)).toEqual(['name: accept']);
  expect(await first.getByTestId('review-accept').getAttribute('aria-pressed')).toBe('true');
  await first.getByTestId('review-accept').click();
  await expect.poll(() => said(page)).toEqual([]);
  const hunk = page.getByTestId('review-hunk').nth(1);
  await hunk.getByTestId('hunk-reject').click();
  await expect.poll(() => said(page)).toEqual(['presets.critic.systemPrompt#: reject']);
  expect(await page.locator('.change.near .path').textContent()).toBe(PROMPT);
});

test('the line between the columns is dragged, or moved by arrows; it and the view are remembered', async () => {
  const page = await enter();
  await press(page, ']', ']');
  await at(page, PROMPT);
  const divider = page.locator('.change.near [role=separator]');
  await divider.focus();
  await press(page, 'ArrowLeft', 'ArrowLeft');
  expect(await divider.getAttribute('aria-valuenow')).toBe('46');
  const box = await divider.boundingBox();
  if (!box) throw new Error('no divider');
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 60, { steps: 4 });
  await page.mouse.up();
  const wide = Number(await divider.getAttribute('aria-valuenow'));
  expect(wide).toBeGreaterThan(58);
  await page.reload();
  await page.getByTestId('review-divider').first().waitFor({ state: 'attached' });
  expect(await page.getByTestId('review-divider').first().getAttribute('aria-valuenow')).toBe(String(wide));
  await page.getByTestId('review-list').focus();
  await press(page, 's');
  await expect.poll(() => page.getByTestId('review-divider').count()).toBe(0);
  await page.reload();
  await page.getByTestId('review-hunk').first().waitFor();
  expect(await page.getByTestId('review-divider').count()).toBe(0);
  expect(await page.getByTestId('review-inline').getAttribute('aria-pressed')).toBe('true');
});

test('what is over is looked at by the same keys, and nothing decides it', async () => {
  const page = await enter('done');
  expect(await page.getByTestId('review-accept').count()).toBe(0);
  await press(page, 'y', 'Shift+N', ' ', 'j');
  await focusAt(page, '["odd key"][1]');
  expect(await page.evaluate(() => window.reviewPage.said)).toEqual([]);
});

test('with ⌘ or Ctrl and Enter what waits is asked to be approved; what is over is not', async () => {
  const page = await enter();
  await page.evaluate(() => {
    window.addEventListener('bh-approve', () => window.reviewPage.said.push(window.reviewPage.panel.review));
  });
  await press(page, 'n', 'Control+Enter');
  await expect.poll(() => page.evaluate(() => window.reviewPage.said.length)).toBe(2);
  await page.evaluate(() => {
    window.reviewPage.panel.mode = 'done';
  });
  await press(page, 'Control+Enter', 'End');
  await focusAt(page, 'temperature');
  expect(await page.evaluate(() => window.reviewPage.said.length)).toBe(2);
});

test('what somebody looks at stays where it is, however high what is above turns out to be', async () => {
  const page = await open('many');
  const list = page.getByTestId('review-list');
  /** Where a row stands in the list: the one with this id, or the first that is seen. */
  const top = (id?: string) =>
    page.evaluate(async (wanted) => {
      const root = window.reviewPage.panel.shadowRoot;
      const list = root?.querySelector('.list');
      const start = list?.getBoundingClientRect().top ?? 0;
      const rows = [...(root?.querySelectorAll<HTMLElement>('.change') ?? [])];
      const isMeant = (one: HTMLElement) =>
        wanted === undefined ? one.getBoundingClientRect().bottom > start + 1 : one.dataset.row === wanted;
      const row = rows.find(isMeant);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return { id: row?.dataset.row, top: Math.round((row?.getBoundingClientRect().top ?? 0) - start) };
    }, id);
  /** What is above may still be on its way, and higher than it was taken for. */
  const settled = async (id?: string) => {
    let last = await top(id);
    await expect
      .poll(async () => {
        const now = await top(id);
        const same = now.id !== undefined && now.id === last.id && now.top === last.top;
        last = now;
        // What is still being compared has no height of its own yet.
        return same && (await page.getByTestId('review-waiting').count()) === 0;
      })
      .toBe(true);
    return last;
  };
  await list.evaluate((one) => {
    one.scrollTop = one.scrollHeight / 2;
  });
  await page.locator('.change .cell.added').first().waitFor();
  const before = await settled();
  // The height of a row is known once it was drawn: a jump over rows that were not drawn has no way back to the pixel.
  for (const step of [...Array(12).fill(-250), ...Array(12).fill(250)]) {
    await list.evaluate((one, by) => one.scrollBy(0, by), step);
    await settled();
  }
  // Parts of a pixel add up.
  const after = await settled(before.id);
  expect(Math.abs(after.top - before.top)).toBeLessThan(12);
});

test('other keys can be given, and are the ones that are shown', async () => {
  const page = await enter();
  await page.evaluate(() => {
    window.reviewPage.panel.keys = { a: 'accept', x: 'reject', '?': 'help' };
  });
  await page.locator('.hint', { hasText: 'A Accept' }).waitFor();
  await press(page, 'y', 'x');
  await expect.poll(() => said(page)).toEqual(['name: reject']);
  await press(page, '?');
  expect(await page.getByTestId('review-keys').locator('dt').count()).toBe(3);
});

test('of many a change is found by its name; Enter goes on to the next, and Esc leads to where that is', async () => {
  const page = await open('many');
  await page.getByTestId('review-list').focus();
  await at(page, 'list.e0.text');
  await press(page, '/');
  await page.keyboard.type('E49');
  await expect.poll(() => page.getByTestId('review-found').textContent()).toBe('1 of 11');
  await at(page, 'list.e49.text');
  await press(page, 'Enter');
  await at(page, 'list.e490.text');
  await press(page, 'Shift+Enter', 'Shift+Enter');
  await at(page, 'list.e499.text');
  await press(page, 'Escape', 'n');
  await focusAt(page, 'list.e5.text');
  expect(await said(page)).toEqual(['list.e499.text: reject']);
  await press(page, '/');
  await page.keyboard.type('0000');
  await expect.poll(() => page.getByTestId('review-found').textContent()).toBe('no such change');
});

test('one change has no answers for all of them', async () => {
  const page = await open('none');
  await page.evaluate(() => window.reviewPage.compare(1));
  expect(await page.getByTestId('review-undo').count()).toBe(1);
  expect(await page.getByTestId('review-accept-rest').count()).toBe(0);
});

test('a proposal is reviewed and approved in the studio without leaving the keyboard', async () => {
  await using model = await startModel();
  const page = await openApp(await browser.newContext({ viewport: WIDE }), model.url);
  await openStudio(page);
  model.play(calls('Another end.', ['write_text', { text: rewritten('It begins here.', 'It ends here.') }]));
  await ask(page, 'Make it another.');
  await waits(page);
  await page.getByTestId('review-hunk').nth(1).waitFor();
  await page.getByTestId('review-list').focus();
  await press(page, 'n', 'y', 'u', 'y', 'Control+Enter');
  await page.waitForFunction(() => {
    const { session, phase } = window.studioApp.studio?.view ?? {};
    return phase === 'idle' && session?.messages.at(-1)?.toolState === 'completed';
  });
  expect((await profiles(page)).working?.text).toBe(rewritten(LINES[0] ?? '', 'It ends here.'));
});

test('D07 in the review: a value with <img onerror> is text, in the list and enlarged', async () => {
  const page = await enter();
  await press(page, ']', ']', ']', 'Enter');
  await page.getByTestId('review-zoom').getByText('<img src=x onerror').waitFor();
  const found = await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    return [roots.some((root) => root.querySelector('img')), 'hacked' in window];
  });
  expect(found).toEqual([false, false]);
});

test('a card of an adapter stands in the page itself, harmless; one that throws, or is none, is ours', async () => {
  const page = await open('some');
  await page.evaluate(() => {
    window.reviewPage.panel.card = ({ path, afterValue }) => {
      if (path === 'temperature') throw new Error('no');
      if (path !== 'name') return null;
      return `<p class="mine" data-iter-custom-action="do">${afterValue}<img src=x onerror="window.hacked = true"><a href="javascript:window.hacked = true">go</a></p>`;
    };
  });
  const card = page.locator('bulkhead-studio-review > div .mine');
  await card.waitFor();
  expect(await card.textContent()).toContain('Stern critic');
  expect(
    await card.evaluate((one) => [one.isConnected, one.assignedSlot, one.closest('[slot]')?.assignedSlot !== null]),
  ).toEqual([true, null, true]);
  expect(await card.locator('img[onerror], a[href^=javascript]').count()).toBe(0);
  await page.getByTestId('review-list').focus();
  await press(page, 'End');
  await page.locator('.change.at .cell.added').getByText('0.2').waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('a change that cannot be fetched says so, and is asked for again', async () => {
  const page = await open('none');
  await page.getByText('Nothing changes').waitFor();
  await page.evaluate(async () => {
    const { panel, compare } = window.reviewPage;
    await compare(3);
    const whole = panel.comparison;
    let lost = true;
    if (!whole) throw new Error('nothing to compare');
    panel.comparison = {
      ...whole,
      unfold: (...asked) => (lost ? Promise.reject(new Error('the worker is gone')) : whole.unfold(...asked)),
    };
    window.addEventListener('mended', () => {
      lost = false;
    });
  });
  await page.getByTestId('review-failure').first().getByText('the worker is gone').waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('mended')));
  await page.getByText('Try again').first().click();
  await page.locator('.cell.added').first().waitFor();
  expect(await page.getByTestId('review-failure').count()).toBe(0);
});

test('of 500 changes those near are drawn; the first shows as soon as of ten, and no task is long', async () => {
  const page = await open('none');
  // In turns, and the least of each: what else the machine does comes on top.
  const times: { readonly [count in 10 | 500]: number[] } = { 10: [], 500: [] };
  for (let round = 0; round < 4; round += 1) {
    for (const count of [10, 500] as const) {
      times[count].push(await page.evaluate((of) => window.reviewPage.compare(of), count));
    }
  }
  const [few, many] = [Math.min(...times[10]), Math.min(...times[500])];
  console.log(`first diff painted: of 10 after ${few.toFixed(1)} ms, of 500 after ${many.toFixed(1)} ms`);
  expect(many).toBeLessThan(few * 3);
  expect(await page.getByTestId('review-change').count()).toBeLessThan(40);
  const list = page.getByTestId('review-list');
  const longest = await longestTask(browser, page, async () => {
    await list.hover();
    for (let at = 0; at < 40; at += 1) await page.mouse.wheel(0, 700);
    await list.focus();
    await press(page, 'Home', ...Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? 'n' : 'y')));
    await press(page, 'Shift+Y', 'u', 'End');
    await focusAt(page, 'list.e99.text');
  });
  console.log(`longest task while 500 changes are scrolled and decided: ${longest.toFixed(1)} ms`);
  expect(longest).toBeLessThan(await longestAllowed(browser, workbench.url));
  expect(await page.getByTestId('review-change').count()).toBeLessThan(40);
  expect(await said(page)).toHaveLength(30);
});

test('a text of 4,000 lines is folded, and enlarged it is read to its end with few lines drawn', async () => {
  const page = await open('long');
  await page.getByTestId('review-list').focus();
  await press(page, 'j', 'Enter');
  const lines = page.getByTestId('review-zoom-lines');
  await lines.locator('.line .text').first().waitFor();
  expect(await lines.getAttribute('data-total')).toBe('4000');
  await press(page, 'End');
  await page.getByTestId('review-zoom').getByText('Line 3982 of a long text').first().waitFor();
  expect(await lines.locator('.line').count()).toBeLessThan(200);
});

const MANNERS: readonly (BrowserContextOptions & { readonly name: string; readonly least: number })[] = [
  { name: 'light', colorScheme: 'light', least: 32 },
  { name: 'dark', colorScheme: 'dark', least: 32 },
  { name: 'forced colours', forcedColors: 'active', least: 32 },
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, least: 44 },
];
for (const { name, least, ...context } of MANNERS) {
  test(`axe finds nothing wrong with a review or a trial, every control is large enough and nothing is clipped: ${name}`, async () => {
    for (const [show, lang] of [
      ['some', 'en'],
      ['done', 'zh-Hans'],
      ['many', 'zh-Hant'],
      ['none', 'zh-Hant'],
      ['failed', 'en'],
      ['rehearsals', 'zh-Hans'],
    ] as const) {
      const page = await open(show, context, lang);
      if (show === 'some') {
        await page.getByTestId('review-list').focus();
        await press(page, 'y', 'n', ']', 'j', 'n');
        await page.getByTestId('review-sum').waitFor();
      }
      expect(await violations(page), show).toEqual([]);
      expect(await tooSmall(page, least), show).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), show).toBeLessThanOrEqual(0);
      if (show !== 'some') continue;
      await press(page, 'Enter');
      await page.getByTestId('review-zoom').getByText('Part 1 of 2').waitFor();
      expect(await violations(page), 'enlarged').toEqual([]);
      expect(await tooSmall(page, least), 'enlarged').toEqual([]);
    }
  });
}
