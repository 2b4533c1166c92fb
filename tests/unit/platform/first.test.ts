import { expect, test } from 'vitest';
import { partsNamedIn } from '../../../sandbox/parts.js';
import { callMain, inGuest, platformGuest } from './guests.js';

test('text', async () => {
  expect(await inGuest(`return [...new TextEncoder().encode('aé€😀\\0b\\ud800')]`)).toEqual([
    ...new TextEncoder().encode('aé€😀\0b\ud800'),
  ]);
  expect(await inGuest(`return new TextDecoder().decode(new Uint8Array([0xef,0xbb,0xbf,97,0,0xff,98]))`)).toBe(
    new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 97, 0, 0xff, 98])),
  );
  expect(await inGuest(`return [atob('aGk='), btoa('hi'), new TextDecoder('latin1').encoding]`)).toEqual([
    'hi',
    'aGk=',
    'windows-1252',
  ]);
  expect(
    await inGuest(
      `try { atob('*') } catch (e) { return [e.name, e.code, e instanceof DOMException, e instanceof Error] }`,
    ),
  ).toEqual(['InvalidCharacterError', 5, true, true]);
  expect(
    await inGuest(
      `const d = new TextDecoder(); let s=''; for (const b of new TextEncoder().encode('aé€😀')) s += d.decode(new Uint8Array([b]), {stream:true}); return s + d.decode()`,
    ),
  ).toBe('aé€😀');
});

test('timers', async () => {
  expect(
    await inGuest(
      `return await new Promise((r) => { const log = []; setTimeout(() => { log.push(3); r(log); }, 1_500); setTimeout((a) => log.push(a), 5, 1); const i = setInterval(() => { log.push('i'); clearInterval(i); }, 500); })`,
    ),
  ).toEqual([1, 'i', 3]);
  const guest = await platformGuest(
    `return [x, await new Promise((r) => setTimeout(r, 3, 7))]`,
    `const x = await new Promise((r) => setTimeout(r, 5, 42));`,
  );
  expect(guest.capture()).toBeDefined();
  expect((await callMain(guest)).value).toEqual([42, 7]);
});

test('events', async () => {
  expect(
    await inGuest(
      `const c = new AbortController(); const out = []; c.signal.addEventListener('abort', (e) => out.push(e.type, e.target === c.signal)); c.signal.onabort = () => out.push('on'); c.abort(); out.push(c.signal.reason.name); try { await new Promise((_, no) => AbortSignal.timeout(5).addEventListener('abort', function () { no(this.reason) })) } catch (e) { out.push(e.name, e.code) } return out`,
    ),
  ).toEqual(['abort', true, 'on', 'AbortError', 'TimeoutError', 23]);
  expect(await inGuest(`return [ctx.signal instanceof AbortSignal, ctx.signal instanceof EventTarget]`)).toEqual([
    true,
    true,
  ]);
});

test('a source that names the signal of its call has the class of it in its image', () => {
  expect(partsNamedIn(['exec: (args, { signal }) => signal.aborted'])).toEqual(['events']);
  expect(partsNamedIn(['exec: (args, ctx) => args.signals'])).toEqual([]);
});
