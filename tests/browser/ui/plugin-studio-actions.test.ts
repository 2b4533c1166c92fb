import { afterEach, expect, test } from 'vitest';
import { pluginStudioActions } from '../../../src/ui/index.js';
import { asking, STORE, tool } from '../permissions/plugins.js';
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
  const review = await host.plugins.review(plugin.id);
  const actions = pluginStudioActions(host);
  const refused = actions.review?.(review);
  (await shown('bulkhead-consent', 'consent-cancel')).click();
  expect(await refused).toBeNull();
  const asked = actions.review?.(review);
  (await shown('bulkhead-consent', 'consent-allow')).click();
  const carryOut = await asked;
  expect(document.querySelector('bulkhead-consent')).toBeNull();
  expect((await host.plugins.list()).map(({ state }) => state)).toEqual(['off']);
  await carryOut?.();
  expect((await host.plugins.list()).map(({ state }) => state)).toEqual(['on']);
  const { permissions } = await host.plugins.review('notes');
  expect(permissions.map(({ granted }) => granted)).toEqual([[{ kind: 'always' }]]);
});

test('what is gone when the yes is carried out is said', async () => {
  await using host = plainHost();
  const plugin = await host.plugins.install({ code });
  const asked = pluginStudioActions(host).review?.(await host.plugins.review(plugin.id));
  (await shown('bulkhead-consent', 'consent-allow')).click();
  await host.plugins.remove('notes');
  const carryOut = await asked;
  expect(await failure(Promise.resolve(carryOut?.()))).toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
});

test('a text is edited in a sheet, which answers what was taken over, and nothing where nothing was changed', async () => {
  await using host = plainHost();
  const actions = pluginStudioActions(host);
  const edit = { title: 'Source', text: 'a', language: 'javascript' as const, wrong: () => null };
  const unchanged = actions.edit?.(edit);
  (await shown('bulkhead-code-sheet', 'code-take')).click();
  expect(await unchanged).toBeNull();
  const changed = actions.edit?.(edit);
  await shown('bulkhead-code-sheet', 'code-take');
  const editor = document.querySelector('bulkhead-code-sheet')?.shadowRoot?.querySelector('bulkhead-code');
  editor?.dispatchEvent(new CustomEvent('bh-code', { detail: { text: 'b' }, bubbles: true, composed: true }));
  (await shown('bulkhead-code-sheet', 'code-take')).click();
  expect(await changed).toBe('b');
});
