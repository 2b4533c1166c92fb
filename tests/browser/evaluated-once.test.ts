import { expect, test } from 'vitest';
import type { Host } from '../../src/index.js';
import { failure, plugin, testHost } from './setup.js';

/** Names every part of the platform, so that its image is as large as that of a plugin without a library can be. */
const PARTS = [
  ...['TextEncoder', 'URL', 'URLSearchParams', 'AbortController', 'Event', 'DOMException', 'crypto', 'Intl', 'Date'],
  ...['Blob', 'File', 'FormData', 'Headers', 'Request', 'Response', 'ReadableStream', 'CompressionStream'],
  ...['structuredClone', 'console', 'setTimeout', 'atob'],
];
/** A library besides: half a million numbers that no image of an empty guest has. */
const SOURCE = plugin(
  `if (args.native) Array.prototype.indexOf.call({ length: 2 ** 32 - 1 }, 1);
   if (args.wait) { ctx.log('up'); await new Promise(() => {}); }
   calls += 1; return { loaded, calls, last: table.at(-1), parts: parts.length };`,
  'main',
  `const loaded = crypto.randomUUID(); let calls = 0; const table = Array.from({ length: 500_000 }, (_, i) => i);
   const parts = [${PARTS.join(', ')}];`,
);

const tell = async (host: Host) => (await host.tools.execute('main')).value as { readonly loaded: string };

/** Resolves when no worker lives. */
const allEnded = (host: Host) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (host.status().workers.live > 0) return;
      end();
      resolve();
    };
    const end = host.onChange(look);
    look();
  });

test('a plugin is evaluated once, when it is installed: every later worker starts from its image', async () => {
  await using host = testHost({ limits: { idleMs: 400 } });
  await host.plugins.install({ code: SOURCE });
  const first = await tell(host);
  expect(first).toMatchObject({ calls: 1, last: 499_999, parts: PARTS.length });
  const same = async () => expect(await tell(host)).toEqual(first);
  await host.stopAll();
  await same();
  // Its worker is ended for it.
  expect((await failure(host.tools.execute('main', { native: true }, { cpuMs: 20 }))).code).toBe('TOOL_TIMEOUT');
  await same();
  const lose = () => [...document.querySelectorAll('iframe[title="Bulkhead"]')].at(-1)?.remove();
  const waiting = failure(host.tools.execute('main', { wait: true }, { onLog: lose }));
  expect((await waiting).code).toBe('WORKER_LOST');
  await same();
  await allEnded(host);
  await same();
  expect(host.status().starts).toEqual({ images: true });
});

test('a source that is slow to load is no failure of its plugin, however often', async () => {
  const store = `slow-${Date.now()}`;
  const source = plugin('return 1', 'main', 'for (let i = 0; i < 5e6; i++);');
  {
    await using host = testHost({ store });
    await host.plugins.install({ code: source });
  }
  // A page that has no image yet, and far too little time.
  await using host = testHost({ store, limits: { loadMs: 1, strikes: 2 } });
  for (let i = 0; i < 3; i++) {
    const error = await failure(host.tools.execute('main'));
    expect(error).toMatchObject({ code: 'TOOL_TIMEOUT', details: { limit: 'loadMs' } });
  }
  expect((await host.plugins.list())[0]).toMatchObject({ state: 'on', strikes: 0 });
});
