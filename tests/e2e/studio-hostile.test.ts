import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hostileMessages } from '../fixtures/hostile-messages.js';
import { hostileHtml } from '../fixtures/studio/hostile-html.js';
import { browser, gallery } from './harness.js';

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

const edit = (title: string, id = 'c1') => ({ id, name: 'set_title', args: { title } });

async function visit(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(new URL('studio/shell.html', gallery.url).href);
  await page.waitForFunction(() => 'shell' in window);
  // What belongs to the page, for HTML of others to reach for.
  await page.evaluate(() => {
    const own = document.createElement('div');
    own.innerHTML = `<form id="of-the-page"></form><input type="checkbox" id="of-the-page-tick"><div popover id="of-the-page-popover"></div>
      <input type="radio" name="of-the-page-choice" id="chosen" checked>`;
    document.body.append(own);
    own.querySelector('form')?.addEventListener('submit', () => Object.assign(window, { hit: 1 }));
  });
  return page;
}

/** What of the page somebody else has changed. */
const harm = (page: Page) =>
  page.evaluate(() => ({
    hit: 'hit' in window,
    ticked: document.querySelector<HTMLInputElement>('#of-the-page-tick')?.checked,
    chosen: document.querySelector<HTMLInputElement>('#chosen')?.checked,
    popover: document.querySelector('#of-the-page-popover')?.matches(':popover-open'),
    getElementById: typeof document.getElementById,
    shell: typeof window.shell.open,
    autoApply: window.shell.studio?.view.autoApply,
    sessions: window.shell.studio?.view.sessions.length,
    waits: window.shell.studio?.view.session.pendingApproval !== null,
    calls: window.shell.calls.length,
    ids: document.querySelectorAll('[data-bulkhead-panel] [id], [data-bulkhead-panel] [style]').length,
    forms: document.querySelectorAll('dialog form, dialog iframe, dialog style, dialog [data-bulkhead-panel] svg')
      .length,
    passwords: document.querySelectorAll('dialog input[type=password], dialog input[type=file]').length,
  }));
const UNHARMED = {
  ...{ hit: false, ticked: false, chosen: true, popover: false, getElementById: 'function', shell: 'function' },
  ...{ autoApply: false, sessions: 1, waits: true, calls: 0, ids: 0, forms: 0, passwords: 0 },
};

/** Presses all that is there to be pressed, in whatever place it is. */
async function pressAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const bait of document.querySelectorAll<HTMLElement>('dialog .bait')) bait.click();
  });
}

test('whatever an adapter draws, in its panel or as changes, does nothing of its own: nothing runs, loads, sends, covers or is decided', async () => {
  await using other = await listen();
  for (const place of ['html', 'block', 'card', 'text'] as const) {
    const page = await visit();
    const at = page.url();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const all = hostileHtml(other.url)
      .map((html) => `<section class="one">${html}</section>`)
      .join('');
    await page.evaluate(
      ([where, html, call, long]) => {
        window.shell.answers.push({ toolCalls: [call, long] });
        window.shell.open({ [where]: html });
      },
      [
        place,
        all,
        edit('Winter'),
        { id: 'c2', name: 'set_text', args: { id: 'dish-1', text: 'One line.\nAnother.\nOne more.' } },
      ] as const,
    );
    await page.getByTestId('studio-input').fill('Go');
    await page.keyboard.press('Enter');
    await page.getByTestId('studio-approve').waitFor();
    if (place === 'html') await page.locator('[data-tab=profile]').click();
    await page.locator('dialog .one').last().waitFor({ state: 'attached' });
    await pressAll(page);
    // A click where something would cover everything meets what is there.
    const top = await page.evaluate(() => document.elementFromPoint(640, 40)?.className ?? '');
    expect(top).not.toContain('covers');
    expect(await harm(page), place).toEqual(UNHARMED);
    expect(page.url()).toBe(at);
    // A link of https leads beside the page, where somebody presses it: nothing else opens anything.
    for (const beside of page.context().pages()) {
      if (beside !== page) expect(beside.url()).toMatch(/^(https:\/\/example\.invalid\/|about:blank|chrome-error:)/);
    }
    // A request of this page goes through, so that one of the HTML would have been seen.
    await page.evaluate((url) => fetch(url, { mode: 'no-cors' }), `${other.url}seen`);
    expect(other.asked.splice(0)).toEqual(['/seen']);
    expect(requests.filter((url) => !url.startsWith('data:') && !url.startsWith(new URL('/', at).href))).toEqual([
      `${other.url}seen`,
    ]);
    await page.close();
  }
});

test('classes and data attributes of an adapter stay, so that its styles and its own actions work', async () => {
  const page = await visit();
  await page.evaluate(() =>
    window.shell.open({
      html: `<div class="dish mine" data-dish="7" data-iter-custom-action="apply-global" onclick="window.hit = 1"><b>Caldo</b></div>
        <select class="pick" name="size"><option value="s">S</option><option value="l" selected>L</option></select>
        <input class="field" name="title" value="x" data-field="title"><a class="out" href="https://example.com/">more</a>
        <img class="own" alt="dot" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><table><tr><td colspan="2">x</td></tr></table>`,
    }),
  );
  const dish = page.locator('dialog .dish.mine');
  await dish.waitFor();
  expect(await dish.getAttribute('data-dish')).toBe('7');
  expect(await dish.evaluate((one) => getComputedStyle(one).borderInlineStartWidth)).toBe('3px');
  expect(await page.locator('.pick').inputValue()).toBe('l');
  expect(await page.locator('.field').getAttribute('data-field')).toBe('title');
  expect(await page.locator('.out').evaluate((one: HTMLAnchorElement) => [one.target, one.rel])).toEqual([
    '_blank',
    'noopener noreferrer nofollow',
  ]);
  expect(await page.locator('.own').getAttribute('src')).toMatch(/^data:image\/gif/);
  // What can be pressed by mouse can be pressed by keyboard.
  await dish.focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog .dish b').click();
  expect(await page.evaluate(() => window.shell.calls.length)).toBe(2);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await page.close();
});

test('D07: a model that answers with HTML, in words, names, arguments and values, is shown as text and does nothing', async () => {
  await using other = await listen();
  const page = await visit();
  const at = page.url();
  const bad = hostileHtml(other.url).join('\n');
  for (const [turn, text] of [bad, ...hostileMessages(other.url)].entries()) {
    const label = `<img src="${other.url}x" onerror="window.hit = 1">`;
    await page.evaluate(
      ([said, call]) => {
        window.shell.answers.push({
          text: said,
          toolCalls: [call, { ...call, id: 'c2', name: 'set_text', args: { id: 'dish-0', text: said } }],
        });
        if (!window.shell.studio) window.shell.open();
      },
      [text, edit(label)] as const,
    );
    await page.getByTestId('studio-input').fill('Go');
    await page.keyboard.press('Enter');
    const said = () => page.evaluate(() => window.shell.studio?.view.session.messages.length);
    await expect.poll(said).toBe(2 * (turn + 1));
    await page.locator('[data-phase=idle]').waitFor();
    await page.getByTestId('studio-calls').last().locator('summary').click();
    await page.locator('[data-tab=proposal]').waitFor();
    await pressAll(page);
    expect(await harm(page)).toMatchObject({ hit: false, ticked: false, forms: 0, autoApply: false, waits: true });
    // One that is not decided gives way to the next.
    if (turn % 8 !== 0) continue;
    await page.getByTestId('studio-approve').click();
    await page.locator('dialog h3', { hasText: label }).waitFor();
    await page.getByTestId('studio-approve').waitFor({ state: 'detached' });
    expect(await harm(page)).toMatchObject({ hit: false, ticked: false, forms: 0, autoApply: false, waits: false });
  }
  expect(page.url()).toBe(at);
  await page.evaluate((url) => fetch(url, { mode: 'no-cors' }), `${other.url}seen`);
  expect(other.asked).toEqual(['/seen']);
  await page.close();
});

test('of what is decided nothing is left out, and nothing reads as what it is not', async () => {
  const page = await visit();
  await page.evaluate(
    ([call, block]) => {
      window.shell.answers.push({ toolCalls: [call] });
      window.shell.open({ block });
    },
    [edit('Menu\u202egpj\u200b of the year'), `<p class="one">${'x'.repeat(200_001)}</p>`] as const,
  );
  await page.getByTestId('studio-input').fill('Go');
  await page.keyboard.press('Enter');
  await page.getByTestId('studio-approve').waitFor();
  const card = page.locator('bulkhead-studio-review .change');
  await card.first().waitFor();
  expect(await page.locator('dialog .one').count()).toBe(0);
  expect(await card.locator('ins').first().textContent()).toContain('Menu‹U+202E›gpj‹U+200B› of the year');
  await page.close();
});

test('who presses twice approves what was seen, and not what the model has proposed meanwhile', async () => {
  const page = await visit();
  await page.evaluate(
    (calls) => {
      for (const toolCalls of calls) window.shell.answers.push({ toolCalls });
      window.shell.open();
    },
    [[edit('Winter'), { id: 'go', name: 'iter_continue', args: {} }], [{ ...edit('Nobody has seen this'), id: 'c2' }]],
  );
  await page.getByTestId('studio-input').fill('Go');
  await page.keyboard.press('Enter');
  const approve = page.getByTestId('studio-approve');
  await approve.click();
  // As soon as there is another, as one does who presses twice.
  const title = () => page.evaluate(() => window.shell.studio?.view.session.messages.length);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const find = (root: ParentNode): HTMLElement | undefined => {
          for (const one of root.querySelectorAll<HTMLElement>('*')) {
            if (one.dataset.testid === 'studio-approve') return one;
            const inner = one.shadowRoot && find(one.shadowRoot);
            if (inner) return inner;
          }
          return undefined;
        };
        const press = (): void => {
          const { messages, pendingApproval } = window.shell.studio?.view.session ?? {};
          const waits = messages?.length === 3 && pendingApproval && window.shell.studio?.view.phase === 'idle';
          if (!waits) return void requestAnimationFrame(press);
          requestAnimationFrame(() => {
            find(document)?.click();
            resolve();
          });
        };
        press();
      }),
  );
  expect(await title()).toBe(3);
  await page.waitForFunction(() => window.shell.studio?.view.phase === 'idle');
  expect(await page.evaluate(() => window.shell.studio?.view.session.pendingApproval)).not.toBeNull();
  // Seen, it can be approved.
  await approve.click();
  await approve.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => window.shell.studio?.view.session.pendingApproval)).toBeNull();
  await page.close();
});
