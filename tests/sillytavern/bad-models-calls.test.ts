import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type App, openApp } from './app.js';
import { BREAKS_OFF, modelsFor, NATIVE_CALLS, TEXT_CALLS } from './bad-models.js';
import { expectPinned, sayTo } from './bad-models-seen.js';
import { install, slash } from './drawer.js';
import { ADDER } from './plugins.js';

let app: App;

beforeAll(async () => {
  app = await openApp();
  await app.load();
  await app.connect({ streaming: true });
  await install(app, 'adder', ADDER);
});
afterAll(() => app?.[Symbol.asyncDispose]());
afterEach(() => expect(app.troubles.filter((text) => !text.includes('[ToolManager]'))).toEqual([]));

const CALLS = { native: NATIVE_CALLS, text: TEXT_CALLS };

for (const channel of ['native', 'text'] as const) {
  test.each(modelsFor(channel))(
    `${channel} calls, %s: what is seen and saved, and the next message is answered`,
    async (name, model) => {
      // The breaker counts calls in texts for half a minute: each model gets a page of its own.
      if (channel === 'text') {
        await app.load();
        await app.connect({ streaming: true });
      }
      const seen = await sayTo(app, (asked) => model(CALLS[channel], asked), {
        before: () => slash(app, `/bulkhead calls ${channel}`),
        after: async () => {},
        // The worker that reads texts has to start first.
        quietMs: channel === 'text' ? 1_500 : 400,
        stops: BREAKS_OFF.has(name),
      });
      expectPinned(channel, name, seen);
      expect(await app.page.evaluate(() => 'stolen' in globalThis)).toBe(false);
    },
  );
}
