import { expect, test } from 'vitest';
import { failure, plugin, testHost } from './setup.js';

const frame = () => {
  const found = [...document.querySelectorAll('iframe[title="Bulkhead"]')].at(-1);
  if (!found) throw new Error('no frame');
  return found;
};

const LOSSES: { readonly [what: string]: () => void } = {
  removed: () => frame().remove(),
  'moved in the DOM': () => {
    const elsewhere = document.body.appendChild(document.createElement('div'));
    elsewhere.append(frame());
  },
  'navigated away': () => {
    (frame() as HTMLIFrameElement).src = 'about:blank';
  },
};

for (const [what, lose] of Object.entries(LOSSES)) {
  test(`a frame that is ${what} fails its calls with WORKER_LOST, and the next call works`, async () => {
    await using host = testHost({ spareWorkers: 1 });
    await host.plugins.install({
      code: plugin('if (args.wait) { ctx.log("up"); await new Promise(() => {}) } return 1'),
    });
    const call = failure(host.tools.execute('main', { wait: true }, { onLog: lose }));
    expect((await call).code).toBe('WORKER_LOST');
    expect((await host.tools.execute('main', {})).value).toBe(1);
    expect(host.status().walls.every(({ stands }) => stands)).toBe(true);
  });
}

test('a frame that is removed while it is opened fails what waits for it at once, and the next call opens another', async () => {
  await using host = testHost({ spareWorkers: 0 });
  await host.plugins.install({ code: plugin('return 1') });
  await host.stopAll();
  const frame = () => document.querySelector('iframe[title="Bulkhead"]');
  const old = frame();
  old?.remove();
  const removed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      const opened = frame();
      if (!opened) return;
      observer.disconnect();
      opened.remove();
      resolve();
    });
    observer.observe(document.documentElement, { childList: true });
  });
  const began = performance.now();
  const error = await failure(host.tools.execute('main', {}));
  await removed;
  expect(error).toMatchObject({ code: 'WALL_MISSING', details: { blocked: false } });
  // Far below the ten seconds that a frame has to answer.
  expect(performance.now() - began).toBeLessThan(8_000);
  expect((await host.tools.execute('main', {})).value).toBe(1);
});
