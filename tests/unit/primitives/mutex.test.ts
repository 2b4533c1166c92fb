import { expect, test } from 'vitest';
import { KeyedMutex, Mutex } from '../../../worker/primitives/mutex.js';

/** Work that is over when it is told so. */
function held(log: string[], name: string) {
  let end: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    log.push(`${name} begins`);
    await over;
    log.push(`${name} ends`);
    return name;
  };
  return { work, end };
}

test('work runs one after another, in the order of the calls', async () => {
  const mutex = new Mutex();
  const log: string[] = [];
  const [a, b] = [held(log, 'a'), held(log, 'b')];
  const done = [mutex.run(a.work), mutex.run(b.work)];
  b.end();
  await Promise.resolve();
  expect(log).toEqual(['a begins']);
  a.end();
  expect(await Promise.all(done)).toEqual(['a', 'b']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a failure, thrown or rejected, reaches its caller and does not stop the next', async () => {
  const mutex = new Mutex();
  const thrown = mutex.run((): string => {
    throw new Error('thrown');
  });
  const rejected = mutex.run(() => Promise.reject(new Error('rejected')));
  const next = mutex.run(() => 'next');
  await expect(thrown).rejects.toThrow('thrown');
  await expect(rejected).rejects.toThrow('rejected');
  expect(await next).toBe('next');
  await expect(mutex.idle).resolves.toBeDefined();
});

test('work that is aborted while it waits rejects at once, never begins, and holds up nobody', async () => {
  const mutex = new Mutex();
  const log: string[] = [];
  const first = held(log, 'first');
  const running = mutex.run(first.work);
  const stop = new AbortController();
  const waiting = mutex.run(() => log.push('never'), stop.signal);
  const last = mutex.run(() => 'last');
  const reason = new Error('stopped');
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(log).toEqual(['first begins']);
  first.end();
  expect(await Promise.all([running, last])).toEqual(['first', 'last']);
  await expect(mutex.run(() => log.push('never'), stop.signal)).rejects.toBe(reason);
  expect(log).not.toContain('never');
});

test('a signal that aborts while its work runs leaves the work to settle', async () => {
  const mutex = new Mutex();
  const log: string[] = [];
  const [stop, only] = [new AbortController(), held(log, 'only')];
  const running = mutex.run(only.work, stop.signal);
  await Promise.resolve();
  stop.abort();
  only.end();
  expect(await running).toBe('only');
});

test('idle resolves when everything that was given is over, failures too', async () => {
  const mutex = new Mutex();
  const log: string[] = [];
  const one = held(log, 'one');
  const running = mutex.run(one.work);
  mutex.run(() => Promise.reject(new Error('no'))).catch(() => log.push('failed'));
  const idle = mutex.idle.then(() => log.push('idle'));
  one.end();
  await Promise.all([running, idle]);
  expect(log.slice(0, 2)).toEqual(['one begins', 'one ends']);
  expect(log).toContain('idle');
});

test('keys do not wait for each other, and are forgotten when their work is over', async () => {
  const mutex = new KeyedMutex<string>();
  const log: string[] = [];
  const [a, again, b] = [held(log, 'a'), held(log, 'again'), held(log, 'b')];
  const done = [mutex.run('x', a.work), mutex.run('x', again.work), mutex.run('y', b.work)];
  await Promise.resolve();
  await Promise.resolve();
  expect(log).toEqual(['a begins', 'b begins']);
  expect(mutex.size).toBe(2);
  for (const one of [a, again, b]) one.end();
  await Promise.all(done);
  await expect(mutex.run('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(log.indexOf('again begins')).toBeGreaterThan(log.indexOf('a ends'));
  expect(mutex.size).toBe(0);
});
