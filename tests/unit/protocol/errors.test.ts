import { expect, test, vi } from 'vitest';
import { BulkheadError, BulkheadTypeError, toErrorData } from '../../../worker/protocol/errors.js';

/** The same module once more, as another file of the package has it. */
async function copy() {
  vi.resetModules();
  const [errors, retries] = await Promise.all([
    import('../../../worker/protocol/errors.js'),
    import('../../../src/engine/models/retries.js'),
  ]);
  return { ...errors, ModelError: retries.ModelError };
}

test('an error of one file of the package is one of ours in all of them, with its code', async () => {
  const other = await copy();
  expect(other.BulkheadError).not.toBe(BulkheadError);
  const error = new other.BulkheadError('NET_FAILED', 'no answer', { status: 0 });
  expect(error instanceof BulkheadError).toBe(true);
  expect(toErrorData(error)).toEqual({ code: 'NET_FAILED', message: 'no answer', details: { status: 0 } });
  expect(new other.BulkheadTypeError('BAD_ARGS', 'no name') instanceof BulkheadError).toBe(true);
  expect(new BulkheadTypeError('BAD_ARGS', 'no name') instanceof TypeError).toBe(true);
});

test('what only calls itself one of ours is none, and not each of ours is one of a model', async () => {
  const { ModelError } = await copy();
  const named = Object.assign(new Error('trust me'), { name: 'BulkheadError', code: 'BAD_ARGS' });
  for (const other of [named, null, undefined, 'BAD_ARGS', { code: 'BAD_ARGS' }]) {
    expect(other instanceof BulkheadError).toBe(false);
  }
  expect(toErrorData(named)).toEqual({ code: 'INTERNAL', message: 'trust me' });
  expect(new BulkheadError('MODEL_FAILED', 'no') instanceof ModelError).toBe(false);
  expect(new ModelError('no', { again: true }) instanceof ModelError).toBe(true);
  expect(new ModelError('no', { again: true }) instanceof BulkheadError).toBe(true);
});
