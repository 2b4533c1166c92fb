import { expect, test } from 'vitest';
import type { Host } from '../../../src/index.js';
import { BulkheadDrawer } from '../../../src/ui/index.js';
import { netHosts } from '../../fixtures/net.js';
import { madeZip, packedEntries } from '../../fixtures/zip.js';
import { STORE, tool } from '../permissions/plugins.js';
import { plainHost } from '../setup.js';

const SAID = '# 2.0.0\n<b>Better</b> than \u202ebefore';
const packed = (version: string, more: { readonly [path: string]: string } = {}) =>
  madeZip(
    packedEntries(
      { 'main.js': tool('keep', 'read', `return '${version}';`), ...more },
      { version, permissions: [STORE] },
    ),
  );

/** A drawer with the page of a plugin, and what is in it. */
async function pageOf(host: Host, id: string) {
  const drawer = new BulkheadDrawer();
  drawer.host = host;
  document.body.append(drawer);
  drawer.show();
  await drawer.updateComplete;
  drawer.dispatchEvent(new CustomEvent('bh-open', { detail: { id } }));
  const inside = (tag: string) => (testId: string) =>
    drawer.renderRoot.querySelector(tag)?.shadowRoot?.querySelector<HTMLElement>(`[data-testid=${testId}]`);
  const text = (tag: string) => drawer.renderRoot.querySelector(tag)?.shadowRoot?.textContent ?? '';
  const [page, sheet] = [inside('bulkhead-plugin-page'), inside('bulkhead-consent')];
  await expect.poll(() => page('page-review')).toBeTruthy();
  return { page, sheet, text, drawer, [Symbol.dispose]: () => drawer.remove() };
}

test('a plugin from a URL is updated from its page, after a sheet with its files and its changelog, and put back from there', async () => {
  const url = `http://${(await netHosts()).first}/put/ui/packed.zip`;
  const serve = (body: Uint8Array<ArrayBuffer>) => fetch(url, { method: 'PUT', body });
  await serve(packed('1.0.0'));
  await using host = plainHost();
  await host.plugins.install({ url }, { enable: true, allow: 'all' });
  using open = await pageOf(host, 'packed');
  const { page, sheet, text } = open;
  expect(page('page-rollback')).toBeNull();
  page('page-update')?.click();
  await expect.poll(() => text('bulkhead-toast')).toContain('Packed is up to date.');
  await serve(packed('2.0.0', { 'CHANGELOG.md': SAID }));
  page('page-update')?.click();
  await expect.poll(() => sheet('update-changelog')?.textContent).toContain('<b>Better</b> than');
  // What turns the direction of a text is named in its place.
  expect(sheet('update-changelog')?.textContent).not.toContain('\u202e');
  const files = [...(sheet('update-facts')?.querySelectorAll<HTMLElement>('[data-testid=update-file]') ?? [])];
  expect(files.map(({ dataset, textContent }) => [dataset.how, textContent?.split(' ').at(-1)])).toEqual([
    ['added', 'CHANGELOG.md'],
    ['changed', 'main.js'],
  ]);
  sheet('consent-cancel')?.click();
  await expect.poll(() => text('bulkhead-toast')).toContain('is unchanged');
  expect((await host.plugins.list())[0]).toMatchObject({ state: 'on', manifest: { version: '1.0.0' } });
  page('page-update')?.click();
  await expect.poll(() => sheet('update-facts')).toBeTruthy();
  sheet('consent-allow')?.click();
  await expect.poll(() => page('page-rollback')?.textContent).toBe('Back to version 1.0.0');
  await expect
    .poll(async () => ((await host.tools.execute('keep', {}).catch(String)) as { value?: unknown }).value)
    .toBe('2.0.0');
  page('page-rollback')?.click();
  // Its user has agreed to the other version last: the sheet asks.
  await expect.poll(() => sheet('consent-allow')).toBeTruthy();
  expect((await host.plugins.list())[0]).toMatchObject({ state: 'changed', manifest: { version: '1.0.0' } });
  sheet('consent-allow')?.click();
  await expect.poll(async () => (await host.plugins.list())[0]?.state).toBe('on');
  expect((await host.tools.execute('keep', {})).value).toBe('1.0.0');
  await expect.poll(() => page('page-rollback')).toBeNull();
});

test('a plugin that is from no URL has no button for an update, and why an update failed is said', async () => {
  const url = `http://${(await netHosts()).first}/put/ui/gone.zip`;
  await fetch(url, { method: 'PUT', body: packed('1.0.0') });
  await using host = plainHost();
  const code = tool('pasted', 'read', 'return 1');
  const { id } = await host.plugins.install({ code });
  using pasted = await pageOf(host, id);
  expect(pasted.page('page-update')).toBeNull();
  await host.plugins.install({ url });
  await fetch(url, { method: 'PUT', body: 'no plugin' });
  using open = await pageOf(host, 'packed');
  open.page('page-update')?.click();
  const failed = () => open.drawer.renderRoot.querySelector('[data-testid=failed]');
  await expect.poll(() => failed()?.getAttribute('data-code')).toMatch(/^SOURCE_|NO_TOOL/);
});

test('a server that does not say when its files change is named, and not asked again', async () => {
  const url = `http://${(await netHosts()).first}/put/ui/silent.zip`;
  await fetch(url, { method: 'PUT', body: packed('1.0.0') });
  await using host = plainHost();
  await host.plugins.install({ url });
  using open = await pageOf(host, 'packed');
  const box = () => open.page('page-reload') as HTMLInputElement | null | undefined;
  box()?.click();
  await expect
    .poll(() => open.text('bulkhead-toast'))
    .toMatch(/127\.0\.0\.1:\d+ doesn’t report file changes\. Serve the plugin with npx bulkhead dev\./);
  await expect.poll(() => box()?.checked).toBe(false);
});
