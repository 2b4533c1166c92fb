import { expect, test } from 'vitest';
import { bundleToolWorker } from '../../../scripts/vite/bundle.mjs';

test('the script of the tool worker is ASCII, and valid', async () => {
  const code = await bundleToolWorker();
  expect([...code].filter((character) => character > '\x7f')).toEqual([]);
  // A name that is cut ends with an ellipsis.
  expect(code).toContain('\\u2026');
  expect(() => new Function(code)).not.toThrow();
});
