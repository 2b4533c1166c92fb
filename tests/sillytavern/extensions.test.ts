import { expect, test } from 'vitest';
import { type ExtensionFiles, manifest, openApp } from './app.js';
import { slash } from './drawer.js';

/** A second extension, as the specification has them: optional chaining, and usable without anybody. */
const guarded = (tool: string, when: 'at once' | 'when ready', order: number): ExtensionFiles => ({
  'manifest.json': manifest(tool, { loading_order: order }),
  'index.js': `const register = () => SillyTavern.getContext().getExtensionApi?.('orchestrator')?.registerOrchestrationTool({
  name: '${tool}', description: 'Greets.', mode: 'read', parameters: { type: 'object', properties: { name: { type: 'string' } } },
  exec: ({ name }, ctx) => \`Hello \${name} from \${ctx.name2 || 'nobody'}\`,
});
globalThis.${tool}_loaded = true;
${when === 'at once' ? 'register();' : "SillyTavern.getContext().eventSource.on('app_ready', register);"}`,
});

test('extensions written against the specification work unchanged, whether they load before ours or after', async () => {
  await using app = await openApp({
    extensions: {
      'a-late-one': guarded('hello_late', 'at once', 5),
      'z-ready-one': guarded('hello_ready', 'when ready', 500),
      'z-early-one': guarded('hello_early', 'when ready', -2_000_000_000),
    },
  });
  await app.load();
  for (const tool of ['hello_late', 'hello_ready', 'hello_early']) {
    expect(await slash(app, `/tool ${tool} Ada`)).toBe('Hello Ada from nobody');
  }
  expect(app.troubles).toEqual([]);
});

test('without Bulkhead they are there all the same, and do nothing', async () => {
  await using app = await openApp({
    bulkhead: false,
    extensions: { 'a-late-one': guarded('hello_late', 'at once', 5) },
  });
  await app.load();
  expect(await app.page.evaluate(() => 'hello_late_loaded' in globalThis)).toBe(true);
  expect(await app.page.evaluate(() => SillyTavern.getContext().getExtensionApi)).toBe(undefined);
  expect(app.troubles).toEqual([]);
});

test('every entry to the API is the same one, by context, by module and by the URL of the hosts that have it', async () => {
  await using app = await openApp({
    extensions: {
      modules: {
        'manifest.json': manifest('modules'),
        'index.js': `import { getContext, getExtensionApi, extension_settings } from '../../../extensions.js';
import { registerOrchestrationTool, listExtensionTools } from '/scripts/extensions/orchestrator/register-custom-tool.js';
const api = getExtensionApi('orchestrator');
const contexts = [getContext(), SillyTavern.getContext()];
globalThis.entries = {
  same: contexts.every((ctx) => ctx.getExtensionApi('orchestrator') === api && ctx.registerOrchestrationTool === registerOrchestrationTool
    && ctx.listExtensionTools === listExtensionTools && api.registerOrchestrationTool === registerOrchestrationTool),
  settings: extension_settings === SillyTavern.getContext().extensionSettings,
  none: getExtensionApi('nobody'),
};
registerOrchestrationTool({ name: 'by_module', mode: 'read', exec: () => 1 });`,
      },
    },
  });
  await app.load();
  expect(await app.page.evaluate(() => (globalThis as { entries?: object }).entries)).toEqual({
    same: true,
    settings: true,
  });
  expect(await slash(app, '/tool by_module')).toBe('1');
  expect(app.troubles).toEqual([]);
});

test('the owner of a tool is the extension whose code registers it, and nobody else may take it', async () => {
  await using app = await openApp({
    extensions: {
      one: {
        'manifest.json': manifest('one'),
        'index.js': `import { put } from './inner.js'; put();`,
        'inner.js': `export const put = () => SillyTavern.getContext().getExtensionApi('orchestrator').registerOrchestrationTool({ name: 'mine', mode: 'read', exec: () => 'one' });`,
      },
      two: {
        'manifest.json': manifest('two', { loading_order: 20 }),
        'index.js': `const api = SillyTavern.getContext().getExtensionApi('orchestrator');
for (const take of [() => api.registerOrchestrationTool({ name: 'mine', mode: 'read', exec: () => 'two' }), () => api.unregisterOrchestrationTool('mine')]) {
  try { take(); } catch (error) { (globalThis.refused ??= []).push(error.code + ' ' + error.message); }
}`,
      },
    },
  });
  await app.load();
  expect(await app.page.evaluate(() => (globalThis as { refused?: string[] }).refused)).toEqual([
    'NAME_TAKEN the tool name mine belongs to one',
    'NAME_TAKEN the tool name mine belongs to one',
  ]);
  expect(await slash(app, '/tool mine')).toBe('one');
});

test('an extension in a worker connects by port, and loses its tools with its worker', async () => {
  await using app = await openApp({
    extensions: {
      ported: {
        'manifest.json': manifest('ported'),
        'index.js': `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const { port1, port2 } = new MessageChannel();
worker.postMessage(port2, [port2]);
const peer = await SillyTavern.getContext().getExtensionApi?.('bulkhead')?.connect(port1);
globalThis.endPort = () => { worker.terminate(); return peer.close?.(); };`,
        'worker.js': `import { connectToHost } from '/scripts/extensions/third-party/bulkhead/plugin.js';
addEventListener('message', async ({ data }) => {
  const host = connectToHost(data);
  await host.registerOrchestrationTool({ name: 'by_port', mode: 'read', exec: () => typeof document });
});`,
      },
    },
  });
  await app.load();
  await expect.poll(() => slash(app, '/tool by_port').catch((error: Error) => error.message)).toBe('undefined');
  expect(app.troubles).toEqual([]);
});

test('where the host has an extension API of its own, it stays the only one', async () => {
  await using app = await openApp({
    extensions: {
      fork: {
        'manifest.json': manifest('fork', { loading_order: -2_000_000_000 }),
        'index.js': `const original = SillyTavern.getContext;
globalThis.theirs = { registerOrchestrationTool() {} };
SillyTavern.getContext = () => ({ ...original(), getExtensionApi: (name) => (name === 'orchestrator' ? globalThis.theirs : undefined) });`,
      },
    },
  });
  await app.load();
  const kept = await app.page.evaluate(() => {
    const context = SillyTavern.getContext();
    const { theirs } = globalThis as { theirs?: unknown };
    return [context.getExtensionApi?.('orchestrator') === theirs, 'registerOrchestrationTool' in context];
  });
  expect(kept).toEqual([true, false]);
  expect(app.troubles).toEqual([]);
});

test('function tools of others become tools of ours, are kept over a reload, and never come back as their own', async () => {
  const functions: ExtensionFiles = {
    'manifest.json': manifest('functions'),
    'index.js': `SillyTavern.getContext().registerFunctionTool({ name: 'weather', displayName: 'Weather', description: 'Tells the weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }, action: async ({ city }) => ({ city, sky: 'clear' }) });`,
  };
  await using app = await openApp({ extensions: { functions } });
  await app.load();
  const bridge = () =>
    app.page.evaluate(() => {
      const api = SillyTavern.getContext().getExtensionApi?.('orchestrator') as {
        listAvailableSillyTavernTools(): { name: string }[];
        bridgeSillyTavernTool(name: string, options: object): void;
        listBridgedSillyTavernTools(): unknown;
      };
      const available = api.listAvailableSillyTavernTools().map(({ name }) => name);
      if (available.includes('weather')) api.bridgeSillyTavernTool('weather', { mode: 'read' });
      return [available, api.listBridgedSillyTavernTools()];
    });
  expect(await bridge()).toEqual([['weather'], [{ name: 'weather', mode: 'read' }]]);
  expect(await slash(app, '/tool st_weather Oslo')).toBe('{"city":"Oslo","sky":"clear"}');
  const saved = app.page.waitForResponse((response) => response.url().includes('/api/settings/save'));
  await saved;
  await app.load();
  await expect.poll(bridge).toEqual([[], [{ name: 'weather', mode: 'read' }]]);
  expect(app.troubles).toEqual([]);
});
