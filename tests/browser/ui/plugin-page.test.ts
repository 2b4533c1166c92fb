import { expect, test } from 'vitest';
import { ConsentController } from '../../../src/ui/plugins/consent-controller.js';
import { tool } from '../permissions/plugins.js';
import { plainHost } from '../setup.js';

test('a page that is still being read when everything is closed does not open afterwards', async () => {
  await using host = plainHost();
  const { id } = await host.plugins.install({ code: tool('keep', 'read', 'return 1;') });
  const consents = new ConsentController(
    () => host,
    async () => {},
    { news: '', fail: (error) => expect.unreachable(String(error)) },
  );
  await consents.open(id);
  expect(consents.page?.id).toBe(id);
  consents.leave();
  expect(consents.page).toBeNull();
  const opening = consents.open(id);
  consents.leave();
  await opening;
  expect(consents.page).toBeNull();
});
