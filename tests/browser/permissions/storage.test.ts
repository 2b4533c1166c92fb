import { expect, test } from 'vitest';
import { failure, plainHost } from '../setup.js';
import { asking, STORE, tool } from './plugins.js';

const KEEPER = asking(
  'score-keeper',
  [STORE],
  tool('put', 'write', 'await ctx.storage.set(args.key, args.value); return (await ctx.storage.usage()).keys') +
    tool('take', 'read', 'return (await ctx.storage.get(args.key)) ?? null') +
    tool('sneak', 'read', 'await ctx.storage.set("x", 1)'),
);

test('a plugin keeps data once its user has granted it, and a tool that reads cannot write', async () => {
  await using host = plainHost();
  const installed = await host.plugins.install({ code: KEEPER });
  expect(installed.state).toBe('off');
  expect((await failure(host.tools.execute('put', {}))).code).toBe('PLUGIN_DISABLED');
  await host.plugins.enable('score-keeper', { allow: 'all' });
  expect((await host.tools.execute('put', { key: 'a', value: { n: 1 } })).value).toBe(1);
  expect((await host.tools.execute('take', { key: 'a' })).value).toEqual({ n: 1 });
  const sneaked = await failure(host.tools.execute('sneak', {}));
  expect(sneaked).toMatchObject({ code: 'CAPABILITY_DENIED', details: { guest: { code: 'CAPABILITY_DENIED' } } });
});

test('what was not granted is refused inside the guest, naming the manifest line', async () => {
  await using host = plainHost();
  await host.plugins.install({ code: KEEPER }, { enable: true });
  const error = await failure(host.tools.execute('put', { key: 'a', value: 1 }));
  expect(error.details.guest).toMatchObject({ code: 'CAPABILITY_DENIED' });
  expect(error.message).toContain('permissions/0 (data)');
});

test('a simulated call writes to an overlay only, and commit does it once', async () => {
  await using host = plainHost();
  await host.plugins.install({ code: KEEPER }, { enable: true, allow: 'all' });
  await host.tools.execute('put', { key: 'a', value: 1 });
  const { value, effects, unvalidated } = await host.tools.simulate('put', { key: 'b', value: 2 });
  expect([value, unvalidated]).toEqual([2, false]);
  expect(effects.items).toEqual([{ kind: 'storage', plugin: 'score-keeper', key: 'b', after: '2' }]);
  expect(effects.deltas).toEqual({ 'storage:score-keeper': { b: [2] } });
  expect((await host.tools.execute('take', { key: 'b' })).value).toBe(null);
  expect(await host.tools.commit(effects)).toEqual({ applied: true });
  expect(await host.tools.commit(effects)).toEqual({ applied: false });
  expect((await host.tools.execute('take', { key: 'b' })).value).toBe(2);
  const stale = await host.tools.simulate('put', { key: 'c', value: 3 });
  await host.tools.execute('put', { key: 'd', value: 4 });
  expect((await failure(host.tools.commit(stale.effects))).code).toBe('EFFECTS_STALE');
  expect((await host.tools.execute('take', { key: 'c' })).value).toBe(null);
});

test('revoking closes the port at once, also under a running call', async () => {
  await using host = plainHost();
  const code = asking(
    'long-one',
    [STORE],
    tool(
      'loop',
      'write',
      'for (let i = 0; ; i++) { await ctx.storage.set("n", i); await ctx.progress({ done: i }); }',
    ) + tool('look', 'read', 'return await ctx.storage.get("n")'),
  );
  await host.plugins.install({ code }, { enable: true, allow: 'all' });
  const running = Promise.withResolvers<void>();
  const call = failure(
    host.tools.execute('loop', {}, { onProgress: ({ done }) => void (done > 3 && running.resolve()) }),
  );
  await running.promise;
  await host.plugins.revoke('long-one', 'data');
  const { details } = await call;
  expect(details.guest).toMatchObject({ code: 'CAPABILITY_DENIED' });
  await host.plugins.enable('long-one', { allow: 'all' });
  const before = (await host.tools.execute('look', {})).value;
  expect((await host.tools.execute('look', {})).value).toBe(before);
});
