import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { block } from '../fixtures/samples.js';
import { type App, type ExtensionFiles, manifest, openApp } from './app.js';
import { closeDrawer, openDrawer, saved, slash } from './drawer.js';

/** A second extension, as the specification has them: optional chaining, and usable without anybody. */
const guarded = (tool: string, when: 'at once' | 'when ready', order: number): ExtensionFiles => ({
  'manifest.json': manifest(tool, { loading_order: order }),
  'index.js': `const register = () => SillyTavern.getContext().getExtensionApi?.('orchestrator')?.registerOrchestrationTool({
  name: '${tool}', description: 'Greets.', mode: 'read', parameters: { type: 'object', properties: { name: { type: 'string' } } },
  exec: ({ name }, ctx) => \`Hello \${name} from \${ctx.name1}\`,
});
globalThis.${tool}_loaded = true;
${when === 'at once' ? 'register();' : "SillyTavern.getContext().eventSource.on('app_ready', register);"}`,
});

/** Imports the API the way it is imported in hosts that have an orchestrator. */
const MODULES: ExtensionFiles = {
  'manifest.json': manifest('modules'),
  'index.js': `import { getContext, getExtensionApi, extension_settings } from '../../../extensions.js';
import { registerOrchestrationTool, listExtensionTools } from '/scripts/extensions/orchestrator/register-custom-tool.js';
const api = getExtensionApi('orchestrator');
const contexts = [getContext(), SillyTavern.getContext()];
globalThis.entries = {
  same: contexts.every((ctx) => ctx.getExtensionApi('orchestrator') === api && ctx.registerOrchestrationTool === registerOrchestrationTool
    && ctx.listExtensionTools === listExtensionTools && api.registerOrchestrationTool === registerOrchestrationTool),
  settings: extension_settings === SillyTavern.getContext().extensionSettings,
  none: getExtensionApi('nobody') === undefined,
};
registerOrchestrationTool({ name: 'by_module', mode: 'read', exec: () => 1 });`,
};

const OWNER: ExtensionFiles = {
  'manifest.json': manifest('owner'),
  'index.js': `import { put } from './inner.js'; put();`,
  'inner.js': `export const put = () => SillyTavern.getContext().getExtensionApi('orchestrator').registerOrchestrationTool({ name: 'mine', mode: 'read', exec: () => 'owner' });`,
};
const THIEF: ExtensionFiles = {
  'manifest.json': manifest('thief', { loading_order: 20 }),
  'index.js': `const api = SillyTavern.getContext().getExtensionApi('orchestrator');
for (const take of [() => api.registerOrchestrationTool({ name: 'mine', mode: 'read', exec: () => 'thief' }), () => api.unregisterOrchestrationTool('mine')]) {
  try { take(); } catch (error) { (globalThis.refused ??= []).push(error.code + ' ' + error.message); }
}`,
};

const PORTED: ExtensionFiles = {
  'manifest.json': manifest('ported'),
  'index.js': `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const { port1, port2 } = new MessageChannel();
worker.postMessage(port2, [port2]);
void SillyTavern.getContext().getExtensionApi?.('bulkhead')?.connect(port1).then((peer) => { globalThis.peerOwner = peer.owner; });
globalThis.endWorker = () => worker.terminate();`,
  'worker.js': `import { connectToHost } from '/scripts/extensions/third-party/bulkhead/plugin.js';
addEventListener('message', async ({ data }) => {
  const host = connectToHost(data);
  await host.registerOrchestrationTool({ name: 'by_port', mode: 'read', exec: () => typeof document });
});`,
};

/** The example of docs/sillytavern.md. */
const DOCUMENTED: ExtensionFiles = {
  'manifest.json': manifest('documented'),
  'index.js': block('sillytavern'),
};

/** Gives SillyTavern a function tool, and knows nothing of us. */
const WEATHER: ExtensionFiles = {
  'manifest.json': manifest('weather'),
  'index.js': `SillyTavern.getContext().registerFunctionTool({ name: 'weather', displayName: 'Weather', description: 'Tells the weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }, action: async ({ city }) => ({ city, sky: 'clear' }) });`,
};

let app: App;
const told = (name: string) => app.page.evaluate((key) => (globalThis as { [name: string]: unknown })[key], name);
const failed = (error: Error) => error.message;

beforeAll(async () => {
  app = await openApp({
    extensions: {
      'a-late-one': guarded('hello_late', 'at once', 5),
      'z-ready-one': guarded('hello_ready', 'when ready', 500),
      'z-early-one': guarded('hello_early', 'when ready', -2_000_000_000),
      ...{ modules: MODULES, owner: OWNER, thief: THIEF, ported: PORTED, weather: WEATHER, documented: DOCUMENTED },
    },
  });
  await app.load();
});
afterAll(() => app?.[Symbol.asyncDispose]());
afterEach(() => expect(app.troubles).toEqual([]));

test('extensions written against the specification work unchanged, whether they load before ours or after', async () => {
  expect(await slash(app, '/tool weather')).toMatch(/^clear, says/);
  for (const tool of ['hello_late', 'hello_ready', 'hello_early']) {
    expect(await slash(app, `/tool ${tool} Ada`)).toMatch(/^Hello Ada from \w+$/);
  }
});

test('every entry to the API is the same one: by context, by module, by the URL of the hosts that have it', async () => {
  expect(await told('entries')).toEqual({ same: true, settings: true, none: true });
  expect(await slash(app, '/tool by_module')).toBe('1');
});

test('the owner of a tool is the extension whose code registers it, and nobody else may take it', async () => {
  const refusal = 'NAME_TAKEN the tool name mine belongs to owner; choose another';
  expect(await told('refused')).toEqual([refusal, refusal]);
  expect(await slash(app, '/tool mine')).toBe('owner');
});

test('an extension in a worker connects by port, and its tools go with its worker', async () => {
  await expect.poll(() => slash(app, '/tool by_port').catch(failed)).toBe('undefined');
  expect(await told('peerOwner')).toBe('ported');
  await app.page.evaluate(() => (globalThis as unknown as { endWorker(): void }).endWorker());
  await expect.poll(() => slash(app, '/tool by_port').catch(failed), { timeout: 20_000 }).toContain('Which tool?');
});

test('function tools of others become tools of ours, are kept over a reload, and are not offered to the model twice', async () => {
  type Api = {
    listAvailableSillyTavernTools(): { name: string }[];
    listBridgedSillyTavernTools(): unknown;
  };
  const bridged = () =>
    app.page.evaluate(() => {
      const api = SillyTavern.getContext().getExtensionApi?.('orchestrator') as Api;
      return [api.listAvailableSillyTavernTools().map(({ name }) => name), api.listBridgedSillyTavernTools()];
    });
  expect(await bridged()).toEqual([['weather'], []]);
  const kept = saved(app, '{"name":"weather","mode":"read"}');
  const drawer = await openDrawer(app, 'tools');
  await drawer.getByTestId('bridges').locator('summary').click();
  const choice = drawer.locator('[data-testid=bridge][data-tool=weather] [data-testid=bridge-mode]');
  await choice.selectOption('read');
  expect(await choice.inputValue()).toBe('read');
  await closeDrawer(app);
  expect(await slash(app, '/tool st_weather Oslo')).toBe('{"city":"Oslo","sky":"clear"}');
  await kept;
  await app.load();
  await expect.poll(bridged).toEqual([[], [{ name: 'weather', mode: 'read' }]]);
  const functions = await app.page.evaluate(() =>
    [...SillyTavern.getContext().ToolManager.tools].map((tool) => JSON.stringify(tool.toFunctionOpenAI())),
  );
  expect(functions.filter((text) => text.includes('weather')).length).toBe(1);
});

test('without Bulkhead an extension is there all the same, and does nothing', async () => {
  await using alone = await openApp({
    bulkhead: false,
    extensions: { 'a-late-one': guarded('hello_late', 'at once', 5) },
  });
  await alone.load();
  expect(await alone.page.evaluate(() => 'hello_late_loaded' in globalThis)).toBe(true);
  expect(await alone.page.evaluate(() => SillyTavern.getContext().getExtensionApi)).toBe(undefined);
});

test('where the host has an extension API of its own, it stays the only one', async () => {
  await using fork = await openApp({
    extensions: {
      fork: {
        'manifest.json': manifest('fork', { loading_order: -2_000_000_000 }),
        'index.js': `const original = SillyTavern.getContext;
globalThis.theirs = { registerOrchestrationTool() {} };
SillyTavern.getContext = () => ({ ...original(), getExtensionApi: (name) => (name === 'orchestrator' ? globalThis.theirs : undefined) });`,
      },
    },
  });
  await fork.load();
  const kept = await fork.page.evaluate(() => {
    const context = SillyTavern.getContext();
    const { theirs } = globalThis as { theirs?: unknown };
    return [context.getExtensionApi?.('orchestrator') === theirs, 'registerOrchestrationTool' in context];
  });
  expect(kept).toEqual([true, false]);
  expect(fork.troubles).toEqual([]);
});
