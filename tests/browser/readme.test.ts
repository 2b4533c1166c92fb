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
