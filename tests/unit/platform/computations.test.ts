import { expect, test } from 'vitest';
import { NATIVE } from '../../../sandbox/guest/wire.js';
import { remoteComputation } from '../../../worker/natives/subtle-port.js';
import { GuestPlatform } from '../../../worker/tool/guest-platform.js';
import { inGuest } from './guests.js';

/** A platform with one computation, which ends when it is told to. */
function platformWith() {
  const ends: (() => void)[] = [];
  const entered: number[] = [];
  const platform = new GuestPlatform({
    natives: () => undefined,
    computations: { wait: () => new Promise<string>((resolve) => ends.push(() => resolve('done'))) },
    setTimer: () => 0,
    clearTimer: () => {},
    enter: (_kind, id) => entered.push(id),
  });
  const start = (id: number, bytes: number, input: unknown = null) =>
    platform.native(NATIVE.start, JSON.stringify([id, 'wait', input]), new Uint8Array(bytes));
  return { platform, start, ends, entered };
}

test('computations of one guest hold 64 MiB at most, and take more once some have ended', async () => {
  const { start, ends, entered } = platformWith();
  for (let id = 1; id <= 4; id++) start(id, 16 * 1_048_576);
  expect(() => start(5, 1)).toThrow(
    new RangeError('more than 67108864 bytes in computations at once: await some of them'),
  );
  ends[0]?.();
  await expect.poll(() => entered).toEqual([1]);
  start(6, 16 * 1_048_576);
  expect(() => start(7, 1)).toThrow(RangeError);
});

test('what a call has left running takes no room of the next call', () => {
  const { platform, start } = platformWith();
  for (let id = 1; id <= 64; id++) start(id, 1_048_576);
  expect(() => start(65, 0)).toThrow(new RangeError('more than 64 computations at once: await some of them'));
  platform.clear();
  start(66, 64 * 1_048_576);
});

test('a computation that waits for others when its call ends never begins', async () => {
  const begun: number[] = [];
  let end: () => void = () => {};
  const port = new MessageChannel();
  port.port2.onmessage = ({ data: { id } }) => {
    begun.push(id);
    end = () => port.port2.postMessage({ id, value: 1 });
  };
  const work = remoteComputation(port.port1);
  const stop = new AbortController();
  const all = Array.from({ length: 5 }, () => work(null, new Uint8Array(1), stop.signal).catch(() => 'dropped'));
  await expect.poll(() => begun).toEqual([1, 2]);
  stop.abort();
  expect(await Promise.all(all.slice(2))).toEqual(['dropped', 'dropped', 'dropped']);
  end();
  const next = work(null, new Uint8Array(1));
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  end();
  expect(await next).toBe(1);
  port.port1.close();
});

test('keys and signatures of more than 262,144 characters are refused, data of that size is not', async () => {
  const said = await inGuest(`
    const refused = (work) => work().then(() => 'done', (error) => error.name + ': ' + error.message);
    const key = await crypto.subtle.importKey('raw', new Uint8Array(8), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    return [
      await refused(() => crypto.subtle.verify('HMAC', key, new Uint8Array(300_000), new Uint8Array(1))),
      await refused(() => crypto.subtle.verify('HMAC', key, new Uint8Array(100), new Uint8Array(300_000))),
    ];`);
  expect(said).toEqual(['RangeError: keys and parameters of more than 262144 characters', 'done']);
});
