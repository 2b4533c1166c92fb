import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Asked } from '../../scripts/sillytavern/model.mjs';
import type { App } from './app.js';
import { times } from './calls.js';
import { closeDrawer, install, openDrawer, saved, slash } from './drawer.js';
import { begin, chooseModes, loaded, openModesApp } from './modes-parts.js';
import { WRITER } from './plugins.js';

let app: App;

beforeAll(async () => {
  app = await openModesApp();
  await install(app, 'writer', WRITER);
});
afterAll(() => app?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await chooseModes(app, { mode: 'loop', auto: false, review: false, limits: {} });
  await slash(app, '/newchat');
});
afterEach(() => expect(app.troubles).toEqual([]));

const finalize = (capsule_text: string) => ({ tools: [{ name: 'finalize', args: { capsule_text } }] });
const call = (name: string, args: object = {}) => ({ tools: [{ name, args }] });
const answersOf = (request: Asked | undefined) =>
  (request?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(String(content)));

test('a mode is chosen in the drawer without loading any, and is kept with its limits', async () => {
  const drawer = await openDrawer(app, 'agents');
  await drawer.getByTestId('modes-director').check();
  await drawer.getByTestId('modes-limits').locator('summary').click();
  const kept = saved(app, '"mainRounds":7');
  await drawer.getByTestId('limit-mainRounds').fill('7');
  await drawer.getByTestId('limit-mainRounds').press('Tab');
  await drawer.getByText('Let it write each message').click();
  await kept;
  expect(await app.page.evaluate(() => SillyTavern.getContext().extensionSettings.bulkhead)).toMatchObject({
    modes: { mode: 'director', auto: true, limits: { mainRounds: 7 } },
  });
  expect((await loaded(app)).filter((name) => name.startsWith('part-modes'))).toEqual([]);
  await drawer.getByText('Let it write each message').click();
  await closeDrawer(app);
});

test('a run begun in the drawer shows what it found, which the next message is told until it is forgotten', async () => {
  app.model.play(finalize('The bridge is out.'), { content: 'Careful.' });
  const drawer = await openDrawer(app, 'agents');
  await drawer.getByTestId('modes-run').click();
  const found = drawer.getByTestId('modes-found');
  await drawer.getByTestId('run-capsule').getByText('The bridge is out.').waitFor();
  await found.getByText(/^From Loop\. This is added to the prompt of the next message/).waitFor();
  await found.getByTestId('modes-forget').click();
  await found.waitFor({ state: 'detached' });
  await closeDrawer(app);
  await app.send('I go on.');
  const [, message] = await app.model.asked(2);
  await app.idle();
  expect(times(message, 'The bridge is out.')).toBe(0);
});

test('agents get the tools that are on for them; writers of memories only when they are', async () => {
  await app.page.evaluate(async () => {
    const { getExtensionApi = () => undefined } = SillyTavern.getContext();
    const { openSession } = getExtensionApi('memory-graph') as { openSession(context: unknown): Promise<unknown> };
    await openSession(SillyTavern.getContext());
  });
  const drawer = await openDrawer(app, 'agents');
  const list = drawer.locator('bulkhead-offers[slot=agents]');
  const row = (tool: string, on: boolean) => list.locator(`[data-testid=offer][data-tool=${tool}][data-on=${on}]`);
  await row('memory_node_create', false).waitFor();
  await row('memory_find_by_name', true).waitFor();
  const names = async () => {
    app.model.play(finalize('Done.'));
    await slash(app, '/bulkhead-run loop');
    return app.model.requests.at(-1)?.tools?.map((tool) => tool.function.name);
  };
  const before = await names();
  expect(before).toContain('memory_find_by_name');
  expect(before).not.toContain('memory_node_create');
  await row('memory_node_create', false).getByTestId('offer-switch').click();
  await row('memory_node_create', true).waitFor();
  await row('memory_find_by_name', true).getByTestId('offer-switch').click();
  await row('memory_find_by_name', false).waitFor();
  await closeDrawer(app);
  const after = await names();
  expect(after).toContain('memory_node_create');
  expect(after).not.toContain('memory_find_by_name');
});

test('a rehearsed run shows what its writes would have done, and does it at a press', async () => {
  app.model.play(call('write_line', { text: 'A line of the tool.' }), finalize('Said.'));
  await slash(app, '/bulkhead-run loop review');
  const drawer = await openDrawer(app, 'agents');
  const effects = drawer.getByTestId('run-effects');
  await effects.getByText('A line of the tool.').first().waitFor();
  const line = () => app.page.locator('#chat .mes_text').getByText('A line of the tool.', { exact: true });
  expect(await line().count()).toBe(0);
  await effects.getByTestId('run-commit').click();
  await effects.getByRole('status').waitFor();
  await line().waitFor();
  await closeDrawer(app);
});

test('a run in the drawer is stopped there', async () => {
  app.model.play({ hold: true });
  const drawer = await openDrawer(app, 'agents');
  await drawer.getByTestId('modes-run').click();
  await app.model.asked(1);
  await drawer.getByTestId('run-stop').click();
  await app.model.hungUp();
  await drawer.locator('[data-testid=run-panel][data-status=aborted]').waitFor();
  expect(await drawer.getByTestId('modes-run').isEnabled()).toBe(true);
  await closeDrawer(app);
});

test('the tools of a run read the host’s chat and world info, and notes that the chat keeps', async () => {
  app.model.play(
    call('world_book_list'),
    call('lorebook_list', { book_name: 'Eldoria' }),
    call('lorebook_get', { entry_key: 'Eldoria.1' }),
    call('chat_read_range', { start: -1, end: -1 }),
    call('chat_search', { pattern: 'Seraph\\w+' }),
    call('note_open', { text: 'She hides a key.' }),
    finalize('Done.'),
  );
  expect(await slash(app, '/bulkhead-run loop')).toBe('Done.');
  const [books, list, entry, range, search, note] = answersOf(app.model.requests.at(-1));
  expect(books).toEqual({ ok: true, books: [{ name: 'Eldoria', entries: 4 }] });
  expect(list.entries.map(({ uid }: { uid: string }) => uid)).toEqual(['0', '1', '2', '3']);
  expect(entry.content).toContain('Shadowfangs');
  expect(range.messages).toEqual([
    expect.objectContaining({
      floor: 0,
      role: 'assistant',
      name: 'Seraphina',
      text: expect.stringContaining('forest'),
    }),
  ]);
  expect(search.matches).toBeGreaterThan(0);
  expect(note).toMatchObject({ ok: true, id: expect.stringMatching(/^n_/) });
  // The note stands before the agents of the next run, and is kept with the chat.
  app.model.play(finalize('Seen.'));
  await slash(app, '/bulkhead-run loop');
  expect(times(app.model.requests[0], 'She hides a key.')).toBe(1);
  expect(await app.page.evaluate(() => SillyTavern.getContext().chatMetadata?.bulkhead)).toMatchObject({
    notes: [{ text: 'She hides a key.' }],
  });
});

test('an entry that a run has forced stands in its message’s request, and again in the swipe', async () => {
  await chooseModes(app, { auto: true });
  // A book that nothing in the chat brings up.
  await app.page.evaluate(async () => {
    const { loadWorldInfo, saveWorldInfo, updateWorldInfoList, chatMetadata } = SillyTavern.getContext();
    const { entries } = Object(await loadWorldInfo?.('Eldoria')) as { entries: { 0: object } };
    const entry = { ...entries[0], uid: 5, key: ['zzz'], comment: 'vault', content: 'The vault is below the well.' };
    await saveWorldInfo('Vault', { entries: { 5: entry } }, true);
    await saveWorldInfo('Elsewhere', { entries: { 5: entry } }, true);
    await updateWorldInfoList();
    Object.assign(chatMetadata ?? {}, { world_info: 'Vault' });
  });
  const force = call('lorebook_force_activate', { book_name: 'Vault', uids: [5, 6] });
  const elsewhere = { name: 'lorebook_force_activate', args: { book_name: 'Elsewhere', uids: [5] } };
  app.model.play(
    { tools: [...force.tools, elsewhere] },
    finalize('Mind the place.'),
    { content: 'One.' },
    { content: 'Two.' },
  );
  await app.send('hm');
  const requests = await app.model.asked(3);
  await app.idle();
  const [forced, strange] = answersOf(requests[1]);
  // The host has no place for what is in none of its books for this chat.
  expect(strange.skipped).toEqual([{ uid: '5', reason: 'unsupported_position' }]);
  expect(forced).toMatchObject({ ok: true, activated: ['5'], skipped: [{ uid: '6', reason: 'uid_not_found' }] });
  const line = 'The vault is below the well.';
  expect(times(requests[0], line)).toBe(0);
  expect(times(requests[2], line)).toBe(1);
  await app.page.evaluate(() => void SillyTavern.getContext().swipe.right());
  const [, , , swipe] = await app.model.asked(4);
  await app.idle();
  expect(times(swipe, line)).toBe(1);
});

test('without a connection a run says what to do, and asks nobody', async () => {
  app.model.play();
  await app.load();
  await app.page.evaluate(() => SillyTavern.getContext().selectCharacterById(0));
  await app.page.waitForFunction(() => SillyTavern.getContext().chat.length > 0);
  const failed = await begin(app, '/bulkhead-run loop');
  expect(String(failed)).toContain('press Connect');
  const drawer = await openDrawer(app, 'agents');
  await drawer.getByTestId('modes-why').getByText('press Connect').waitFor();
  expect(await drawer.getByTestId('modes-run').isDisabled()).toBe(true);
  await closeDrawer(app);
  await app.reconnect();
});
