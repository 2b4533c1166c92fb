import { afterEach, expect, test } from 'vitest';
import { pluginStudioDesk } from '../../../src/ui/index.js';
import { asking, STORE, tool } from '../grants/plugins.js';
import { failure, plainHost } from '../setup.js';

afterEach(() => document.body.replaceChildren());

/** What a sheet shows, once it is there. */
async function shown(tag: string, testId: string): Promise<HTMLElement> {
  for (;;) {
    const found = document.querySelector(tag)?.shadowRoot?.querySelector<HTMLElement>(`[data-testid=${testId}]`);
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

const code = asking('notes', [STORE], tool('keep', 'write', 'return 1;'));

test('a plugin that was made is switched on with what its user has allowed, and only then', async () => {
  await using host = plainHost();
  const plugin = await host.plugins.install({ code });
  const desk = pluginStudioDesk(host);
  const refused = desk.review?.(plugin);
  (await shown('bulkhead-consent', 'consent-cancel')).click();
  await refused;
  expect((await host.plugins.list()).map(({ state }) => state)).toEqual(['off']);
  const allowed = desk.review?.(plugin);
  (await shown('bulkhead-consent', 'consent-allow')).click();
  await allowed;
  expect((await host.plugins.list()).map(({ state }) => state)).toEqual(['on']);
  const { permissions } = await host.plugins.review('notes');
  expect(permissions.map(({ granted }) => granted)).toEqual([[{ kind: 'always' }]]);
  expect(document.querySelector('bulkhead-consent')).toBeNull();
});

test('what cannot be reviewed is said, and leaves no sheet behind', async () => {
  await using host = plainHost();
  const plugin = await host.plugins.install({ code });
  await host.plugins.remove('notes');
  expect(await failure(Promise.resolve(pluginStudioDesk(host).review?.(plugin)))).toMatchObject({
    code: 'PLUGIN_NOT_FOUND',
  });
  expect(document.querySelector('bulkhead-consent')).toBeNull();
});

test('a text is edited in a sheet, which answers what was taken over, and nothing where nothing was changed', async () => {
  await using host = plainHost();
  const desk = pluginStudioDesk(host);
  const edit = { title: 'Source', text: 'a', language: 'javascript' as const, wrong: () => null };
  const unchanged = desk.edit?.(edit);
  (await shown('bulkhead-code-sheet', 'code-take')).click();
  expect(await unchanged).toBeNull();
  const changed = desk.edit?.(edit);
  await shown('bulkhead-code-sheet', 'code-take');
  const editor = document.querySelector('bulkhead-code-sheet')?.shadowRoot?.querySelector('bulkhead-code');
  editor?.dispatchEvent(new CustomEvent('bh-code', { detail: { text: 'b' }, bubbles: true, composed: true }));
  (await shown('bulkhead-code-sheet', 'code-take')).click();
  expect(await changed).toBe('b');
});
