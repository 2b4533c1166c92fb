import { expect, test } from 'vitest';
import { failure, plugin, testHost } from './setup.js';

test('plugins are back in a new host on the same store, with what the user decided', async () => {
  const store = `broker-${Date.now()}`;
  {
    await using host = testHost({ store });
    await host.plugins.install({ code: plugin('return "a"', 'first') });
    await host.plugins.install({
      code: `export const manifest = { id: 'with-manifest', version: '1.2.3', name: { en: 'B', 'zh-Hans': '乙' } };${plugin('return "b"', 'second')}`,
    });
    await host.plugins.install({ code: plugin('return "c"', 'third') });
    await host.plugins.disable('first');
    await host.plugins.remove('third');
  }
  await using host = testHost({ store });
  expect((await host.plugins.list()).map(({ id, state }) => [id, state])).toEqual([
    ['first', 'off'],
    ['with-manifest', 'on'],
  ]);
  expect((await host.tools.execute('second', {})).value).toBe('b');
  expect((await failure(host.tools.execute('first', {}))).code).toBe('PLUGIN_DISABLED');
  await host.plugins.enable('first');
  expect((await host.tools.execute('first', {})).value).toBe('a');
});

test('the first calls after a reload, ten at once, all find the plugin loaded', async () => {
  const store = `cold-${Date.now()}`;
  {
    await using host = testHost({ store });
    await host.plugins.install({ code: plugin('return args.n') });
  }
  await using host = testHost({ store });
  const values = await Promise.all(Array.from({ length: 10 }, (_, n) => host.tools.execute('main', { n })));
  expect(values.map(({ value }) => value)).toEqual(Array.from({ length: 10 }, (_, n) => n));
});

test('installing the same id again replaces it, and only when the new one loads', async () => {
  await using host = testHost();
  const version = (n: number) =>
    `export const manifest = { id: 'one-id', version: '${n}.0.0' };${plugin(`return ${n}`)}`;
  await host.plugins.install({ code: version(1) });
  await host.plugins.install({ code: version(2) });
  expect((await host.tools.execute('main', {})).value).toBe(2);
  await failure(host.plugins.install({ code: `${version(3)};throw 1` }));
  expect((await host.tools.execute('main', {})).value).toBe(2);
  expect(await host.plugins.list()).toHaveLength(1);
});

test('a tool name belongs to the plugin that had it first', async () => {
  await using host = testHost();
  await host.plugins.install({ code: `export const manifest = { id: 'the-first' };${plugin('return 1')}` });
  const error = await failure(
    host.plugins.install({ code: `export const manifest = { id: 'the-second' };${plugin('return 2')}` }),
  );
  expect(error).toMatchObject({ code: 'NAME_TAKEN', details: { owner: 'the-first' } });
  expect((await host.tools.execute('main', {})).value).toBe(1);
  expect(await host.plugins.list()).toHaveLength(1);
});

test('an installation cancelled at any moment leaves nothing, and can be done again', async () => {
  await using host = testHost();
  await host.ready();
  for (const ms of [0, 1, 5, 20, 40]) {
    const controller = new AbortController();
    const installing = host.plugins.install(
      { code: `for (let i = 0; i < 3e6; i++);${plugin('return 1')}` },
      { signal: controller.signal },
    );
    const timer = setTimeout(() => controller.abort('cancelled'), ms);
    const outcome = await installing.catch((error: unknown) => error);
    clearTimeout(timer);
    if (outcome === 'cancelled') expect(await host.plugins.list()).toEqual([]);
    else await host.plugins.remove('main');
  }
  await host.plugins.install({ code: plugin('return 7') });
  expect((await host.tools.execute('main', {})).value).toBe(7);
});

test('two installations at once of one name: one wins, the other gets NAME_TAKEN', async () => {
  await using host = testHost();
  const source = (id: string) => ({ code: `export const manifest = { id: '${id}' };${plugin(`return '${id}'`)}` });
  const outcomes = await Promise.allSettled([
    host.plugins.install(source('left-one')),
    host.plugins.install(source('right-one')),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await host.plugins.list()).toHaveLength(1);
});

/** Waits until `check` holds, looking after every change of the host. */
async function until(
  host: { onChange(listener: () => void): () => void },
  check: () => Promise<boolean>,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = async () => {
      if (!(await check())) return;
      stop();
      resolve();
    };
    const stop = host.onChange(look);
    void look();
  });
}

test('two tabs on one store see each other’s changes, and lose none', async () => {
  const store = `tabs-${Date.now()}`;
  await using left = testHost({ store });
  await using right = testHost({ store });
  await Promise.all([left.ready(), right.ready()]);
  await Promise.all([
    left.plugins.install({ code: plugin('return 1', 'from_left') }),
    right.plugins.install({ code: plugin('return 2', 'from_right') }),
  ]);
  for (const host of [left, right]) await until(host, async () => (await host.plugins.list()).length === 2);
  expect((await left.tools.execute('from_right', {})).value).toBe(2);
  expect((await right.tools.execute('from_left', {})).value).toBe(1);
  await left.plugins.disable('from-right');
  await until(right, async () => right.tools.list().length === 1);
  await right.plugins.remove('from-left');
  await until(left, async () => (await left.plugins.list()).length === 1);
});

test('one tool name in two tabs at the same moment: one gets NAME_TAKEN, both tabs agree', async () => {
  const store = `names-${Date.now()}`;
  await using left = testHost({ store });
  await using right = testHost({ store });
  await Promise.all([left.ready(), right.ready()]);
  const source = (id: string) => ({
    code: `export const manifest = { id: '${id}' };${plugin(`return '${id}'`, 'dup')}`,
  });
  const outcomes = await Promise.allSettled([
    left.plugins.install(source('plug-a')),
    right.plugins.install(source('plug-b')),
  ]);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'NAME_TAKEN' });
  for (const host of [left, right]) await until(host, async () => host.tools.list().length === 1);
  const answers = await Promise.all([left, right].map(async (host) => (await host.tools.execute('dup', {})).value));
  expect(answers[0]).toBe(answers[1]);
});

test('strikes that one tab gave and another forgave are forgiven in both', async () => {
  const store = `strikes-${Date.now()}`;
  await using left = testHost({ store, limits: { strikes: 1, cpuMs: 50 } });
  await using right = testHost({ store });
  await right.ready();
  await left.plugins.install({ code: plugin('if (!args.ok) for (;;) {} return 1') });
  await until(right, async () => right.tools.list().length === 1);
  await failure(left.tools.execute('main', {}));
  await until(right, async () => (await right.plugins.list())[0]?.state === 'off');
  expect((await left.plugins.list())[0]?.state).toBe('struck');
  await right.plugins.enable('main');
  await until(left, async () => (await left.plugins.list())[0]?.state === 'on');
  expect((await left.tools.execute('main', { ok: true })).value).toBe(1);
});

test('a disposed host says so, and its calls settle', async () => {
  const host = testHost();
  await host.plugins.install({ code: plugin('await new Promise(() => {})') });
  const open = failure(host.tools.execute('main', {}));
  await host.dispose();
  expect(['STOPPED', 'HOST_DISPOSED']).toContain((await open).code);
  expect((await failure(host.tools.execute('main', {}))).code).toBe('HOST_DISPOSED');
  expect((await failure(host.plugins.list())).code).toBe('HOST_DISPOSED');
});

test('without a store a host works and forgets', async () => {
  await using host = testHost({ store: null });
  await host.plugins.install({ code: plugin('return 1') });
  await host.plugins.disable('main');
  await host.plugins.enable('main');
  expect((await host.tools.execute('main', {})).value).toBe(1);
});
