import { expect, test } from 'vitest';
import { expectSame } from './both.js';
import { inGuest } from './guests.js';

test.each([
  `const b = new Blob(['aé', new Uint8Array([1, 2]), new Blob(['x'], { type: 'no' }), new ArrayBuffer(1)], { type: 'Text/PLAIN' }); return [b.size, b.type, [...new Uint8Array(await b.arrayBuffer())]];`,
  `return [new Blob().size, new Blob([]).type, new Blob(['a'], { type: 'é' }).type, new Blob([1, null, undefined, {}]).size];`,
  `const b = new Blob(['0123456789']); return Promise.all([b.slice(2, 5).text(), b.slice(-3).text(), b.slice(5, 2).text(), b.slice(0, 100, 'a/B').text()]);`,
  `return [new Blob(['a'], { type: 'x/y' }).slice(0, 1, 'Q/R').type, new Blob(['\\ud800']).size];`,
  `return new Blob('text');`,
  `return new Blob(5);`,
  `return new Blob([], 5);`,
  `return new Blob([], { endings: 'x' });`,
  `const f = new File(['ab'], 'n.txt', { type: 'text/plain', lastModified: 5 }); return [f.name, f.size, f.type, f.lastModified, f instanceof Blob, Object.prototype.toString.call(f), await f.text()];`,
  `return new File(['a']);`,
  `const c = structuredClone({ b: new Blob(['hi'], { type: 'a/b' }) }); return [c.b instanceof Blob, c.b.type, await c.b.text()];`,
  `const f = new FormData(); f.append('a', 1); f.append('b', new Blob(['x'])); f.append('a', '2'); f.set('c', 'd'); return [f.get('a'), f.getAll('a'), f.has('z'), f.get('z'), f.get('b').name, f.get('b') instanceof File, [...f.keys()]];`,
  `const f = new FormData(); f.append('a', '1'); f.append('a', '2'); f.append('b', 'x'); f.set('a', '3'); f.delete('b'); return [...f];`,
  `const f = new FormData(); f.append('a', 'x', 'name'); return 1;`,
  `return new FormData().append('a');`,
  `const h = new Headers({ B: '2', a: '1' }); h.append('A', ' x '); h.append('set-cookie', 'a=1'); h.append('Set-Cookie', 'b=2'); return [h.get('a'), [...h], h.getSetCookie(), h.has('B'), h.get('none')];`,
  `const h = new Headers([['x', '1'], ['x', '2']]); h.set('x', '3'); h.delete('y'); return [...h];`,
  `return new Headers([['a']]);`,
  `return new Headers({ 'bad name': '1' });`,
  `return new Headers({ a: 'x\\ny' });`,
  `return new Headers({ a: '☃' });`,
  `return [...new Headers(new Headers({ a: 'b' }))];`,
  `const seen = []; new Headers({ b: '1', a: '2' }).forEach((v, k) => seen.push(k, v)); return seen;`,
  `const r = new Response('héllo'); return [r.status, r.ok, r.statusText, r.type, r.url, r.redirected, r.headers.get('content-type'), r.bodyUsed, await r.text(), r.bodyUsed];`,
  `const r = new Response('{"a":[1]}'); return r.json();`,
  `const r = new Response('x'); await r.text(); return r.text();`,
  `const r = new Response(new Uint8Array([1, 2, 3])); return [r.headers.get('content-type'), [...new Uint8Array(await r.arrayBuffer())]];`,
  `const r = new Response(new Blob(['x'], { type: 'a/b' })); const b = await r.blob(); return [r.headers.get('content-type'), b.type, b.size];`,
  `const r = new Response(new URLSearchParams('a=1&b= 2')); return [r.headers.get('content-type'), [...await r.clone().formData()], await r.text()];`,
  `const f = new FormData(); f.append('a', 'x\\ny'); f.append('q"', 'z'); f.append('f', new File(['data'], 'n"m.txt', { type: 'text/x' })); const d = await new Response(f).formData(); return [d.get('a'), d.get('q"'), d.get('f').name, d.get('f').type, await d.get('f').text()];`,
  `return new Response('x', { headers: { 'content-type': 'text/html' } }).formData();`,
  `const r = new Response(null, { status: 204 }); return [r.body, await r.text(), r.bodyUsed];`,
  `return new Response('x', { status: 204 });`,
  `return new Response('', { status: 700 });`,
  `return new Response('', { status: 100 });`,
  `const r = Response.json({ a: 1 }, { status: 201 }); return [r.status, r.headers.get('content-type'), await r.json()];`,
  `return Response.json(undefined);`,
  `const r = Response.redirect('https://e.com/x', 301); return [r.status, r.headers.get('location')];`,
  `return Response.redirect('https://e.com', 200);`,
  `const r = Response.error(); return [r.type, r.status, r.ok];`,
  `const r = new Response('abc'); const c = r.clone(); return [await r.text(), await c.text()];`,
  `const r = new Response('abc'); await r.text(); return r.clone();`,
  `const r = new Request('https://e.com/a b', { method: 'post', body: 'x', headers: { a: 'b' } }); return [r.url, r.method, r.headers.get('a'), r.headers.get('content-type'), await r.text()];`,
  `const r = new Request('https://e.com'); return [r.method, r.mode, r.credentials, r.cache, r.redirect, r.referrer, r.signal.aborted, r.destination, r.integrity, r.keepalive];`,
  `return new Request('https://e.com', { method: 'GET', body: 'x' });`,
  `return new Request('https://e.com', { method: 'TRACE' });`,
  `return new Request('https://u:p@e.com');`,
  `return new Request('relative');`,
  `const a = new Request('https://e.com', { method: 'POST', body: 'x', headers: { k: 'v' } }); const b = new Request(a, { headers: { l: 'w' } }); return [b.method, [...b.headers].length >= 1, await b.text()];`,
  `const c = new AbortController(); const r = new Request('https://e.com', { signal: c.signal }); c.abort(); return [r.signal.aborted, r.signal.reason.name];`,
  `return new Request('https://e.com', { signal: {} });`,
  `return [new Request('https://e.com', { method: 'patch' }).method, new Request('https://e.com', { method: 'delete' }).method];`,
  `return [Object.prototype.toString.call(new Headers()), Object.prototype.toString.call(new Response()), Object.prototype.toString.call(new FormData()), Response.name, Request.name, Headers.name, FormData.name, Blob.name, File.name];`,
  `return new Response('\\ufeffx').text();`,
  `return new Response('no json').json();`,
])('%s', async (body) => {
  await expectSame(body);
});

test('a body that was asked for as a stream is not read twice', async () => {
  const body = `const f = new FormData(); f.append('f', new Blob(['x'])); const r = new Response(f); const type = r.headers.get('content-type'); return [/^multipart\\/form-data; boundary=----formdata-bulkhead-/.test(type), (await r.text()).split('\\r\\n').length];`;
  expect(await inGuest(body)).toEqual([true, 7]);
});

test('line ends become native where that is asked for', async () => {
  expect(await inGuest(`return new Blob(['a\\r\\nb\\rc\\nd'], { endings: 'native' }).text();`)).toBe('a\nb\nc\nd');
});
