import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { troubles } from './browser.js';
import { drop } from './chat-app.js';
import { browser, gallery } from './harness.js';

type How = Parameters<Window['shell']['open']>[0];
type Answers = Window['shell']['answers'];

async function visit(how: BrowserContextOptions = {}, lang = 'en'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(new URL(`studio/shell.html?lang=${lang}`, gallery.url).href);
  await page.waitForFunction(() => 'shell' in window);
  return page;
}

async function open(how: How = {}, answers: Answers = [], manner: BrowserContextOptions = {}, lang = 'en') {
  const page = await visit(manner, lang);
  await page.evaluate(
    ([given, said]) => {
      window.shell.answers.push(...said);
      window.shell.open(given);
    },
    [how, answers] as const,
  );
  await page.getByTestId('studio-input').waitFor();
  return page;
}

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByTestId('studio-input').fill(text);
  await page.keyboard.press('Enter');
};
const edit = (title: string, id = 'c1') => ({ id, name: 'set_title', args: { title } });
const book = (page: Page) => page.evaluate(() => window.shell.settings.book.title);

test('A17: opening settles only when the popup is closed, and not before', async () => {
  const page = await visit();
  const found = troubles(page);
  await page.locator('#opener').click();
  await page.getByTestId('studio-input').waitFor();
  expect(await page.getByTestId('studio-input').evaluate((one) => one.matches(':focus'))).toBe(true);
  await say(page, 'Hello');
  await page.getByText('Nothing to do.').waitFor();
  // The answer is shown before its turn ends, and until then Escape asks whether to leave.
  await page.getByTestId('studio-send').waitFor();
  expect(await page.evaluate(() => window.shell.closed)).toBe(false);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.shell.closed);
  expect(await page.locator('dialog').count()).toBe(0);
  expect(await page.locator('#opener').evaluate((one) => one.matches(':focus'))).toBe(true);
  expect(found).toEqual([]);
  await page.close();
});

test('a file that is dropped on it is refused, and neither the page around nor the browser takes it', async () => {
  const page = await open();
  await page.evaluate(() => {
    const reached: string[] = [];
    for (const type of ['dragover', 'drop']) window.addEventListener(type, () => reached.push(type));
    Object.assign(window, { reached });
  });
  expect(await drop(page, 'dialog bulkhead-studio-composer', 'card.json', '{}')).toEqual([true, true]);
  expect(await page.evaluate(() => (window as unknown as { reached: string[] }).reached)).toEqual([]);
  expect(await page.getByTestId('studio-input').inputValue()).toBe('');
  await page.close();
});

test('U01: a click inside an action of the adapter reaches it with the live session; an error is said, and the popup stays', async () => {
  const page = await open({}, [{ toolCalls: [edit('Winter soups')] }]);
  await say(page, 'Winter');
  await page.getByTestId('studio-approve').click();
  await page.locator('dialog h3', { hasText: 'Winter soups' }).waitFor();
  expect(await book(page)).toBe('Soups of the year');
  await page.locator('[data-iter-custom-action=apply-global] .inner').click();
  await expect.poll(() => book(page)).toBe('Winter soups');
  const popupId = await page.locator('dialog').getAttribute('id');
  expect(await page.evaluate(() => window.shell.calls)).toEqual([
    { action: 'apply-global', session: true, root: 'the root', popup: `#${popupId}` },
  ]);
  await page.locator('[data-iter-custom-action=fail]').click();
  await page.getByTestId('studio-error').getByText('the shelf is full').waitFor();
  expect(await page.locator('dialog').evaluate((one) => (one as HTMLDialogElement).open)).toBe(true);
  await page.getByTestId('studio-dismiss').click();
  await expect.poll(() => page.getByTestId('studio-error').count()).toBe(0);
  await page.close();
});

test('A16: apply functions of other studios are accepted on an adapter, and never called', async () => {
  const page = await open({ old: true }, [{ toolCalls: [edit('Winter soups')] }]);
  await say(page, 'Winter');
  await page.getByTestId('studio-approve').click();
  await page.locator('dialog h3', { hasText: 'Winter soups' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.shell.closed);
  expect(await page.evaluate(() => window.shell.calls)).toEqual([]);
  await page.close();
});

test('the popup has the ids and classes of the contract, and takes them with it', async () => {
  const page = await open();
  const popup = page.locator('dialog');
  const id = (await popup.getAttribute('id')) ?? '';
  expect(id).toMatch(/^luker_iter_studio_recipes_\d+/);
  expect((await popup.getAttribute('class'))?.split(' ')).toEqual([
    'luker-studio',
    'luker-iteration-studio',
    'recipe-card',
  ]);
  for (const part of ['sub', 'status', 'conversation', 'pending', 'input', 'profile', 'history']) {
    expect(await page.locator(`#${id}_${part}`).count(), part).toBe(1);
  }
  await page.getByTestId('studio-close').click();
  await page.waitForFunction(() => window.shell.closed);
  expect(await page.locator('[id^=luker_iter_studio]').count()).toBe(0);
  await page.close();
});

test('A12: Stop ends what is under way, and the profile stays; closing meanwhile asks first', async () => {
  const page = await open({}, ['wait', 'wait', 'wait']);
  await say(page, 'Winter');
  await page.getByTestId('studio-stop').click();
  await page.locator('[data-phase=idle]').waitFor();
  await page.getByTestId('studio-info').waitFor();
  expect(await page.getByTestId('studio-message').count()).toBe(1);
  await page.getByTestId('studio-again').click();
  await page.locator('[data-phase=asking]').waitFor();
  // Esc asks; a second one is a no to that.
  await page.keyboard.press('Escape');
  await page.getByTestId('studio-leave').waitFor();
  expect(await page.getByTestId('studio-stay').evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByTestId('studio-leave').waitFor({ state: 'detached' });
  await page.locator('[data-phase=asking]').waitFor();
  expect(await page.evaluate(() => window.shell.closed)).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByTestId('studio-leave-now').click();
  await page.waitForFunction(() => window.shell.closed);
  expect(await book(page)).toBe('Soups of the year');
  expect(await page.evaluate(() => window.shell.studio?.view.session.workingProfile)).toEqual(
    await page.evaluate(() => window.shell.settings.book),
  );
  await page.close();
});

test('a proposal is rejected, approved, undone, rolled back; the keyboard never gets lost', async () => {
  const page = await open({}, [{ toolCalls: [edit('Autumn')] }, { toolCalls: [edit('Winter')] }]);
  const title = page.locator('dialog h3.luker-studio-panel-title');
  await say(page, 'Autumn');
  await page.getByTestId('studio-reject').click();
  await page.locator('[data-state=rejected]').waitFor();
  expect(await page.getByTestId('studio-input').evaluate((one) => one.matches(':focus'))).toBe(true);
  await say(page, 'Winter');
  await page.getByTestId('studio-approve').click();
  await expect.poll(() => title.textContent()).toBe('Winter');
  expect(await page.getByTestId('studio-input').evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.getByTestId('studio-undo').click();
  await expect.poll(() => title.textContent()).toBe('Soups of the year');
  await page.getByTestId('studio-approve').click();
  await expect.poll(() => title.textContent()).toBe('Winter');
  await page.getByTestId('studio-rollback').click();
  await expect.poll(() => title.textContent()).toBe('Soups of the year');
  await page.close();
});

test('an answer that only says something is shown as Markdown; its call that fails says why', async () => {
  const call = { id: 'c1', name: 'set_text', args: { id: 'dish-9', text: 'x' } };
  const page = await open({}, [{ text: 'It is **good** as it is.' }, { toolCalls: [call] }]);
  await say(page, 'Is it good?');
  await page.locator('bulkhead-markdown strong', { hasText: 'good' }).waitFor();
  await page.locator('[data-testid=studio-auto]').check();
  await say(page, 'Change dish 9');
  await page.getByTestId('studio-calls').locator('summary').click();
  await page.getByTestId('studio-calls').getByText('no dish dish-9').waitFor();
  await page.close();
});

test('without asking, changes are made at once, and the choice is kept in the settings', async () => {
  const page = await open({}, [{ toolCalls: [edit('Winter')] }]);
  await page.getByTestId('studio-auto').check();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(window.shell.settings)))
    .toContain('"iterAutoApply":{"recipes":true}');
  await say(page, 'Winter');
  await page.locator('[data-state=completed]').waitFor();
  await page.locator('dialog h3', { hasText: 'Winter' }).waitFor();
  await page.getByTestId('studio-auto').uncheck();
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.shell.settings))).not.toContain('recipes":true');
  await page.close();
});

test('sessions are begun, opened, deleted and brought back', async () => {
  const page = await open({}, [{ text: 'One.' }, { text: 'Two.' }]);
  await say(page, 'The first');
  await page.getByText('One.').waitFor();
  await page.getByTestId('studio-new').click();
  await page.getByTestId('studio-empty').waitFor();
  await say(page, 'The second');
  await page.getByText('Two.').waitFor();
  const lines = page.getByTestId('studio-session');
  await expect.poll(() => lines.count()).toBe(2);
  await lines.filter({ hasText: 'The first' }).locator('.open').click();
  await page.getByTestId('studio-message').filter({ hasText: 'One.' }).waitFor();
  await lines.filter({ hasText: 'The second' }).hover();
  await lines.filter({ hasText: 'The second' }).getByTestId('studio-delete').click();
  await expect.poll(() => lines.count()).toBe(1);
  await page.getByTestId('studio-restore').click();
  await expect.poll(() => lines.count()).toBe(2);
  await page.close();
});

test('what is begun in a session is kept with it; Clear empties it, and the browser’s own undo brings it back', async () => {
  const page = await open();
  const input = page.getByTestId('studio-input');
  await input.fill('Half a thought');
  await page.getByTestId('studio-new').click();
  await expect.poll(() => input.inputValue()).toBe('');
  await page
    .getByTestId('studio-session')
    .filter({ hasNot: page.locator('[aria-current=true]') })
    .locator('.open')
    .click();
  await expect.poll(() => input.inputValue()).toBe('Half a thought');
  await page.getByTestId('studio-clear').click();
  expect(await input.inputValue()).toBe('');
  await page.keyboard.press('Control+z');
  expect(await input.inputValue()).toBe('Half a thought');
  await page.close();
});

test('what was typed, opened and focused in the adapter’s panel stays when it is drawn anew', async () => {
  const page = await open({}, [{ toolCalls: [edit('Winter')] }]);
  await page.locator('summary', { hasText: 'Gazpacho' }).click();
  await page.locator('[name=servings]').fill('12');
  await page.evaluate(() => window.shell.studio?.setAutoApply(true));
  await page.evaluate(() => void window.shell.studio?.send('Winter'));
  await page.locator('dialog h3', { hasText: 'Winter' }).waitFor();
  expect(await page.locator('[name=servings]').inputValue()).toBe('12');
  expect(await page.locator('[name=servings]').evaluate((one) => one.matches(':focus'))).toBe(true);
  expect(
    await page.locator('details.dish').evaluateAll((all: HTMLDetailsElement[]) => all.map(({ open }) => open)),
  ).toEqual([...[false, false, true]]);
  await page.close();
});

test('F6 goes through the parts; an adapter whose panel cannot be drawn leaves the rest working', async () => {
  const page = await open({}, [{ toolCalls: [edit('Winter')] }]);
  await say(page, 'Winter');
  await page.getByTestId('studio-approve').waitFor();
  const part = () =>
    page.evaluate(
      () => document.activeElement?.closest('[slot]')?.id.replace(/.*_/, '') ?? document.activeElement?.localName,
    );
  const seen: unknown[] = [];
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('F6');
    await expect.poll(part).not.toBe(seen.at(-1) ?? 'input');
    seen.push(await part());
  }
  expect(seen).toEqual(['pending', 'bulkhead-studio', 'history', 'input']);
  await page.close();
  const broken = await open({ broken: true });
  await broken.getByTestId('studio-panel-failed').getByText('no panel today').waitFor();
  await say(broken, 'Hello');
  await broken.getByText('Nothing to do.').waitFor();
  await broken.close();
});

test('what is proposed is decided by keyboard alone; Esc in what is enlarged closes that and no more', async () => {
  const page = await open({}, [{ toolCalls: [edit('Winter')] }]);
  await say(page, 'Winter');
  await page.getByTestId('studio-approve').waitFor();
  await page.keyboard.press('F6');
  await page
    .locator('[data-testid=studio-review] [data-change], [data-testid=studio-review] .change')
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  const zoom = page.getByTestId('review-zoom');
  await expect.poll(() => zoom.evaluate((one) => (one as HTMLDialogElement).open)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => zoom.evaluate((one) => (one as HTMLDialogElement).open)).toBe(false);
  expect(await page.evaluate(() => [window.shell.closed, window.shell.studio?.view.session.revision])).toEqual([
    false,
    0,
  ]);
  await page.keyboard.press('n');
  await expect.poll(() => page.getByTestId('studio-approve').isDisabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('u');
  await expect.poll(() => page.getByTestId('studio-approve').isEnabled()).toBe(true);
  expect(await page.evaluate(() => window.shell.studio?.view.session.revision)).toBe(0);
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-state=completed]').waitFor();
  await page.close();
});

test('a studio stands in a page without a popup as well, and is the popup of its own ids', async () => {
  const page = await visit();
  await page.evaluate(() => window.shell.embed());
  const studio = page.locator('main > bulkhead-studio');
  const id = await studio.getAttribute('id');
  expect(id).toMatch(/^luker_iter_studio_recipes_/);
  await page.locator(`#${id}_profile [data-iter-custom-action=fail]`).click();
  await page.getByTestId('studio-error').getByText('the shelf is full').waitFor();
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await page.close();
});
