import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reply } from '../../scripts/sillytavern/model.mjs';
import type { App } from './app.js';
import { said } from './calls.js';
import { closeDrawer, openDrawer, showTab, slash } from './drawer.js';
import { loaded, openModesApp } from './modes-parts.js';
import { closeStudio, say } from './studio-parts.js';

/** Set to a folder, the looks of each step are kept there as pictures. */
const PICTURES = process.env.BULKHEAD_PICTURES;
if (PICTURES) mkdirSync(PICTURES, { recursive: true });
const picture = async (of: App, name: string) => {
  if (PICTURES) await of.page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
};

interface Step {
  readonly answer: {
    readonly content?: string;
    readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly input: object }[];
  };
}

/** The answers of the workbench's recorded example: a model that writes a small tool. */
const RECORDED = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../examples/studio/recording.json', import.meta.url)), 'utf8'),
) as { readonly en: { readonly say: string; readonly steps: readonly Step[] } };
const answer = ({ answer: { content = '', toolCalls = [] } }: Step): Reply => ({
  content,
  ...(toolCalls.length > 0 && { tools: toolCalls.map(({ id, name, input }) => ({ id, name, args: input })) }),
});

/** What is written or shown a moment later may take so long on a busy machine. */
const SLOW = { timeout: 15_000 };

let app: App;
beforeAll(async () => {
  app = await openModesApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(() => slash(app, '/newchat'));
afterEach(async () => {
  // What a failed test has left open.
  await app.page.evaluate(() => {
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.luker-studio')) dialog.close();
  });
  expect(app.troubles).toEqual([]);
});

const call = (name: string, args: object, content = ''): Reply => ({ content, tools: [{ name, args }] });
const kept = () =>
  app.page.evaluate(
    () =>
      SillyTavern.getContext().extensionSettings.bulkhead as {
        readonly modes: { readonly profiles: { readonly loop?: { readonly prompt: string } } };
        readonly memory: { readonly types?: readonly { readonly id: string }[] };
      },
  );

/** Approves what waits, and waits until it is done. */
async function approve(popup: Locator): Promise<void> {
  await popup.getByTestId('studio-approve').click();
  await popup.getByTestId('studio-approve').waitFor({ state: 'detached' });
  await popup.getByTestId('studio-send').waitFor();
}

/** Opens a studio from the drawer. */
async function open(what: 'plugin' | 'schema' | 'profile') {
  const drawer = await openDrawer(app, 'studio');
  const section = drawer.getByTestId('studio-section');
  await section.getByTestId(`studio-open-${what}`).click();
  const popup = app.page.locator('dialog.luker-studio[open]');
  await popup.getByTestId('studio-input').waitFor();
  return { drawer, popup };
}

test('the drawer says what can be edited, and loads nothing of it before it is opened', async () => {
  const drawer = await openDrawer(app, 'studio');
  const section = drawer.getByTestId('studio-section');
  await section.scrollIntoViewIfNeeded();
  await picture(app, 'drawer-studio');
  expect(await section.getByRole('button').count()).toBe(3);
  expect(await section.getByTestId('studio-why').isVisible()).toBe(false);
  expect((await loaded(app)).filter((name) => /studio|own|deltas/.test(name))).toEqual([]);
  await closeDrawer(app);
});

test('how a mode works is edited, rehearsed over the open chat, applied, and is how the next run works', async () => {
  app.model.play(
    call('set_prompt', { of: 'agent', text: 'Look for the lantern, and nothing else.' }, 'Only the lantern now.'),
    call('finalize', { capsule_text: 'The lantern is lit.' }),
  );
  const { popup } = await open('profile');
  await say(popup, 'Only the lantern counts.');
  // A rehearsal that passed is one line, until somebody wants to see more of it.
  await popup.getByTestId('rehearsal-fold').locator('summary').first().click();
  await popup.getByText('The lantern is lit.').first().waitFor();
  await picture(app, 'studio-profile');
  await approve(popup);
  await popup.locator('[data-iter-custom-action=apply]:not([disabled])').click();
  await expect.poll(async () => (await kept()).modes.profiles.loop?.prompt ?? '', SLOW).toContain('lantern');
  await closeStudio(popup);
  await closeDrawer(app);
  app.model.play(call('finalize', { capsule_text: 'Done.' }));
  expect(await slash(app, '/bulkhead-run loop')).toBe('Done.');
  expect(said(app.model.requests[0], 'system').join('\n')).toContain('Look for the lantern');
});

test('what memory keeps is edited, and applied for all chats or in the card of the character', async () => {
  app.model.play(
    call(
      'add_type',
      { type: 'rumour', label: 'Rumours', extractHint: 'One for each rumour.', columns: [{ name: 'text' }] },
      'Rumours are kept now.',
    ),
  );
  const { popup } = await open('schema');
  await say(popup, 'Keep rumours, too.');
  await approve(popup);
  await popup.locator('[data-iter-custom-action=all]:not([disabled])').click();
  await expect.poll(async () => (await kept()).memory.types?.map(({ id }) => id) ?? [], SLOW).toContain('rumour');
  await popup.getByTestId('studio-send').waitFor();
  await popup.locator('[data-iter-custom-action=own]:not([disabled])').click();
  const inCard = () =>
    app.page.evaluate(async () => {
      const { characters, getRequestHeaders } = SillyTavern.getContext();
      const card = await fetch('/api/characters/get', {
        method: 'POST',
        headers: getRequestHeaders?.() ?? {},
        body: JSON.stringify({ avatar_url: characters[0]?.avatar }),
      });
      return JSON.stringify(((await card.json()) as { data: { extensions: object } }).data.extensions);
    });
  await expect.poll(inCard, SLOW).toContain('rumour');
  await picture(app, 'studio-schema');
  await closeStudio(popup);
  await closeDrawer(app);
});

test('a tool is written with the model, tried before it is approved, installed by consent, and called', async () => {
  app.model.play(...RECORDED.en.steps.map(answer));
  const { drawer, popup } = await open('plugin');
  await say(popup, RECORDED.en.say);
  await popup.getByTestId('studio-approve').waitFor({ timeout: 60_000 });
  await popup.getByTestId('studio-rehearsal').waitFor();
  await picture(app, 'studio-plugin');
  while ((await popup.getByTestId('studio-approve').count()) > 0) {
    const trial = await popup.getByTestId('studio-rehearsal').elementHandle();
    await popup.getByTestId('studio-approve').click();
    await trial?.waitForElementState('hidden').catch(() => undefined);
    await popup.getByTestId('studio-send').waitFor({ timeout: 60_000 });
  }
  await popup.locator('[data-iter-custom-action=install]:not([disabled])').click();
  const sheet = app.page.locator('[data-testid=consent][open]');
  await sheet.waitFor();
  await picture(app, 'studio-consent');
  await sheet.getByTestId('consent-allow').click();
  await sheet.waitFor({ state: 'detached' });
  await closeStudio(popup);
  await showTab(app, 'plugins');
  await drawer.locator('[data-testid=plugin-row][data-plugin=word-count][data-state=on]').waitFor();
  await closeDrawer(app);
  expect(await slash(app, '/tool count_words one two three')).toContain('3');
});

test('a tool that is installed stays as it is where its user cancels the installation of another version', async () => {
  const { drawer, popup: first } = await open('plugin');
  await closeStudio(first);
  const row = drawer.locator('[data-testid=plugin-row][data-plugin=word-count]');
  await showTab(app, 'plugins');
  await row.and(drawer.locator('[data-state=on]')).waitFor();
  await showTab(app, 'studio');
  await drawer.getByTestId('studio-plugin').selectOption('word-count');
  await closeDrawer(app);
  const { popup } = await open('plugin');
  const other = `registerTool({ name: 'count_words', description: 'Counts.', mode: 'read', parameters: manifest.tools[0].input, exec: async () => 'another version' });`;
  app.model.play(call('plugin_write_source', { source: other }, 'It is another one now.'));
  await say(popup, 'Make it another one.');
  await popup.getByTestId('studio-approve').waitFor({ timeout: 60_000 });
  await approve(popup);
  await popup.locator('[data-iter-custom-action=install]:not([disabled])').click();
  const sheet = app.page.locator('[data-testid=consent][open]');
  await sheet.waitFor();
  await picture(app, 'studio-update');
  await sheet.getByTestId('consent-cancel').click();
  await sheet.waitFor({ state: 'detached' });
  await popup.getByTestId('studio-send').waitFor();
  await closeStudio(popup);
  await showTab(app, 'plugins');
  await row.and(drawer.locator('[data-state=on]')).waitFor();
  await closeDrawer(app);
  expect(await slash(app, '/tool count_words one two three')).toContain('3');
});
