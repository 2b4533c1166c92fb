import { test } from 'vitest';
import { openApp } from './app.js';
import { openDrawer } from './drawer.js';
test('look', async () => {
  await using app = await openApp();
  app.page.on('console', (m) => m.type() === 'error' && console.log(m.text()));
  await app.load(); await app.connect();
  await openDrawer(app);
  await app.page.waitForTimeout(1000);
  await app.page.screenshot({ path: '/tmp/look.png' });
  console.log(await app.page.evaluate(() => { const d = document.querySelector('bulkhead-drawer')!; return [d.getAttribute('style'), getComputedStyle(d).position, getComputedStyle(d).zIndex, JSON.stringify(d.getBoundingClientRect()), getComputedStyle(document.querySelector('#top-settings-holder')!).zIndex, JSON.stringify(d.shadowRoot!.querySelector('section')!.getBoundingClientRect()), getComputedStyle(d.shadowRoot!.querySelector('section')!).zIndex, getComputedStyle(d.shadowRoot!.querySelector('section')!).position]; }));
});
