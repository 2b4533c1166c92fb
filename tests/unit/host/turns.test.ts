import { expect, test } from 'vitest';
import { CallQueue } from '../../../src/isolation/guests/call-queue.js';

test('as many run at once as may, the others in the order they came', async () => {
  const turns = new CallQueue(2, 10);
  const order: number[] = [];
  const [first, second] = [turns.take(), turns.take()];
  const [third, fourth] = [3, 4].map((n) => {
    const turn = turns.take();
    return { turn, ready: (turn.ready ?? Promise.resolve()).then(() => order.push(n)) };
  });
  await first?.ready;
  expect(order).toEqual([]);
  first?.end();
  first?.end();
  await third?.ready;
  expect(order).toEqual([3]);
  second?.end();
  await fourth?.ready;
  expect(order).toEqual([3, 4]);
});

test('a full queue refuses, and has room again when one leaves it', async () => {
  const turns = new CallQueue(1, 1);
  const running = turns.take();
  const waiting = turns.take();
  expect(() => turns.take()).toThrow(expect.objectContaining({ code: 'TOO_MANY_CALLS' }));
  waiting.end();
  const next = turns.take();
  running.end();
  await next.ready;
});
