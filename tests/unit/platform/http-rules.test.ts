import { expect, test } from 'vitest';
import { expectSame } from './both.js';
import { inGuest } from './guests.js';

/** What a body throws, by class; `null` for nothing. */
const caught = `const caught = async (work) => { try { await work(); return null; } catch (error) { return error.name; } };`;

test('a request drops the headers that the Fetch standard forbids', async () => {
  const body = `const r = new Request('https://e.com', { headers: { Cookie: 'a', HOST: 'b', 'Proxy-X': 'c', 'sec-y': 'd', 'content-length': '1', own: 'kept' } });
    r.headers.set('Referer', 'x'); r.headers.append('origin', 'x'); r.headers.delete('Date'); r.headers.set('x', 'y');
    const from = new Request(r, { headers: [['Cookie2', 'z'], ['own', 'new']] });
    return [[...r.headers], [...from.headers], [...r.clone().headers]];`;
  const kept = [
    ['own', 'kept'],
    ['x', 'y'],
  ];
  expect(await inGuest(body)).toEqual([kept, [['own', 'new']], kept]);
});

test.each([
  ['CONNECT', false],
  ['get, trace', false],
  [' track ', false],
  ['TRACED', true],
  ['PUT', true],
])('a header that overrides the method may say %j: %j', async (method, may) => {
  const names = ['x-http-method', 'X-HTTP-Method-Override', 'x-method-override'];
  const body = `const { headers } = new Request('https://e.com'); for (const name of args.names) headers.append(name, args.method); return args.names.map((name) => headers.has(name));`;
  expect(await inGuest(body, { names, method })).toEqual(names.map(() => may));
});

test('headers of Response.error() and of a redirect cannot be changed', async () => {
  const body = `${caught} const found = [];
    for (const { headers } of [Response.error(), Response.redirect('https://e.com')]) {
      found.push(await caught(() => headers.set('a', 'b')), await caught(() => headers.append('a', 'b')), await caught(() => headers.delete('a')));
    }
    return [found, Response.redirect('https://e.com').headers.get('location'), await caught(() => new Response('').headers.set('a', 'b'))];`;
  expect(await inGuest(body)).toEqual([Array(6).fill('TypeError'), 'https://e.com/', null]);
});

test.each([
  `${caught} const r = new Response('ab'); const reader = r.body.getReader(); return [r.bodyUsed, await caught(() => r.text()), await caught(() => r.clone())];`,
  `${caught} const r = new Response('ab'); const reader = r.body.getReader(); await reader.read(); reader.releaseLock(); return [r.bodyUsed, await caught(() => r.text()), await caught(() => r.clone())];`,
  `${caught} const r = new Response('ab'); const reader = r.body.getReader(); reader.releaseLock(); return [r.bodyUsed, await r.text(), r.bodyUsed];`,
  `${caught} const r = new Response('ab'); await r.body.cancel(); return [r.bodyUsed, await caught(() => r.text())];`,
  `${caught} const r = new Response('ab'); await r.text(); return [r.body.locked, await caught(() => new Response(r.body))];`,
  `${caught} const s = new ReadableStream(); s.getReader(); return [await caught(() => new Response(s)), await caught(() => new Request('https://e.com', { method: 'POST', body: s, duplex: 'half' }))];`,
  `${caught} const a = new Request('https://e.com', { method: 'POST', body: 'x' }); const b = new Request(a); return [a.bodyUsed, b.bodyUsed, await caught(() => a.text()), await b.text(), await caught(() => new Request(a))];`,
  `${caught} const a = new Request('https://e.com', { method: 'POST', body: 'x' }); const b = new Request(a, { body: 'own' }); return [a.bodyUsed, await a.text(), await b.text()];`,
  `${caught} const r = new Response(new ReadableStream({ start(c) { c.enqueue('no bytes'); c.close(); } })); return [await caught(() => r.text())];`,
  `${caught} const r = new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array([104, 105])); c.close(); } })); const c = r.clone(); return [await r.text(), r.bodyUsed, c.bodyUsed, await c.text()];`,
  `${caught} const r = new Response(new ReadableStream({ pull(c) { c.error(new RangeError('broken')); } })); return [await caught(() => r.text()), r.bodyUsed];`,
])('a body is read once: %s', async (body) => {
  await expectSame(body);
});

const LISTS = {
  Headers: `new Headers([['a', '1'], ['b', '2']])`,
  FormData: `(() => { const f = new FormData(); f.append('a', '1'); f.append('b', '2'); return f; })()`,
  URLSearchParams: `new URLSearchParams('a=1&b=2')`,
};

test.each(Object.entries(LISTS))('the pairs of %s are read as the standard says', async (name, made) => {
  const lines = [
    `return [[...list], [...list.keys()], [...list.values()], [...list.entries()]];`,
    // Its iterators see what is added and removed while they go.
    `const seen = []; for (const [key] of list) { seen.push(key); if (seen.length < 4) list.append('c' + seen.length, 'x'); } return seen;`,
    `const seen = []; for (const [key] of list) { seen.push(key); list.delete('b'); } return seen;`,
    `const seen = []; list.forEach(function (value, key, whole) { seen.push([value, key, whole === list, this.me]); }, { me: 1 }); return seen;`,
    `return list.forEach();`,
    `const all = list.entries(); all.next(); all.next(); return [all.next(), all.next(), [...all]];`,
    `const all = list.keys(); return [all[Symbol.iterator]() === all, Object.prototype.toString.call(all), typeof all.next];`,
    `return ${name}.prototype.entries === ${name}.prototype[Symbol.iterator];`,
    `return ${name}.prototype.keys.call({});`,
    `return list.keys().next.call({});`,
    `return list.keys().next.call([].values());`,
    `const { next } = list.keys(); const other = list.values(); return next.call(other);`,
    `return Object.getOwnPropertyDescriptor(${name}.prototype, Symbol.iterator).enumerable;`,
  ];
  for (const line of lines) await expectSame(`const list = ${made}; ${line}`);
});
