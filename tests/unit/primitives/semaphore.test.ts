import { expect, test } from 'vitest';
import { Semaphore } from '../../../worker/primitives/semaphore.js';

const held = () => {
  let end: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end };
};

test('as many run at once as there are slots, the others in the order in which they came', async () => {
  const semaphore = new Semaphore(2);
  const log: string[] = [];
  const gates = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held() }));
  const done = gates.map(({ name, over }) =>
    semaphore.run(async () => {
      log.push(name);
      await over;
    }),
  );
  expect(log).toEqual(['a', 'b']);
  expect([semaphore.free, semaphore.waiting]).toEqual([false, 2]);
  gates[1]?.end();
  await done[1];
  await Promise.resolve();
  expect(log).toEqual(['a', 'b', 'c']);
  for (const { end } of gates) end();
  await Promise.all(done);
  expect(log).toEqual(['a', 'b', 'c', 'd']);
  expect([semaphore.free, semaphore.waiting]).toEqual([true, 0]);
});

test('a failure gives its slot back', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.run(() => 'next')).toBe('next');
});

test('whoever is aborted while waiting leaves the queue, and never begins', async () => {
  const semaphore = new Semaphore(1);
  const { over, end } = held();
  const running = semaphore.run(() => over);
  const stop = new AbortController();
  const log: string[] = [];
  const waiting = semaphore.run(() => log.push('never'), stop.signal);
  const reason = new Error('stopped');
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(semaphore.waiting).toBe(0);
  end();
  await running;
  await expect(semaphore.run(() => log.push('never'), stop.signal)).rejects.toBe(reason);
  expect(log).toEqual([]);
  expect(semaphore.free).toBe(true);
});

test('a slot that was ended twice is given back once', () => {
  const semaphore = new Semaphore(1);
  const first = semaphore.take();
  first.end();
  const second = semaphore.take();
  first.end();
  expect(semaphore.free).toBe(false);
  second.end();
  expect(semaphore.free).toBe(true);
});
