import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';
import { tooSmall, violations } from './looks.js';

const messages = (page: Page): Promise<string[]> =>
  page
    .getByTestId('message')
    .evaluateAll((all) =>
      all.map(
        (one) =>
          `${(one as HTMLElement).dataset.role}: ${(one.querySelector('bulkhead-markdown') as { text?: string } | null)?.text ?? ''}`,
      ),
    );
const said = (page: Page, text: string) => page.getByTestId('message').filter({ hasText: text }).last().waitFor();
/** Nothing is being written any more. */
const still = (page: Page) => page.getByTestId('chat-send').waitFor();

/** The chat of a page where nothing is kept, without its example. */
async function open(page: Page): Promise<void> {
  await page.goto(`${workbench.home}#chat`);
  await page.getByTestId('chat-text').waitFor();
}

/** Connects a model by the form, as a person does. */
async function connect(page: Page, url: string): Promise<void> {
  await page.getByTestId('chat-open-panel').click();
  await page.getByTestId('model-endpoint').fill(url);
  await page.getByTestId('model-model').fill('scripted-model');
  await page.getByTestId('model-save').click();
  await page.getByTestId('chat-panel-close').click();
  await page.locator('[data-testid=chat-model][data-kind=connected]').waitFor({ state: 'attached' });
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByTestId('chat-text').fill(text);
  await page.keyboard.press('Enter');
}

for (const yes of [true, false]) {
  test(`a newcomer sees a stranger’s tool called, is asked, and says ${yes ? 'yes' : 'no'} by keyboard; the conversation goes on`, async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const found = troubles(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).hostname));
    const began = Date.now();
    await page.goto(workbench.home);
    await page.getByTestId('ask-no').waitFor();
    const atAsk = Date.now() - began;
    expect(await page.getByTestId('recorded').textContent()).toContain('no model is running');
    expect(await page.getByTestId('example-grant').textContent()).toMatch(/Notebook.*1\.0 MiB/s);
    expect(await messages(page)).toHaveLength(2);
    // A question takes no yes in its first half second.
    await page.locator('[data-testid=ask-yes]:not([disabled])').waitFor();
    await page.keyboard.press(yes ? 'y' : 'n');
    await said(page, yes ? 'is kept' : 'nothing is written');
    await still(page);
    console.log(`asked after ${atAsk} ms, over after ${Date.now() - began} ms`);
    const states = await page.getByTestId('message-call').evaluateAll((calls) =>
      calls.map((one) => {
        const { tool, state } = (one as unknown as { call: { tool: string; state: string } }).call;
        return [tool, state];
      }),
    );
    expect(states).toEqual(
      yes
        ? [
            ['write_note', 'done'],
            ['read_notes', 'done'],
          ]
        : [['write_note', 'failed']],
    );
    await page
      .getByTestId('message-call')
      .first()
      .getByText(yes ? 'done' : 'refused')
      .waitFor();
    // What was said is there after a reload, and no newcomer is greeted twice.
    const before = await messages(page);
    await page.reload();
    await said(page, yes ? 'is kept' : 'nothing is written');
    expect(await messages(page)).toEqual(before);
    expect(await page.locator('[data-testid=session-row], [role=treeitem]').count()).toBe(1);
    expect([...new Set(asked)].filter((host) => host !== '' && host !== new URL(workbench.home).hostname)).toEqual([]);
    expect(found).toEqual([]);
  });
}

test('the example is played again, and its plugin looked at; a place has an address of its own', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(workbench.home);
  for (const round of [1, 2]) {
    await page.locator('[data-testid=ask-yes]:not([disabled])').waitFor();
    await page.keyboard.press('y');
    await said(page, 'is kept');
    await still(page);
    expect(await page.getByRole('treeitem').count()).toBe(round);
    if (round === 1) await page.getByTestId('example-again').click();
  }
  expect(new URL(page.url()).hash).toBe('#chat');
  await page.getByTestId('example-look').click();
  await page.locator('bulkhead-plugin-page').getByText('Notebook').first().waitFor();
  expect(new URL(page.url()).hash).toBe('#tools');
  await page.keyboard.press('5');
  await page.getByTestId('chat-title').waitFor();
  expect(new URL(page.url()).hash).toBe('#chat');
});

test('who reloads while an answer is written finds what they said where they wrote it; what was not answered is asked again', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await open(page);
  await connect(page, model.url);
  model.play({ content: 'One two three', hold: true }, { status: 401 }, { content: 'It is noon.' });
  await say(page, 'What time is it?');
  await said(page, 'One two three');
  await page.reload();
  await page.locator('[data-testid=chat-send]:not([disabled])').waitFor();
  expect(await page.getByTestId('chat-text').inputValue()).toBe('What time is it?');
  await page.getByTestId('chat-send').click();
  await page.getByTestId('message-error').waitFor();
  await still(page);
  await page.reload();
  await said(page, 'What time is it?');
  expect(await page.getByTestId('chat-text').inputValue()).toBe('');
  expect(await messages(page)).toEqual(['user: What time is it?', 'system: No answer']);
  await page.getByTestId('message-retry').click();
  await said(page, 'It is noon.');
  await still(page);
  expect(await messages(page)).toEqual(['user: What time is it?', 'assistant: It is noon.']);
});

test('a model is connected by the form and tested; what streams is stopped, asked again, edited, forked, and kept', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await open(page);
  await page.getByTestId('chat-connect').click();
  await page.getByTestId('model-endpoint').fill(model.url);
  await page.getByTestId('model-model').fill('scripted-model');
  model.play({ content: 'ready' }, { tools: [{ name: 'check_tools', args: { word: 'ready' } }] });
  await page.getByTestId('model-test').click();
  await page.getByText('It can call tools.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-testid=chat-model][data-kind=connected]').getByText('scripted-model').waitFor();

  model.play({ content: 'One two three', hold: true }, { content: 'Four five six' });
  await say(page, 'Count.');
  await said(page, 'One two three');
  await page.getByTestId('chat-stop').click();
  await still(page);
  expect(await messages(page)).toEqual(['user: Count.', 'assistant: One two three', 'system: Stopped']);

  await page.getByTestId('message-retry').last().click();
  await said(page, 'Four five six');
  await still(page);
  expect(await messages(page)).toEqual(['user: Count.', 'assistant: Four five six']);

  model.play({ content: 'Seven.' }, { content: 'Uno.' });
  await say(page, 'Go on.');
  await said(page, 'Seven.');
  await still(page);
  // An earlier message is edited: the conversation branches, and the old branch stays.
  await page.getByTestId('message-edit').first().click();
  await page.getByTestId('message-editor').fill('Cuenta.');
  await page.getByTestId('message-save').click();
  await said(page, 'Uno.');
  await still(page);
  expect(await messages(page)).toEqual(['user: Cuenta.', 'assistant: Uno.']);
  expect(await page.getByRole('treeitem').count()).toBe(2);

  await page.getByTestId('message-fork').last().click();
  await page.getByRole('treeitem').nth(2).waitFor();
  expect(await messages(page)).toEqual(['user: Cuenta.', 'assistant: Uno.']);
  await page.getByTestId('chat-text').fill('begun');
  await page.reload();
  await said(page, 'Uno.');
  expect(await page.getByRole('treeitem').count()).toBe(3);
  await page.getByRole('treeitem').first().click();
  await said(page, 'Seven.');
  expect(await messages(page)).toEqual([
    ...['user: Count.', 'assistant: Four five six', 'user: Go on.', 'assistant: Seven.'],
  ]);
  await page.getByRole('treeitem').nth(2).click();
  await page.waitForFunction(() => {
    const deep = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? deep(one.shadowRoot) : [])]);
    const text = deep(document).find((one) => (one as HTMLElement).dataset?.testid === 'chat-text');
    return (text as HTMLTextAreaElement | undefined)?.value === 'begun';
  });
  expect(found).toEqual([]);
});

test('a skill that is switched off here is told to no model, nor in a fork; Enter while composing sends nothing', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await open(page);
  await page.evaluate(() => {
    const { skills } = (window as unknown as { bulkhead: { skills: { register(skill: object): void } } }).bulkhead;
    for (const name of ['open_door', 'secret_door'])
      skills.register({ name, description: `about ${name}`, action: () => name });
  });
  await connect(page, model.url);
  model.play({ content: 'Hello.' }, { content: 'Again.' });
  await say(page, 'Hi.');
  await said(page, 'Hello.');
  await still(page);
  const told = () => JSON.stringify((model.requests.at(-1) as { tools?: unknown } | undefined)?.tools);
  expect(told()).toMatch(/open_door.*secret_door/s);
  await page.getByTestId('chat-open-panel').click();
  await page.locator('[data-skill=secret_door] input').click();
  await page.keyboard.press('Escape');
  await page.getByTestId('chat-open-panel').getByText('1/2').waitFor();
  await page.getByTestId('message-fork').last().click();
  await page.getByRole('treeitem').nth(1).waitFor();
  await page.getByTestId('chat-open-panel').click();
  expect(await page.locator('[data-skill=secret_door] input').isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByTestId('chat-text').fill('composed');
  await page.getByTestId('chat-text').dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  expect(await page.getByTestId('chat-text').inputValue()).toBe('composed');
  await say(page, 'And here?');
  await said(page, 'Again.');
  expect(told()).toContain('open_door');
  expect(told()).not.toContain('secret_door');
});

test('a new chat is where one writes, and there is never a second empty one', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await open(page);
  for (let presses = 0; presses < 3; presses += 1) {
    await page.getByTestId('session-new').click();
    await page.locator('[data-testid=chat-text]:focus').waitFor();
  }
  expect(await page.getByRole('treeitem').count()).toBe(1);
});

test('a session is removed with its forks and comes back by Undo; one that is archived takes no message', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await open(page);
  await connect(page, model.url);
  model.play({ content: 'Hello.' });
  await say(page, 'Hi.');
  await said(page, 'Hello.');
  await still(page);
  await page.getByRole('tree').focus();
  await page.keyboard.press('Delete');
  await page.getByTestId('undo').click();
  await said(page, 'Hello.');
  expect(await page.getByRole('treeitem').count()).toBe(1);
  await page.evaluate(() => {
    const deep = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? deep(one.shadowRoot) : [])]);
    const chat = deep(document).find(({ localName }) => localName === 'bulkhead-chat') as unknown as {
      controller: { room: { state: { current: string }; archive(id: string): Promise<void> } };
    };
    return chat.controller.room.archive(chat.controller.room.state.current);
  });
  await page.locator('[data-testid=chat-text][disabled]').waitFor();
});

test('a message is answered by a run in a loop, and the panel below it shows what was done', async () => {
  await using model = await startModel();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const found = troubles(page);
  await open(page);
  await connect(page, model.url);
  await page.getByTestId('chat-mode').selectOption('loop');
  model.play(
    { content: 'Let me work.', tools: [{ name: 'nobody' }] },
    { tools: [{ name: 'finalize', args: { capsule_text: 'It is done.' } }] },
  );
  await say(page, 'Do it.');
  await said(page, 'It is done.');
  await still(page);
  expect(await messages(page)).toEqual(['user: Do it.', 'assistant: It is done.']);
  await page.getByTestId('chat-run').getByText('Let me work.').waitFor();
  // The view has all the room that is left, and what is written stands at the end of the page.
  const text = await page.getByTestId('chat-text').boundingBox();
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeGreaterThan(760);
  expect(found).toEqual([]);
});

test('on a phone the page has its sessions in a drawer, controls that a finger hits, and nothing that axe finds wrong', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme,
    });
    const page = await context.newPage();
    await page.goto(workbench.home);
    await page.locator('[data-testid=ask-yes]:not([disabled])').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('ask-yes').tap();
    await said(page, 'is kept');
    await still(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await tooSmall(page, 44)).toEqual([]);
    await page.getByTestId('chat-open-sessions').tap();
    await page.getByTestId('session-new').tap();
    await page.locator('[data-testid=chat-sessions]:not([open])').waitFor({ state: 'attached' });
    await page.getByTestId('chat-empty').waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  }
});
