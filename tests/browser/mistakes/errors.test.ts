import { expect, test } from 'vitest';
import { CAPABILITIES } from '../../../worker/protocol/capabilities/index.js';
import { asking, tool } from '../permissions/plugins.js';
import { failure, plainHost, plugin, testHost } from '../setup.js';

/** A plugin as this server builds it from TypeScript, with its map inside. */
async function built(): Promise<string> {
  const response = await fetch('/tests/fixtures/mapped/weather.ts');
  return response.text();
}

const FORECAST = {
  name: 'WeatherError',
  message: 'no weather in Oslo',
  stack: [
    { function: 'forecastOf', file: 'weather.ts', line: 9 },
    { function: 'exec', file: 'weather.ts', line: 18 },
  ],
  cause: { name: 'TypeError', message: 'no line', stack: [{ file: 'weather.ts', line: 9 }, { line: 18 }] },
};

test('a caller sees the class, the cause and the places in TypeScript of an error, and its log shows them', async () => {
  await using host = testHost({ store: null });
  await host.plugins.install({ code: await built() });
  for (const call of ['execute', 'simulate'] as const) {
    const lines: string[] = [];
    const error = await failure(host.tools[call]('forecast', {}, { onLog: ({ text }) => lines.push(text) }));
    expect(error, call).toMatchObject({
      code: 'TOOL_ERROR',
      message: 'no weather in Oslo',
      details: { guest: FORECAST },
    });
    expect(lines.join('\n')).toMatch(/^WeatherError: no weather in Oslo\n.* {4}at forecastOf \(weather\.ts:9:\d+\)\n/s);
    expect(lines.join('\n')).toMatch(/\ncaused by TypeError: no line\n/);
  }
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
async function pinOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text)));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
}

test('the map may be a file of the package, also after the page has opened its store again', async () => {
  const [code = '', encoded = ''] = (await built()).split('//# sourceMappingURL=data:application/json;base64,');
  const files: Record<string, string> = {
    'dist/weather.js': `${code}//# sourceMappingURL=weather.js.map\n`,
    'dist/weather.js.map': new TextDecoder().decode(Uint8Array.from(atob(encoded.trim()), (c) => c.charCodeAt(0))),
  };
  const pins = Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([path, text]) => [path, await pinOf(text)])),
  );
  const manifest = {
    manifest: 1,
    id: 'weather',
    version: '1.0.0',
    name: 'Weather',
    entry: 'dist/weather.js',
    files: pins,
    permissions: [],
  };
  const all = { ...files, 'bulkhead.json': JSON.stringify(manifest) };
  const store = `mapped-${Date.now()}`;
  {
    await using host = plainHost({ store });
    await host.plugins.install(
      { files: Object.entries(all).map(([path, text]) => ({ path, blob: new Blob([text]) })) },
      { enable: true },
    );
    expect((await failure(host.tools.execute('forecast', {}))).details.guest).toMatchObject(FORECAST);
    expect(await host.plugins.source('weather')).not.toContain('sourcesContent');
  }
  await using host = plainHost({ store });
  expect((await failure(host.tools.execute('forecast', {}))).details.guest).toMatchObject(FORECAST);
  await host.erase();
});

test('a global that no guest has is answered with what to do, at the install and in a call', async () => {
  await using host = testHost({ store: null });
  const hint = 'a guest has no page: return data, and the page shows it';
  expect(await failure(host.plugins.install({ code: `document.title = 'x';\n${plugin('return 1')}` }))).toMatchObject({
    code: 'SOURCE_THREW',
    message: `ReferenceError: 'document' is not defined; ${hint} (line 1, column 1)`,
    details: { hint },
  });
  await host.plugins.install({ code: plugin('return document.title') });
  expect(await failure(host.tools.execute('main', {}))).toMatchObject({
    code: 'TOOL_ERROR',
    message: "'document' is not defined",
    details: { hint },
  });
});

const REQUESTS = CAPABILITIES.flatMap(({ methods }) => Object.keys(methods));

/** Calls every function of every capability, and tells what came of it. */
const TRY_ALL = `const tried = {};
  for (const name of args.requests) {
    const call = name === 'notify.show' ? ctx.notify : ctx[name.split('.')[0]][name.split('.')[1]];
    try { tried[name] = 'answered: ' + JSON.stringify(await call('a', {})); } catch (error) { tried[name] = error.code; }
  }
  return tried;`;
const DENIED = Object.fromEntries(REQUESTS.map((request) => [request, 'CAPABILITY_DENIED']));

test('without a grant every function of ctx rejects in every kind of call, and none is undefined', async () => {
  const services = { chat: { current: () => undefined, length: () => 0, read: () => [], apply: () => {} } };
  for (const options of [{ store: null }, { store: null, services }]) {
    await using host = plainHost(options);
    const tools = `${tool('look', 'read', TRY_ALL)}${tool('change', 'write', TRY_ALL, `, simulate: async (args, ctx) => { ${TRY_ALL} }`)}`;
    await host.plugins.install({ code: asking('tries', [], tools) }, { enable: true });
    const args = { requests: REQUESTS };
    expect((await host.tools.execute('look', args)).value).toEqual(DENIED);
    expect((await host.tools.execute('change', args)).value).toEqual(DENIED);
    expect((await host.tools.simulate('look', args)).value).toEqual(DENIED);
    expect((await host.tools.simulate('change', args)).value).toEqual(DENIED);
  }
});

test('a page without a service refuses what was granted, and answers nothing in its place', async () => {
  await using host = plainHost({ store: null });
  const pageServed = CAPABILITIES.filter(({ servedBy, cap }) => servedBy === 'page' && cap !== 'tool.call');
  const permissions = pageServed.map(({ cap }) => ({ id: cap, cap, reason: 'to try' }));
  const requests = pageServed.flatMap(({ methods }) => Object.keys(methods));
  await host.plugins.install(
    { code: asking('tries', permissions, tool('change', 'write', TRY_ALL)) },
    { enable: true, allow: 'all' },
  );
  host.asks.onChange(() => {
    for (const { id, scopes } of host.asks.list()) host.asks.answer(id, scopes[0] ?? null);
  });
  const { value } = await host.tools.execute('change', { requests });
  expect(Object.keys(value as object)).toEqual(requests);
  for (const [request, answer] of Object.entries(value as object)) expect(answer, request).not.toMatch(/^answered/);
});
