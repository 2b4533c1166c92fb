import { expect, test } from 'vitest';
import { openApp } from './app.js';
import { install, openDrawer } from './drawer.js';
import { ADDER, HOSTILE } from './plugins.js';

test('a hostile tool reaches nothing of the host, the chat stays usable, and its user ends it', async () => {
  await using app = await openApp();
  await app.load();
  await app.connect();
  await install(app, 'adder', ADDER);
  await install(app, 'friendly', HOSTILE.replaceAll('HOST', JSON.stringify(new URL(app.server.url).host)));
  app.model.play(
    { tools: [{ name: 'steal' }, { name: 'flood' }] },
    { content: 'Strange.' },
    { tools: [{ name: 'spin' }] },
    { content: 'Stranger.' },
  );
  await app.send('go');
  const [, second] = await app.model.asked(2);
  const [found, flood] = (second?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content));
  const attempts = JSON.parse(found ?? '[]') as string[];
  expect(attempts.length).toBe(17);
  expect(attempts.filter((line) => !line.includes(' failed: '))).toEqual([]);
  expect(flood).toMatch(/^Error: TOOL_TIMEOUT: /);
  await app.idle();

  // What it asked for by its grant, and by every trick: nothing of it has reached the server; a request of the page does.
  await app.page.evaluate(() => fetch('/csrf-token?control=1'));
  const urls = app.server.requests().map(({ url }) => url);
  expect(urls).toContain('/csrf-token?control=1');
  expect(urls.filter((url) => url.includes('guest='))).toEqual([]);

  // While it spins the page answers, and the chat's user can end it from our own drawer.
  await app.send('once more');
  await app.model.asked(3);
  await app.page.locator('#toast-container').getByText('is running').first().waitFor();
  await app.page.fill('#send_textarea', 'still typing');
  expect(await app.page.inputValue('#send_textarea')).toBe('still typing');
  const drawer = await openDrawer(app);
  await drawer.getByTestId('stop-all').click();
  const requests = await app.model.asked(4);
  expect(String(requests[3]?.messages.findLast(({ role }) => role === 'tool')?.content)).toMatch(/^Error: STOPPED: /);
  await app.idle();
  await app.page.getByText('Stranger.').waitFor();
  expect(app.troubles.filter((text) => !text.includes('[ToolManager]'))).toEqual([]);
});
