import { expect, test } from 'vitest';
import { BulkheadError } from '../../worker/protocol/errors.js';
import type { ToolContract } from '../../worker/protocol/tool.js';
import { connect } from '../../worker/rpc/connect.js';
import { heapBytes } from '../fixtures/chromium.js';
import { failure } from './setup.js';

/** Opens and closes a connection. A function of its own: nothing of it is left in the test's frame. */
async function openAndClose(asks: boolean): Promise<WeakRef<object>> {
  const owner = { onEvent: () => {} };
  const connection = connect<ToolContract>(new MessageChannel().port1, owner);
  const call = asks ? failure(connection.call('hold', { call: 1, held: true })) : undefined;
  connection.close(new BulkheadError('WORKER_LOST', 'over'));
  if (call) expect((await call).code).toBe('WORKER_LOST');
  return new WeakRef(owner);
}

test('a closed connection is free, and so is whoever opened it, even if a call was never answered', async () => {
  const owners = [await openAndClose(false), await openAndClose(true)];
  await expect
    .poll(async () => {
      await heapBytes();
      return owners.map((owner) => owner.deref());
    })
    .toEqual([undefined, undefined]);
});
