import { expect, test } from 'vitest';
import { ConsentController } from '../../../src/ui/plugins/consent-controller.js';
import { plugin, testHost } from '../setup.js';

test('a sheet about a plugin that is not installed yet closes as a no when its installation ends, or another sheet opens', async () => {
  await using host = testHost();
  for (const name of ['first', 'second']) await host.plugins.install({ code: plugin('return 1', name) });
  const consents = new ConsentController(
    () => host,
    async () => {},
    { news: '', fail: (error) => expect.unreachable(String(error)) },
  );
  const shown = await host.plugins.review('first');

  const cancelled = consents.propose(shown);
  consents.withdraw();
  expect(await cancelled).toBeNull();
  expect(consents.review).toBeNull();

  const overtaken = consents.propose(shown);
  await consents.ask('second');
  expect(await overtaken).toBeNull();
  expect(consents.review?.plugin.id).toBe('second');
});
