import { expect, test } from 'vitest';
import type { Host } from '../../../src/index.js';
import { BulkheadDrawer, pluginStudioActions } from '../../../src/ui/index.js';
import { failure, inPage, plainHost } from '../setup.js';
import { PageChat } from './page.js';
import { asking, STORE, tool } from './plugins.js';

const READ = { id: 'see', cap: 'chat.read', reason: 'to see the chat' };
const SEND = { id: 'send', cap: 'net', hosts: ['api.example.com'], methods: ['POST'], reason: 'to send' };
const look = tool('look', 'read', 'return 1');
const SHOWN = asking('looker', [READ, STORE], look);
const OTHER = asking('looker', [READ, STORE, SEND], look);

const stateOf = async (host: Host) => {
  const { plugin, permissions } = await host.plugins.review('looker');
  return [plugin.state, permissions.flatMap(({ permission, granted }) => (granted.length > 0 ? [permission.id] : []))];
};

/** Two tabs over one store, with a plugin that both know. */
async function tabs() {
  const options = { store: `shown-${Date.now()}-${Math.random()}`, services: { chat: new PageChat() } };
  const [left, right] = [plainHost(options), plainHost(options)];
  await left.plugins.install({ code: SHOWN });
  await right.plugins.list();
  const dispose = async () => {
    await left[Symbol.asyncDispose]();
    await right[Symbol.asyncDispose]();
  };
  return { left, right, [Symbol.asyncDispose]: dispose };
}

test('a yes is for what was shown: other files, tools or permissions are refused, and nothing is granted', async () => {
  await using host = plainHost({ services: { chat: new PageChat() } });
  await host.plugins.install({ code: SHOWN });
  const { plugin: expected } = await host.plugins.review('looker');
  const refused = async (other: object) =>
    (await failure(host.plugins.enable('looker', { allow: 'all', expected: { ...expected, ...other } }))).code;
  expect(await refused({ filesHash: 'another' })).toBe('PLUGIN_CHANGED');
  expect(await refused({ toolsHash: 'another' })).toBe('PLUGIN_CHANGED');
  expect(await refused({ manifest: { ...expected.manifest, permissions: [STORE] } })).toBe('PLUGIN_CHANGED');
  expect(await refused({ filesHash: undefined })).toBe('BAD_ARGS');
  expect(await stateOf(host)).toEqual(['off', []]);
  expect((await failure(host.plugins.install({ code: OTHER }, { enable: true, allow: 'all', expected }))).code).toBe(
    'PLUGIN_CHANGED',
  );
  expect(await stateOf(host)).toEqual(['off', []]);
  await host.plugins.enable('looker', { allow: 'all', expected });
  expect(await stateOf(host)).toEqual(['on', ['see', 'data']]);
});

test.runIf(inPage)(
  'a yes in one tab does not count for what another tab has put in its place a moment before',
  async () => {
    await using both = await tabs();
    const { left, right } = both;
    const { plugin: expected } = await left.plugins.review('looker');
    // The left tab has not heard of it: its own list is asked for in the same moment.
    const replaced = right.plugins.install({ code: OTHER });
    const said = replaced.then(() => failure(left.plugins.enable('looker', { allow: 'all', expected })));
    expect((await said).code).toBe('PLUGIN_CHANGED');
    await expect.poll(() => stateOf(left)).toEqual(['off', []]);
    expect(await stateOf(right)).toEqual(['off', []]);
  },
);

/** The sheet that is open in an element, and what stands in it. */
function sheetIn(root: ParentNode) {
  const element = root.querySelector('bulkhead-consent');
  const find = <E extends HTMLElement>(id: string) =>
    element?.shadowRoot?.querySelector<E>(`[data-testid=${id}]`) ?? null;
  const rows = () =>
    [
      ...(element?.shadowRoot
        ?.querySelector('bulkhead-package-card')
        ?.shadowRoot?.querySelectorAll('li[data-permission]') ?? []),
    ].map((row) => (row as HTMLElement).dataset.permission);
  return { element, find, rows };
}

/** A drawer that shows what a host's plugin asks for. */
async function reviewing(host: Host) {
  const drawer = new BulkheadDrawer();
  drawer.host = host;
  document.body.append(drawer);
  drawer.show();
  await drawer.updateComplete;
  drawer.dispatchEvent(new CustomEvent('bh-review', { detail: { id: 'looker' } }));
  const sheet = () => sheetIn(drawer.renderRoot);
  await expect.poll(() => sheet().rows()).toEqual(['see', 'data']);
  return { sheet, [Symbol.dispose]: () => drawer.remove() };
}

test.runIf(inPage)(
  'an open sheet renews itself when another tab replaces the plugin: it says so, and what was chosen is not applied',
  async () => {
    await using both = await tabs();
    const { left, right } = both;
    using open = await reviewing(left);
    const { sheet } = open;
    expect(sheet().find('consent-replaced')).toBeNull();
    sheet().find('consent-customise')?.click();
    await expect.poll(() => sheet().find<HTMLInputElement>('consent-tick')?.checked).toBe(true);
    await right.plugins.install({ code: OTHER });
    await expect.poll(() => sheet().find('consent-replaced')?.getAttribute('role')).toBe('alert');
    // What was chosen is gone, and the new permissions are there.
    expect(sheet().find('consent-tick')).toBeNull();
    expect(sheet().rows()).toEqual(['see', 'data', 'send']);
    // A press that was meant for the old one does nothing.
    const allow = () => sheet().find<HTMLButtonElement>('consent-allow');
    expect(allow()?.disabled).toBe(true);
    allow()?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    expect(await stateOf(left)).toEqual(['off', []]);
    await expect.poll(() => allow()?.disabled, { timeout: 10_000 }).toBe(false);
    allow()?.click();
    await expect.poll(() => stateOf(left)).toEqual(['on', ['see', 'data', 'send']]);
  },
);

test.runIf(inPage)(
  'a sheet that is answered before it hears of another plugin grants nothing, and shows that one',
  async () => {
    await using both = await tabs();
    const { left, right } = both;
    // A host that tells its elements of no change: they know what they have asked for.
    using open = await reviewing({ ...left, onChange: () => () => {} });
    const { sheet } = open;
    await right.plugins.install({ code: OTHER });
    await expect.poll(async () => (await left.plugins.review('looker')).permissions.length).toBe(3);
    sheet().find('consent-allow')?.click();
    await expect.poll(() => sheet().find('consent-replaced')?.textContent).toContain('replaced');
    await expect.poll(() => sheet().rows()).toEqual(['see', 'data', 'send']);
    expect(await stateOf(left)).toEqual(['off', []]);
    sheet().find('consent-cancel')?.click();
    expect(await stateOf(left)).toEqual(['off', []]);
  },
);

test.runIf(inPage)(
  'a plugin that is made in the studio is switched on as its sheet showed it, and not as another tab has replaced it',
  async () => {
    await using both = await tabs();
    const { left, right } = both;
    const done = pluginStudioActions(left).review?.(await left.plugins.review('looker'));
    const sheet = () => sheetIn(document.body);
    await expect.poll(() => sheet().rows()).toEqual(['see', 'data']);
    sheet().find('consent-allow')?.click();
    const allow = await done;
    await right.plugins.install({ code: OTHER });
    await expect.poll(async () => (await left.plugins.review('looker')).permissions.length).toBe(3);
    expect((await failure(Promise.resolve(allow?.()))).code).toBe('PLUGIN_CHANGED');
    expect(await stateOf(left)).toEqual(['off', []]);
  },
);
