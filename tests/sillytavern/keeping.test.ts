import { expect, test } from 'vitest';
import { OURS, openApp } from './app.js';
import { closeDrawer, install, openDrawer, saved, slash } from './drawer.js';
import { ADDER, NOTES } from './plugins.js';

test('a reload and a restart of the server lose nothing', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'adder', ADDER);
  await install(app, 'chat-notes', NOTES);
  // The user lets the model call one tool less.
  const kept = saved(app, '"chat-notes/count_notes":false');
  await openDrawer(app, 'tools');
  await app.page.locator('bulkhead-offers:not([slot]) [data-tool=count_notes] [data-testid=offer-switch]').click();
  await closeDrawer(app);
  await slash(app, '/tool write_note milk');
  await kept;
  for (const restart of [false, true]) {
    if (restart) {
      await app.server.stop();
      await app.server.start();
    }
    await app.load();
    await app.reconnect();
    await app.page.evaluate(() => SillyTavern.getContext().selectCharacterById(0));
    await expect.poll(() => slash(app, '/tool add_numbers {"a":1,"b":2}').catch(String)).toBe('{"sum":3}');
    expect(JSON.parse(await slash(app, '/tool count_notes'))).toMatchObject({ notes: 1 });
    app.model.play({ content: 'Yes.' });
    await app.send('still there?');
    const [request] = await app.model.asked(1);
    expect(request?.tools?.map((tool) => tool.function.name).sort()).toEqual(['add_numbers', 'write_note']);
    await app.idle();
  }
  expect(app.troubles).toEqual([]);
});

/** What is left of us in the browser and in the host's settings. */
const traces = (page: import('playwright').Page) =>
  page.evaluate(async () => {
    const { storageBuckets } = navigator as { storageBuckets?: { keys(): Promise<string[]> } };
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    return {
      databases: databases.filter((name) => name.includes('bulkhead')),
      buckets: (await storageBuckets?.keys())?.filter((name) => name.includes('bulkhead')),
      choices: Object.keys(localStorage)
        .filter((name) => name.includes('bulkhead'))
        .sort(),
      settings: 'bulkhead' in SillyTavern.getContext().extensionSettings,
      functions: [...SillyTavern.getContext().ToolManager.tools].length,
    };
  });
const NOTHING = { databases: [], buckets: [], choices: [], settings: false, functions: 0 };

test.each([false, true])(
  'deleting the extension with its data leaves no trace, switched off before: %s',
  async (off) => {
    await using app = await openApp();
    await app.load();
    await app.connect();
    await install(app, 'adder', ADDER);
    await openDrawer(app, 'tools');
    await app.page.locator('bulkhead-offers:not([slot]) [data-tool=add_numbers] [data-testid=offer-switch]').click();
    await closeDrawer(app);
    // As an earlier visit to the workbench of the same origin would have left it.
    await app.page.evaluate(() => localStorage.setItem('bulkhead-language', 'en'));
    expect(await traces(app.page)).toEqual({
      databases: ['bulkhead'],
      buckets: ['bulkhead-copy'],
      choices: ['bulkhead-language', 'bulkhead-storage-asked'],
      settings: true,
      functions: 0,
    });
    await app.page.click('#extensions-settings-button .drawer-toggle');
    await app.page.click('#extensions_details');
    const ours = app.page.locator(`dialog[open] .extension_block[data-name="/${OURS}"]`);
    if (off) {
      // What is switched off is not there after the reload that the host makes when its list is closed.
      await ours.locator('input[type=checkbox]').click();
      await Promise.all([
        app.page.waitForEvent('load'),
        app.page.locator('dialog[open] .popup-button-ok').first().click(),
      ]);
      await app.page.waitForFunction(
        () => globalThis.SillyTavern?.getContext !== undefined && !document.querySelector('#preloader'),
      );
      expect(await app.page.locator('#bulkhead_settings').count()).toBe(0);
      await app.page.click('#extensions-settings-button .drawer-toggle');
      await app.page.click('#extensions_details');
    }
    await ours.locator('.btn_delete').click();
    await app.page.check('#extension_delete_cleanup');
    await Promise.all([
      app.page.waitForEvent('load'),
      app.page.locator('dialog[open]').last().locator('.popup-button-ok').click(),
    ]);
    await app.page.waitForFunction(
      () => globalThis.SillyTavern?.getContext !== undefined && !document.querySelector('#preloader'),
    );
    expect(await app.page.locator('#bulkhead_settings').count()).toBe(0);
    expect(await traces(app.page)).toEqual(NOTHING);
  },
);

test('everything can be deleted from the drawer, which asks before, and Bulkhead can begin anew', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'adder', ADDER);
  // A tool of somebody else's, which tools of ours may use: the choice is ours, the tool is not.
  await app.page.evaluate(() => {
    const context = SillyTavern.getContext();
    const nothing = { type: 'object', properties: {} };
    const tool = {
      name: 'theirs',
      displayName: 'Theirs',
      description: 'Theirs.',
      parameters: nothing,
      action: async () => 1,
    };
    context.registerFunctionTool(tool as never);
    const api = context.getExtensionApi?.('orchestrator') as { bridgeSillyTavernTool(name: string): void };
    api.bridgeSillyTavernTool('theirs');
  });
  await expect.poll(() => traces(app.page)).toMatchObject({ settings: true, functions: 2 });
  const drawer = await openDrawer(app);
  await drawer.getByTestId('erase').click();
  const forgotten = saved(app, '"bulkhead":{', false);
  await drawer.getByTestId('erase-yes').click();
  await expect.poll(() => traces(app.page)).toEqual({ ...NOTHING, functions: 1 });
  await forgotten;
  // It goes on as on a first visit, without a reload; and after one.
  await drawer.getByText('No plugin yet').waitFor();
  await closeDrawer(app);
  await install(app, 'adder', ADDER);
  expect(await slash(app, '/tool add_numbers {"a":1,"b":2}')).toBe('{"sum":3}');
  await openDrawer(app);
  await drawer.getByTestId('erase').click();
  await drawer.getByTestId('erase-yes').click();
  await expect.poll(() => traces(app.page)).toEqual({ ...NOTHING, functions: 1 });
  await app.load();
  expect(await slash(app, '/tool add_numbers').catch((error: Error) => error.message)).toContain(
    'No tool is installed',
  );
  expect(app.troubles).toEqual([]);
});
