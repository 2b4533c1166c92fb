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
    await using host = testHost();
    await host.plugins.install({
      code: plugin('if (args.wait) { ctx.log("up"); await new Promise(() => {}) } return 1'),
    });
    const call = failure(host.tools.execute('main', { wait: true }, { onLog: lose }));
    expect((await call).code).toBe('WORKER_LOST');
    expect((await host.tools.execute('main', {})).value).toBe(1);
    expect(host.status().walls.every(({ stands }) => stands)).toBe(true);
  });
}
