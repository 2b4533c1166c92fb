import { expect, test } from 'vitest';
import { CallHistory, keptFlags } from '../../../src/ui/index.js';
import { plugin, testHost } from '../setup.js';

test('a simulated call is a failed call of the history while somebody else’s review is active, and works after it', async () => {
  await using host = testHost();
  await host.plugins.install({ code: plugin('return 1') });
  const history = new CallHistory(() => {});
  const simulate = () => history.dispatch(host, 'main', {}, { flags: keptFlags(), simulate: true });
  const review = host.orchestrator.beginReview();
  expect(await simulate()).toMatchObject({ state: 'failed', error: { code: 'REVIEW_ACTIVE' } });
  review.end();
  expect(await simulate()).toMatchObject({ state: 'done', simulated: true });
  // Its own review is over, too.
  host.orchestrator.beginReview().end();
});
