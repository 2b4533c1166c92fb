import { expect, test } from 'vitest';
import { expectSame } from './both.js';
import { callMain, inGuest, platformGuest } from './guests.js';

// A port that is open keeps Node's process alive: each of these closes its own.
test.each([
  `const { port1, port2 } = new MessageChannel(); const got = new Promise((resolve) => { port2.onmessage = ({ data, ports, origin, type }) => resolve([data, ports.length, origin, type]); }); port1.postMessage({ a: [1, new Map([[1, 2]])].length }); const said = await got; port1.close(); return said;`,
  `const { port1, port2 } = new MessageChannel(); const seen = []; const got = new Promise((resolve) => { port2.onmessage = ({ data }) => { seen.push(data); Promise.resolve().then(() => seen.push('job')); if (data === 2) setTimeout(resolve); }; }); port1.postMessage(1); port1.postMessage(2); seen.push('sync'); await got; port1.close(); return seen;`,
  `const { port1, port2 } = new MessageChannel(); const buffer = new ArrayBuffer(3); const got = new Promise((resolve) => { port2.onmessage = ({ data }) => resolve(data.byteLength); }); port1.postMessage(buffer, [buffer]); const sizes = [buffer.byteLength, await got]; port1.close(); return sizes;`,
  `const { port1, port2 } = new MessageChannel(); const buffer = new ArrayBuffer(3); port1.postMessage(buffer, { transfer: [buffer] }); port1.close(); return buffer.byteLength;`,
  `const { port1 } = new MessageChannel(); try { port1.postMessage(() => {}); } finally { port1.close(); }`,
  `const { port1, port2 } = new MessageChannel(); const closed = new Promise((resolve) => port2.addEventListener('close', ({ type }) => resolve(type))); port2.start(); port1.close(); port1.close(); port1.postMessage('gone'); return closed;`,
  `const { port1, port2 } = new MessageChannel(); port1.close(); return [port1 instanceof MessagePort, port1 instanceof EventTarget, port1 === port2, port2.onmessage, MessageChannel.name, MessagePort.name];`,
  `return MessageChannel();`,
  `return new MessagePort();`,
])('%s', async (body) => {
  await expectSame(body);
});

test('a port waits for start(), which Node starts with the first listener', async () => {
  const body = `const { port1, port2 } = new MessageChannel(); const seen = []; port1.postMessage(1); port1.postMessage(2); port2.addEventListener('message', ({ data }) => seen.push(data)); await new Promise((resolve) => setTimeout(resolve, 5)); const before = seen.length; port2.start(); await new Promise((resolve) => setTimeout(resolve, 5)); return [before, seen, Object.prototype.toString.call(port1)];`;
  expect(await inGuest(body)).toEqual([0, [1, 2], '[object MessagePort]']);
});

test('a listener that throws is a line in the log, and the next message comes', async () => {
  const body = `const { port1, port2 } = new MessageChannel(); const got = new Promise((resolve) => { port2.onmessage = ({ data }) => { if (data === 1) throw new Error('first'); resolve(data); }; }); port1.postMessage(1); port1.postMessage(2); return got;`;
  const { value, lines } = await callMain(await platformGuest(body));
  expect(value).toBe(2);
  expect(lines.join('\n')).toContain('Uncaught Error: first');
});

test('messages do not wait as nested timers do', async () => {
  // In turns, so that a busy machine slows both.
  const body = `const { port1, port2 } = new MessageChannel();
    const taken = { messages: 0, timers: 0 };
    const time = async (what, work) => { const began = Date.now(); await work(); taken[what] += Date.now() - began; };
    const messages = () => new Promise((resolve) => { let left = 100; port2.onmessage = () => { left -= 1; if (left === 0) resolve(); else port1.postMessage(0); }; port1.postMessage(0); });
    const timers = () => new Promise((resolve) => { let left = 100; const next = () => { left -= 1; if (left === 0) resolve(); else setTimeout(next); }; setTimeout(next); });
    for (let round = 0; round < 4; round++) { await time('messages', messages); await time('timers', timers); }
    return taken;`;
  const { messages, timers } = (await inGuest(body)) as { messages: number; timers: number };
  expect(messages * 2).toBeLessThan(timers);
});

test('no more than 1,000 messages and timers wait at once', async () => {
  const body = `const { port1, port2 } = new MessageChannel(); port2.start(); setTimeout(() => {}, 1e6); try { for (;;) port1.postMessage(0); } catch (error) { return [error.code, error.message]; }`;
  expect(await inGuest(body)).toEqual(['CAPABILITY_LIMIT', 'more than 1000 timers and messages at once']);
});

test('messages that wait for start() are all there when there is room for them again', async () => {
  const body = `const { port1, port2 } = new MessageChannel(); for (let i = 0; i < 1500; i++) port1.postMessage(i);
    const seen = []; port2.addEventListener('message', ({ data }) => seen.push(data));
    let refused; try { port2.start(); } catch (error) { refused = error.code; }
    await new Promise((resolve) => queueMicrotask(resolve));
    while (seen.length < 1000) await new Promise((resolve) => { const channel = new MessageChannel(); channel.port2.onmessage = resolve; try { channel.port1.postMessage(0); } catch { Promise.resolve().then(resolve); } });
    port2.start(); while (seen.length < 1500) await new Promise((resolve) => setTimeout(resolve));
    return [refused, seen.length, seen.every((data, at) => data === at)];`;
  expect(await inGuest(body)).toEqual(['CAPABILITY_LIMIT', 1500, true]);
});
