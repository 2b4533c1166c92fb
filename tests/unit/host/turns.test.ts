import { expect, test } from 'vitest';
import { Turns } from '../../../src/turns.js';

test('as many run at once as may, the others in the order they came', async () => {
  const turns = new Turns(2, 10);
  const order: number[] = [];
  const first = await turns.take();
  const second = await turns.take();
  const later = [3, 4].map((n) =>
    turns.take().then((giveBack) => {
      order.push(n);
      return giveBack;
    }),
  );
  expect(order).toEqual([]);
  first();
  first();
  await later[0];
  expect(order).toEqual([3]);
  second();
  await later[1];
  expect(order).toEqual([3, 4]);
});

test('a full queue refuses', async () => {
  const turns = new Turns(1, 1);
  await turns.take();
  void turns.take();
  await expect(turns.take()).rejects.toMatchObject({ code: 'TOO_MANY_CALLS' });
});
