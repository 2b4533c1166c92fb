import { expect, test } from 'vitest';
import { openApp } from './app.js';
import { install, openDrawer, slash } from './drawer.js';

/** Markup that acts wherever it is read as markup. */
const MARKUP = '<img src="x-injected" onerror="globalThis.injected = 1">';
const PLUGIN =
  `export const manifest = { manifest: 1, id: 'marked', version: '1.0.0', name: 'Marked MARKUP', description: 'MARKUP',
  permissions: [{ id: 'say', cap: 'notify', reason: 'MARKUP' }] };
registerTool({ name: 'marked_up', displayName: 'MARKUP', description: 'MARKUP', mode: 'read',
  parameters: { type: 'object', properties: { text: { type: 'string', description: 'MARKUP' } } },
  exec: async ({ text }, ctx) => { ctx.log('MARKUP'); await ctx.progress({ done: 1, total: 2, label: 'MARKUP' }); return { markup: 'MARKUP', text }; } });
registerTool({ name: 'marked_down', displayName: 'MARKUP', description: 'MARKUP', mode: 'read',
  parameters: { type: 'object', properties: { 'MARKUP': {}, text: {} } },
  exec: () => { throw Object.assign(new Error('MARKUP'), { hint: 'MARKUP' }); } });`.replaceAll('MARKUP', MARKUP);

test('what a stranger writes is text wherever the host shows it', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'marked', PLUGIN);
  app.model.play(
    { tools: [{ name: 'marked_up', args: { text: MARKUP } }, { name: 'marked_down' }] },
    { content: 'Done.' },
  );
  await app.send('go');
  await app.model.asked(2);
  await app.idle();
  // The host's own details of the calls, the list of commands while one is typed, an error of a command, our drawer.
  await app.page.locator('#chat details').getByText('Tool calls:').click();
  await app.page.locator('#send_textarea').pressSequentially('/tool mark', { delay: 20 });
  await app.page.getByText('marked_up').first().waitFor();
  await app.page.fill('#send_textarea', '/tool marked_down');
  await app.page.click('#send_but');
  await app.page.locator('#toast-container').getByText('x-injected').last().waitFor();
  // The same, about arguments that are wrong: it names those that the tool has.
  await app.page.fill('#send_textarea', '/tool marked_down {bad');
  await app.page.click('#send_but');
  await app.page.locator('#toast-container').getByText('…').last().waitFor();
  // A command that has failed leaves the text box as it was: the next message is sent.
  app.model.play({ content: 'Still here.' });
  await app.send('are you there?');
  await app.model.asked(1);
  await app.idle();
  const drawer = await openDrawer(app);
  await drawer.getByTestId('plugin-open').click();
  await drawer.locator('[data-testid=audit-entry]').first().waitFor();
  await slash(app, '/tool marked_down').catch(() => {});
  const seen = () =>
    app.page.evaluate(() => ({
      ran: (globalThis as { injected?: number }).injected ?? 0,
      elements: document.querySelectorAll('img[src*="x-injected"]').length,
    }));
  expect(await seen()).toEqual({ ran: 0, elements: 0 });
  expect(app.server.requests().filter(({ url }) => url.includes('x-injected'))).toEqual([]);

  // The detector works: as markup, it acts.
  await app.page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), MARKUP);
  await expect.poll(seen).toEqual({ ran: 1, elements: 1 });
});
