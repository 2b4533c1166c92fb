import { expect, test, vi } from 'vitest';
import readme from '../../README.md?raw';
import * as bulkhead from '../../src/index.js';
import { testHost } from './setup.js';

/** The text of the README's code block with this mark. */
function block(mark: string): string {
  const found = readme.match(new RegExp(`\`\`\`js ${mark}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (!found) throw new Error(`the README has no block ${mark}`);
  return found;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<void>;

test('the README’s plugin installs and answers', async () => {
  await using host = testHost();
  const info = await host.plugins.install({ code: block('plugin') });
  expect(info).toMatchObject({ id: 'greeter', manifest: { version: '1.0.0' } });
  const progress: number[] = [];
  const { value } = await host.tools.execute(
    'greet',
    { name: 'Ada' },
    { onProgress: ({ done }) => progress.push(done) },
  );
  expect(value).toEqual({ greeting: 'Hello, Ada!' });
  expect(progress.at(-1)).toBe(3);
});

test('the README’s start for host developers runs as it stands', async () => {
  const body = block('host').replace(/import \{([^}]+)\} from 'bulkhead';/, 'const {$1} = bulkhead;');
  const log = vi.fn();
  const run = new AsyncFunction('bulkhead', 'strangersSource', 'console', `${body}\nawait host.dispose();`);
  await run(
    { ...bulkhead, createHost: (options: object) => bulkhead.createHost({ ...options, store: null }) },
    block('plugin'),
    { log },
  );
  expect(log.mock.calls).toContainEqual(['info', 'greeting Ada']);
  expect(log.mock.calls).toContainEqual([
    { greeting: 'Hello, Ada!' },
    expect.stringMatching(/ms of the guest, \d+ bytes$/),
  ]);
});

test('the README’s page tool, extension and connection run as they stand', async () => {
  await using host = testHost();
  const log = vi.fn();
  const lines: string[] = [];
  const page = new AsyncFunction('host', 'lines', 'console', block('page'));
  await page(host, lines, { log });
  expect(log.mock.calls).toEqual([['would remember a']]);
  expect([lines, host.tools.list()]).toEqual([[], []]);

  const worker = new Worker(new URL('../fixtures/readme.worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ source: block('extension') });
  const registered = new Promise((resolve) => host.tools.onChange(resolve));
  await new AsyncFunction('host', 'worker', 'console', block('connect'))(host, worker, { log });
  await registered;
  expect((await host.tools.execute('shout', { text: 'hey' })).value).toBe('HEY');
  worker.terminate();
});

test('the README’s run answers as it says', async () => {
  await using host = testHost();
  const log = vi.fn();
  const body = block('orchestrator');
  await new AsyncFunction('host', 'stop', 'console', body)(host, new AbortController(), { log });
  expect(log.mock.calls).toEqual([
    ['tool_call', 'add'],
    ['tool_result', 'add'],
    [{ role: 'tool', tool_call_id: expect.stringMatching(/^loop_tc_/), content: '{"ok":true,"data":3}', _round: 0 }],
  ]);
});
