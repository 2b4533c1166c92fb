import { expect, test } from 'vitest';
import { connectToHost } from '../../../worker/peer/index.js';
import { plugin, testHost } from '../setup.js';
import { answer, spec } from './setup.js';

test('the three kinds answer', async () => {
  await using host = testHost();
  host.tools.register(
    spec('page_tool', (args) => ({ got: args })),
    { owner: 'me' },
  );
  await host.plugins.install({ code: plugin('return args.a + 1', 'guest_tool') });
  const { port1, port2 } = new MessageChannel();
  const [peer] = await Promise.all([
    host.connect(port1, { owner: 'peer' }),
    Promise.resolve().then(async () => {
      const connection = connectToHost(port2);
      await connection.registerOrchestrationTool(spec('port_tool', ({ a }: never) => (a as number) * 2));
    }),
  ]);
  expect(await answer(host, { name: 'page.tool', arguments: '{"b":1,"a":2}' })).toEqual({
    ok: true,
    data: { got: { a: 2, b: 1 } },
  });
  expect(await answer(host, { name: 'guest_tool', arguments: { a: 1 } })).toEqual({ ok: true, data: 2 });
  expect(await answer(host, { name: 'port_tool', arguments: { a: 4 } })).toEqual({ ok: true, data: 8 });
  expect(
    await answer(
      host,
      { name: 'hand', arguments: { n: 1 } },
      {
        customTools: [
          { name: 'hand', mode: 'read', body: 'return await Promise.resolve(args.n + 1);' },
          { name: 'bad', body: '}' },
        ],
      },
    ),
  ).toEqual({ ok: true, data: 2 });
  expect((await host.tools.search('prt_tool')).map(({ name }) => name)).toContain('port_tool');
  expect(await host.orchestrator.dryRun({ body: 'console.warn("hm"); return 5' })).toMatchObject({
    dryRun: { ok: true, result: 5, logs: [{ level: 'warn', text: 'hm' }] },
  });
  peer.disconnect();
  expect(host.tools.list().map(({ name }) => name)).toEqual(['page_tool', 'guest_tool']);
});
