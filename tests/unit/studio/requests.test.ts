import { expect, test } from 'vitest';
import { createPacer, type RequestOptions, requestLimits, requestTurn } from '../../../src/studio/base/requests.js';
import { BulkheadError } from '../../../worker/protocol/errors.js';
import { Clock, settled } from './clock.js';

/** A request whose attempts end as a list says. */
function scripted(
  outcomes: readonly (() => Promise<string> | string)[],
  options: Partial<RequestOptions<string>> = {},
) {
  const signals: AbortSignal[] = [];
  const controller = new AbortController();
  const answer = requestTurn<string>({
    ask: async (signal) => {
      signals.push(signal);
      return (outcomes[signals.length - 1] ?? outcomes.at(-1) ?? (() => ''))();
    },
    check: (text) => (text === '' ? 'the model answered nothing' : undefined),
    ...{ retries: 2, requestsPerMinute: 0, timeoutMs: 0, pacer: createPacer(), signal: controller.signal },
    ...options,
  });
  return { answer, signals, controller };
}

const fails = (message: string) => () => Promise.reject(new Error(message));
/** Never answers, and hears nothing. */
const silent = () => new Promise<string>(() => {});

test('X01 a failure that lasts takes one attempt more than there are retries, and its own error comes out', async () => {
  const { answer, signals } = scripted([fails('first'), fails('second'), fails('third'), () => 'too late']);
  await expect(answer).rejects.toThrow('third');
  expect(signals).toHaveLength(3);
});

test('X01 a stop ends it after the attempt it finds, with the signal’s reason, whether that hears it or not', async () => {
  const reason = new Error('the user has stopped it');
  const { answer, signals, controller } = scripted([silent]);
  await settled();
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
  expect(signals).toHaveLength(1);
  expect(signals[0]?.reason).toBe(reason);
});

test('an answer that cannot be used is asked for again, and the last one’s fault is told', async () => {
  const good = scripted([() => '', () => 'an answer']);
  expect(await good.answer).toBe('an answer');
  expect(good.signals).toHaveLength(2);
  const bad = scripted([() => ''], { retries: 0 });
  await expect(bad.answer).rejects.toMatchObject({ code: 'MODEL_FAILED', message: 'the model answered nothing' });
  expect(bad.signals).toHaveLength(1);
});

test('a check may take its time, and a stop does not wait for it', async () => {
  const slow = scripted([() => 'x', () => 'yes'], { check: async (text) => (text === 'x' ? 'no' : undefined) });
  expect(await slow.answer).toBe('yes');
  const { answer, controller } = scripted([() => 'x'], { check: () => new Promise(() => {}) });
  await settled();
  controller.abort(new Error('stopped'));
  await expect(answer).rejects.toThrow('stopped');
});

test('who is asked may be stopped by somebody else: that is no failure to be tried again', async () => {
  const aborted = new DOMException('stopped elsewhere', 'AbortError');
  const { answer, signals } = scripted([() => Promise.reject(aborted), () => 'x']);
  await expect(answer).rejects.toBe(aborted);
  expect(signals).toHaveLength(1);
  const stopped = new BulkheadError('STOPPED', 'stopped');
  await expect(scripted([() => Promise.reject(stopped), () => 'x']).answer).rejects.toBe(stopped);
});

test('each attempt has its own time, and what does not answer in it is left behind', async () => {
  const clock = new Clock();
  const { answer, signals } = scripted([silent, silent, () => 'at last'], {
    ...{ timeoutMs: 5_000, timer: clock.timer, pacer: createPacer(clock) },
  });
  await clock.pass(4_999);
  expect(signals).toHaveLength(1);
  await clock.pass(1);
  expect(signals).toHaveLength(2);
  expect(signals[0]?.aborted).toBe(true);
  await clock.pass(5_000);
  expect(await answer).toBe('at last');
  expect(signals[2]?.aborted).toBe(false);
  expect(clock.waiting).toBe(0);
  const late = scripted([silent], { retries: 0, timeoutMs: 5_000, timer: clock.timer });
  const failed = expect(late.answer).rejects.toMatchObject({
    code: 'MODEL_FAILED',
    message: 'the model has not answered within 5 s',
  });
  await clock.pass(5_000);
  await failed;
});

test('X02 of three requests at once with two a minute the third begins after a minute', async () => {
  const clock = new Clock();
  const pacer = createPacer(clock);
  const { signal } = new AbortController();
  const begun: number[] = [];
  for (let at = 0; at < 3; at += 1) void pacer.take(2, signal).then(() => begun.push(clock.now()));
  await clock.pass(59_999);
  expect(begun).toEqual([0, 0]);
  await clock.pass(1);
  expect(begun).toEqual([0, 0, 60_000]);
});

test('the window slides: a request waits for the one that is a minute old, not for the next minute', async () => {
  const clock = new Clock();
  const pacer = createPacer(clock);
  const { signal } = new AbortController();
  const begun: number[] = [];
  const take = () => void pacer.take(2, signal).then(() => begun.push(clock.now()));
  take();
  await clock.pass(30_000);
  take();
  take();
  take();
  await clock.pass(90_000);
  expect(begun).toEqual([0, 30_000, 60_000, 90_000]);
});

test('all who share a pacer share its window, those without a limit too, who never wait', async () => {
  const clock = new Clock();
  const pacer = createPacer(clock);
  const { signal } = new AbortController();
  for (const none of [0, -1, Number.NaN]) await pacer.take(none, signal);
  let begun = -1;
  void pacer.take(3, signal).then(() => {
    begun = clock.now();
  });
  await clock.pass(60_000);
  expect(begun).toBe(60_000);
});

test('who is stopped while waiting goes at once, and keeps nobody’s place', async () => {
  const clock = new Clock();
  const pacer = createPacer(clock);
  const { signal } = new AbortController();
  await pacer.take(1, signal);
  const [first, second] = [new AbortController(), new AbortController()];
  const begun: string[] = [];
  const firstTurn = pacer.take(1, first.signal);
  const secondTurn = pacer.take(1, second.signal);
  void pacer.take(1, signal).then(() => begun.push(`third at ${clock.now()}`));
  await settled();
  second.abort(new Error('second'));
  await expect(secondTurn).rejects.toThrow('second');
  first.abort(new Error('first'));
  await expect(firstTurn).rejects.toThrow('first');
  await clock.pass(60_000);
  expect(begun).toEqual(['third at 60000']);
  expect(clock.waiting).toBe(0);
});

test('a clock that is set back holds nobody up for longer than a minute', async () => {
  let at = 10_000_000;
  const clock = new Clock();
  const pacer = createPacer({ now: () => at, timer: clock.timer });
  await pacer.take(1, new AbortController().signal);
  at = 0;
  await pacer.take(1, new AbortController().signal);
});

test('each attempt counts as a request of its minute', async () => {
  const clock = new Clock();
  const { answer, signals } = scripted([fails('no')], {
    ...{ requestsPerMinute: 1, pacer: createPacer(clock), retries: 2 },
  });
  const failed = expect(answer).rejects.toThrow('no');
  await clock.pass(119_999);
  expect(signals).toHaveLength(2);
  await clock.pass(1);
  await failed;
  expect(signals).toHaveLength(3);
});

test('limits come from the settings where they are numbers, within their bounds', () => {
  const usual = { retries: 3, requestsPerMinute: 0, timeoutMs: 0 };
  for (const nothing of [undefined, null, 'x', {}, { toolCallRetryMax: '5', requestsPerMinute: Number.NaN }]) {
    expect(requestLimits(nothing)).toEqual(usual);
  }
  expect(requestLimits({ toolCallRetryMax: 0, requestsPerMinute: 12, requestTimeoutMs: 90_000 })).toEqual({
    ...{ retries: 0, requestsPerMinute: 12, timeoutMs: 90_000 },
  });
  expect(requestLimits({ toolCallRetryMax: 99, requestsPerMinute: 0.5, requestTimeoutMs: 1e12 })).toEqual({
    ...{ retries: 10, requestsPerMinute: 1, timeoutMs: 2_147_483_647 },
  });
  expect(requestLimits({ toolCallRetryMax: -2, requestsPerMinute: -1, requestTimeoutMs: -1 })).toEqual({
    ...{ retries: 0, requestsPerMinute: 0, timeoutMs: 0 },
  });
});
