import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { App } from './app.js';
import { modelsFor, NATIVE_CALLS } from './bad-models.js';
import { expectPinned, sayTo } from './bad-models-seen.js';
import { install } from './drawer.js';
import { chooseModes, openModesApp } from './modes-parts.js';
import { ADDER } from './plugins.js';

let app: App;

beforeAll(async () => {
  app = await openModesApp();
  await install(app, 'adder', ADDER);
});
afterAll(() => app?.[Symbol.asyncDispose]());
afterEach(() => expect(app.troubles.filter((text) => !text.includes('[ToolManager]'))).toEqual([]));

for (const mode of ['loop', 'spec', 'agenda', 'director'] as const) {
  test.each(modelsFor(mode))(
    `${mode}, %s: what is seen and saved, and the next message is answered`,
    async (name, model) => {
      const seen = await sayTo(app, (asked) => model(NATIVE_CALLS, asked), {
        before: () => chooseModes(app, { mode, auto: true, review: false, limits: {} }),
        quietMs: 400,
        after: () => chooseModes(app, { auto: false }),
        sideBySide: mode === 'spec',
      });
      expectPinned(mode, name, seen);
      expect(await app.page.evaluate(() => 'stolen' in globalThis)).toBe(false);
    },
  );
}
