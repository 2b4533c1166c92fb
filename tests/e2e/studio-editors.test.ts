import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { startModel } from '../../scripts/sillytavern/model.mjs';
import { troubles } from './browser.js';
import { browser, workbench } from './harness.js';
import { violations } from './looks.js';
import { ask, calls } from './studio-drive.js';

type Memory = {
  open(chat: string): Promise<{
    readonly session: { createNode(node: object): Promise<unknown> };
    getSchema(): Promise<{ readonly types: readonly { readonly type: string }[] }>;
  }>;
};
type Page$ = {
  readonly bulkhead: { readonly memory: Memory; readonly models: { set(profile: object): Promise<void> } };
};

/** The workbench’s studio, with a scripted model. */
async function open(url: string, how: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...how });
  await page.goto(`${workbench.home}#studio`);
  await page.waitForFunction(() => 'bulkhead' in window);
  await page.evaluate(
    (endpoint) =>
      (window as unknown as Page$).bulkhead.models.set({
        kind: 'openai',
        endpoint,
        model: 'scripted-model',
        tools: 'native',
      }),
    url,
  );
  await page.reload();
  await page.getByTestId('begin-kind').first().waitFor();
  return page;
}

const idle = (page: Page) => page.locator('[data-testid=studio-phase][data-phase=idle]').waitFor();
/** Presses a button of the panel by the keyboard, which stays there. */
const act = async (page: Page, action: string) => {
  const button = page.locator(`[data-iter-custom-action=${action}]:not([aria-disabled])`);
  await button.press('Enter');
  await idle(page);
  await page.locator(`[data-iter-custom-action=${action}]:focus`).waitFor();
};
const state = (page: Page, wanted: string) => page.locator(`.bh-editor-state[data-state=${wanted}]`).waitFor();
const looks = process.env.BULKHEAD_LOOKS;
const look = async (page: Page, name: string) => {
  if (!looks) return;
  await mkdir(looks, { recursive: true });
  await page.screenshot({ path: `${looks}/${name}.png` });
};

const NODES = [
  { id: 'facts', type: 'worker', prompt: 'Gather what is known, in short lines.' },
  { id: 'doubts', type: 'worker', prompt: 'Say what is not known, in short lines.' },
];

test('stages are edited in the studio, rehearsed, approved and applied; the chat runs as they say', async () => {
  await using model = await startModel();
  const page = await open(model.url);
  const found = troubles(page);
  await page.locator('button[data-offer="profile:spec"]').click();
  await state(page, 'usual');
  model.play(
    calls(
      'Two look at it first.',
      ['add_stage', { stage: 'look', mode: 'parallel', nodes: NODES, before: 'work' }],
      ['edit_prompt', { of: 'answer', find: 'Write the final answer', replace: 'Write the final answer, in verse,' }],
      ['set_limits', { reviewRerunMaxRounds: 1 }],
    ),
    // The rehearsal.
    calls('', ['luker_orch_node_output', { text: 'facts' }]),
    calls('', ['luker_orch_node_output', { text: 'doubts' }]),
    calls('', ['luker_orch_node_output', { text: 'a draft' }]),
    calls('', ['luker_orch_review_approve', {}]),
    calls('', ['luker_orch_final_guidance', { text: 'Roses are red.' }]),
  );
  await ask(page, 'Have two agents look at the question first, and answer in verse.');
  await page.getByTestId('studio-approve').waitFor();
  await idle(page);
  await page.getByText('The rehearsal came to a result after 5 requests to the model.').waitFor();
  await look(page, 'spec-pending');
  expect(await violations(page)).toEqual([]);
  await page.getByTestId('studio-approve').click();
  await page.locator('[data-testid=studio-state][data-state=completed]').waitFor();
  await idle(page);
  await state(page, 'other');
  await act(page, 'apply');
  await state(page, 'used');
  await look(page, 'spec-applied');
  await page.keyboard.press('Escape');
  await page.goto(`${workbench.home}#chat`);
  await page.getByTestId('chat-mode').selectOption('spec');
  model.play(
    calls('', ['luker_orch_node_output', { text: 'facts' }]),
    calls('', ['luker_orch_node_output', { text: 'doubts' }]),
    calls('', ['luker_orch_node_output', { text: 'a draft' }]),
    calls('', ['luker_orch_review_approve', {}]),
    calls('', ['luker_orch_final_guidance', { text: 'Violets are blue.' }]),
  );
  await page.getByTestId('chat-text').fill('What are violets?');
  await page.getByTestId('chat-send').click();
  await page.getByText('Violets are blue.').first().waitFor();
  const told = model.requests.map((request) => String(request?.messages[0]?.content));
  expect(told.slice(0, 2).sort()).toEqual(NODES.map(({ prompt }) => prompt).sort());
  expect(told.at(-1)).toContain('in verse');
  expect(found).toEqual([]);
});

test('what memory keeps is edited in the studio, and memory goes by it, after a reload as well', async () => {
  await using model = await startModel();
  const page = await open(model.url);
  const found = troubles(page);
  await page.evaluate(async () => {
    const { memory } = (window as unknown as Page$).bulkhead;
    await (await memory.open('tavern')).session.createNode({ type: 'thread', title: 'Who took the lamp?' });
  });
  await page.locator('button[data-offer="schema"]').click();
  await state(page, 'usual');
  const columns = [
    { name: 'title', required: true, primary: true, embedded: true },
    { name: 'creed', hint: 'What they believe, and what they would die for' },
  ];
  model.play(
    calls(
      'Factions have a table of their own now.',
      [
        'add_type',
        {
          type: 'faction',
          label: 'Faction',
          extractHint: 'One for each group of people.',
          columns,
          alwaysInject: true,
        },
      ],
      ['remove_type', { type: 'thread' }],
    ),
  );
  await ask(page, 'Keep track of factions. I do not need threads.');
  await page.getByTestId('studio-approve').waitFor();
  await idle(page);
  await page.getByText('thread: 1 entries would have no table any more.').first().waitFor();
  await look(page, 'schema-pending');
  expect(await violations(page)).toEqual([]);
  await page.getByTestId('studio-approve').click();
  await page.locator('[data-testid=studio-state][data-state=completed]').waitFor();
  await idle(page);
  await act(page, 'all');
  await state(page, 'used');
  await look(page, 'schema-applied');
  const types = () =>
    page.evaluate(async () => {
      const graph = await (window as unknown as Page$).bulkhead.memory.open('tavern');
      return (await graph.getSchema()).types.map(({ type }) => type);
    });
  const wanted = ['event', 'character_sheet', 'location_state', 'faction'];
  expect(await types()).toEqual(wanted);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.waitForFunction(() => 'bulkhead' in window);
  expect(await types()).toEqual(wanted);
  expect(found).toEqual([]);
});

const LOOKS = [
  { name: 'light-wide', locale: 'en', colorScheme: 'light', width: 1280 },
  { name: 'dark-wide', locale: 'zh-CN', colorScheme: 'dark', width: 1280 },
  { name: 'light-phone', locale: 'zh-CN', colorScheme: 'light', width: 390 },
  { name: 'dark-phone', locale: 'zh-TW', colorScheme: 'dark', width: 390 },
] as const;

test('the editors’ panels fit, wide and on a phone, light and dark, in three languages; axe finds nothing', async () => {
  await using model = await startModel();
  for (const { name, locale, colorScheme, width } of LOOKS) {
    const page = await open(model.url, { viewport: { width, height: 800 }, locale, colorScheme });
    const found = troubles(page);
    for (const offer of ['profile:loop', 'profile:spec', 'profile:agenda', 'schema']) {
      await page.locator(`button[data-offer="${offer}"]`).click();
      await page.locator('[data-testid=studio-phase][data-phase=idle]').waitFor({ state: 'attached' });
      if (width < 600) await page.locator('[data-testid=studio-tab][data-tab=profile]').click();
      await state(page, 'usual');
      await look(page, `${offer.replace(':', '-')}-${name}`);
      expect(await violations(page), `${offer} ${name}`).toEqual([]);
      const panel = page.locator('.bh-editor');
      const wide = await panel.evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(wide, `${offer} ${name}`).toBeLessThanOrEqual(0);
      const low = await panel
        .locator('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(...low)).toBeGreaterThanOrEqual(32);
      await page.keyboard.press('Escape');
      await page.locator('dialog.luker-studio').waitFor({ state: 'detached' });
    }
    expect(found).toEqual([]);
    await page.close();
  }
});
