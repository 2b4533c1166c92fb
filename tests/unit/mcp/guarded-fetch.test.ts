import { expect, test } from 'vitest';
import { guardFetch } from '../../../src/mcp/guarded-fetch.js';

const URL_ = 'http://server.test/mcp';
const LIMITS = { messageBytes: 1_000, messagesPerSecond: 200 };
const encoder = new TextEncoder();

/** A fetch whose answer is these pieces, one for each time that more is wanted; then it stays open, or ends. */
function answers(type: string, pieces: readonly string[], end = true) {
  const given = { pieces: 0, cancelled: false };
  const fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces[given.pieces];
        given.pieces += 1;
        if (piece !== undefined) controller.enqueue(encoder.encode(piece));
        else if (end) controller.close();
        else return new Promise(() => {});
      },
      cancel() {
        given.cancelled = true;
      },
    });
    return new Response(body, { headers: { 'content-type': type } });
  };
  return { fetch, given };
}

const call = (id: number) => ({ method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' }) });
const cancel = (requestId: number) => ({
  method: 'POST',
  body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
});
const event = (chars: number) => `data: ${'x'.repeat(chars)}\n\n`;

test('a stream may be as long as it likes, and none of its messages may be', async () => {
  const many = answers('text/event-stream', Array(20).fill(event(200)));
  const whole = await (await guardFetch(many.fetch, LIMITS)(URL_, call(1))).text();
  expect(whole).toHaveLength(20 * 208);
  const pieces = [event(200), `data: ${'x'.repeat(600)}`, ...Array(50).fill('x'.repeat(600))];
  const large = answers('text/event-stream', pieces);
  const cut = await (await guardFetch(large.fetch, LIMITS)(URL_, call(7))).text();
  expect(cut.startsWith(event(200))).toBe(true);
  expect(cut.split('\n\n').at(-2)).toBe(
    'data: {"jsonrpc":"2.0","id":7,"error":{"code":-32098,"message":"a message of more than 1000 bytes"}}',
  );
  expect(large.given.cancelled).toBe(true);
  // A stream reads a piece ahead.
  expect(large.given.pieces).toBeLessThan(6);
});

test('an answer that is no stream is all or nothing', async () => {
  const fine = answers('application/json', ['{"a":', '1}']);
  expect(await (await guardFetch(fine.fetch, LIMITS)(URL_, call(1))).json()).toEqual({ a: 1 });
  const large = answers('application/json', ['{"a":"', 'x'.repeat(2_000), '"}']);
  expect(await (await guardFetch(large.fetch, LIMITS)(URL_, call(1))).json()).toMatchObject({
    error: { code: -32098 },
  });
  expect(large.given.cancelled).toBe(true);
});

test('messages that come faster than their pace are read at it', async () => {
  const fast = answers('text/event-stream', Array(60).fill(event(1)));
  const began = performance.now();
  await (await guardFetch(fast.fetch, { ...LIMITS, messagesPerSecond: 40 })(URL_, call(1))).text();
  // A second's allowance of 40 comes at once, and the other 20 take half a second.
  expect(performance.now() - began).toBeGreaterThan(400);
});

test('a cancel ends the answer to its request with an error of its own, and no other', async () => {
  const silent = answers('text/event-stream', [event(1)], false);
  const send = guardFetch(async (_url, init) => {
    const { id } = JSON.parse(String(init?.body)) as { id?: number };
    return id === undefined ? new Response(null, { status: 202 }) : silent.fetch();
  }, LIMITS);
  const response = await send(URL_, call(1));
  const text = response.text();
  await send(URL_, cancel(2));
  expect(silent.given.cancelled).toBe(false);
  await send(URL_, cancel(1));
  expect(await text).toContain('{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"cancelled"}}');
  expect(silent.given.cancelled).toBe(true);
});

test('a cancel of a request that has not been answered at all ends it', async () => {
  const send = guardFetch(async (_url, init) => {
    if (!String(init?.body).includes('tools/call')) return new Response(null, { status: 202 });
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  }, LIMITS);
  const waiting = send(URL_, call(1));
  await send(URL_, cancel(1));
  await expect(waiting).rejects.toThrow('abort');
});
