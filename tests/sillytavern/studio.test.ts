import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setGreeting } from '../fixtures/studio/smallest.js';
import { type App, type ExtensionFiles, manifest, openApp } from './app.js';
import { said } from './calls.js';
import { loaded } from './modes-parts.js';
import { closeStudio, greeter, type StudioApi, say, showGreeting } from './studio-parts.js';

/** Set to a folder, the looks of each step are kept there as pictures. */
const PICTURES = process.env.BULKHEAD_PICTURES;
if (PICTURES) mkdirSync(PICTURES, { recursive: true });
const picture = async (of: App, name: string) => {
  if (PICTURES) await of.page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' });
};

/** Imports the studio as it is imported in hosts that have one. */
const MODULE: ExtensionFiles = {
  'manifest.json': manifest('studio-module', { loading_order: 20 }),
  'index.js': `import * as module from '/scripts/iteration-studio/index.js';
const names = ['open', 'defineAdapter', 'createSettingsBackedHistoryStore', 'buildProfileDelta', 'renderProfileDeltaHtml', 'makeI18nFormat'];
const { iterationStudio } = SillyTavern.getContext();
globalThis.sameStudio = Object.fromEntries(names.map((name) => [name, typeof module[name] === 'function' && module[name] === iterationStudio[name]]));
globalThis.greetingDelta = module.buildProfileDelta({ greeting: 'a' }, { greeting: 'b' });
globalThis.greetingCards = module.renderProfileDeltaHtml({}, globalThis.greetingDelta, { before: { greeting: 'a' }, after: { greeting: '<img src=x onerror=alert(1)>' } });`,
};

/** What is written or shown a moment later may take so long on a busy machine. */
const SLOW = { timeout: 15_000 };

let app: App;
beforeAll(async () => {
  app = await openApp({ extensions: { greeter: await greeter() } });
  await app.load();
  await app.connect();
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.page.evaluate(() => {
    globalThis.greetings.length = 0;
    delete SillyTavern.getContext().extensionSettings.greeting;
  });
});
afterEach(async () => {
  // What a failed test has left open.
  await app.page.evaluate(() => {
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.luker-studio')) dialog.close();
  });
  expect(app.troubles).toEqual([]);
});

const ended = () => app.page.evaluate(() => globalThis.greetings);
const settings = () =>
  app.page.evaluate(() => SillyTavern.getContext().extensionSettings.greeting as { greeting: string });
const chat = () => app.page.evaluate(() => JSON.stringify(SillyTavern.getContext().chat));
const proposal = (text: string, content = 'I have put another one.') => ({ content, tools: [setGreeting(text)] });

test('before anybody opens a studio nothing of it is loaded, and what answers at once says so', async () => {
  const files = await loaded(app);
  expect(files.filter((name) => /open|deltas|studio|worker/.test(name) && name.includes('studio'))).toEqual([]);
  const words = await app.page.evaluate(() => {
    const { iterationStudio } = SillyTavern.getContext() as unknown as { iterationStudio: StudioApi };
    try {
      return String(iterationStudio.buildProfileDelta({}, {}));
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(words).toContain('iterationStudio.ready()');
});

test('a studio of another extension edits its setting: proposed, approved, applied, saved over a reload', async () => {
  await app.page.evaluate(() => {
    SillyTavern.getContext().extensionSettings.greeting = { greeting: 'Good day' };
  });
  app.model.play(proposal('Ahoy, sailor'));
  const before = await chat();
  const popup = await showGreeting(app);
  await picture(app, 'studio-empty');
  await say(popup, 'Make it nautical');
  await popup.getByTestId('studio-approve').waitFor();
  await picture(app, 'studio-proposal');
  expect(said(app.model.requests[0], 'user').join('\n')).toContain('The greeting now: Good day');
  expect(await popup.locator('.greeting_text').textContent()).toBe('Good day');
  await popup.getByTestId('studio-approve').click();
  await popup.locator('.greeting_text', { hasText: 'Ahoy, sailor' }).waitFor();
  expect((await settings()).greeting).toBe('Good day');
  const stored = app.event('SETTINGS_UPDATED');
  await popup.locator('[data-iter-custom-action=apply] span').click();
  await (await stored)();
  await expect.poll(async () => (await settings()).greeting, SLOW).toBe('Ahoy, sailor');
  await picture(app, 'studio-applied');
  expect(await ended()).toEqual([]);
  await closeStudio(popup);
  await expect.poll(ended, SLOW).toEqual(['closed']);
  expect(readFileSync(app.server.settings, 'utf8').includes('"greeting": "Ahoy, sailor"')).toBe(true);
  expect(await chat()).toBe(before);
  // The host writes what was said a moment later.
  await expect.poll(() => readFileSync(app.server.settings, 'utf8').includes('Make it nautical'), SLOW).toBe(true);

  await app.load();
  expect((await settings()).greeting).toBe('Ahoy, sailor');
  // What was said is there, and is gone on with.
  await app.reconnect();
  const again = await showGreeting(app);
  await again.getByText('Make it nautical').first().waitFor();
  app.model.play(proposal('Ahoy, captain'));
  await say(again, 'Not every sailor');
  await again.getByTestId('studio-reject').click();
  await again.getByTestId('studio-approve').waitFor({ state: 'detached' });
  expect(app.model.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'tool', 'user']);
  expect(await again.locator('.greeting_text').textContent()).toBe('Ahoy, sailor');
  await closeStudio(again);
});

test('A18: both entries to the studio are the same functions', async () => {
  await using other = await openApp({ extensions: { module: MODULE } });
  await other.load();
  const told = (name: string) => other.page.evaluate((key) => (globalThis as { [name: string]: unknown })[key], name);
  const names = [
    'open',
    'defineAdapter',
    'createSettingsBackedHistoryStore',
    'buildProfileDelta',
    'renderProfileDeltaHtml',
    'makeI18nFormat',
  ];
  expect(await told('sameStudio')).toEqual(Object.fromEntries(names.map((name) => [name, true])));
  expect(await told('greetingDelta')).toEqual({ greeting: ['a', 'b'] });
  expect(await told('greetingCards')).toContain('&lt;img');
  expect(other.troubles).toEqual([]);
});

test('a stop ends the request, and what was asked for stays to be asked again; a close ends it with the studio', async () => {
  app.model.play({ hold: true }, { hold: true });
  const popup = await showGreeting(app);
  await popup.getByTestId('studio-new').click();
  await say(popup, 'Slowly');
  await app.model.asked(1);
  await popup.getByTestId('studio-stop').click();
  await app.model.hungUp(1);
  await popup.getByTestId('studio-send').waitFor();
  expect(await popup.locator('[data-testid=studio-message][data-role=assistant]').count()).toBe(0);
  await say(popup, 'Again');
  await app.model.asked(2);
  await picture(app, 'studio-asking');
  await popup.getByTestId('studio-close').click();
  await popup.getByTestId('studio-leave-now').click();
  await app.model.hungUp(2);
  await popup.waitFor({ state: 'detached' });
  await expect.poll(ended, SLOW).toEqual(['closed']);
  expect((await settings()).greeting).toBe('Good day');
});

test('keys that are pressed in the studio do nothing to the chat behind it', async () => {
  const before = await chat();
  const popup = await showGreeting(app);
  app.model.play();
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Control+ArrowUp', 'Control+Enter', 'Alt+Enter']) {
    await popup.locator('#title').first().click();
    await app.page.keyboard.press(key);
  }
  await popup.getByTestId('studio-input').pressSequentially('/echo text');
  expect(await chat()).toBe(before);
  expect(app.model.requests.length).toBe(0);
  await app.page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  expect(await app.page.locator('dialog[open]').count()).toBe(0);
  await expect.poll(ended, SLOW).toEqual(['closed']);
});

test('a history of a character is kept with the character, and of each character its own', async () => {
  const open = () => app.page.evaluate(() => void globalThis.openGreeting({ getDefaultScope: () => 'character' }));
  app.model.play(proposal('For her'));
  await app.page.evaluate(() => SillyTavern.getContext().selectCharacterById(0));
  await open();
  const popup = app.page.locator('dialog.luker-studio[open]');
  await say(popup, 'Only for her');
  await popup.getByTestId('studio-approve').click();
  await popup.locator('.greeting_text', { hasText: 'For her' }).waitFor();
  await closeStudio(popup);
  const kept = await app.page.evaluate(() => {
    const context = SillyTavern.getContext() as unknown as {
      characters: { avatar: string }[];
      getCharacterState(avatar: string, namespace: string): Promise<{ sessions: { sourceScope: string }[] }>;
    };
    return context.getCharacterState(context.characters[0]?.avatar ?? '', 'greeting');
  });
  expect(kept).toMatchObject({ version: 3, sessions: [{ sourceScope: 'character', sourceName: 'Seraphina' }] });
  await expect.poll(ended, SLOW).toEqual(['closed']);
  await app.page.evaluate(() => void globalThis.greetings.pop());
  // The extension's own history knows nothing of it.
  const own = await showGreeting(app);
  await own.getByTestId('studio-input').waitFor();
  expect(await own.getByText('Only for her').count()).toBe(0);
  await closeStudio(own);
});
