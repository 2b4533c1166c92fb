import { expect, test } from 'vitest';
import { makeComputations } from '../../../worker/natives/computations.js';
import { browserParts } from '../../../worker/natives/index.js';
import { expectSame } from './both.js';
import { inGuest } from './guests.js';

const HELP = `const all = async (s) => { const out = []; for await (const x of s) out.push(x instanceof Uint8Array ? [...x] : x); return out; };
const from = (list) => new ReadableStream({ start(c) { for (const x of list) c.enqueue(x); c.close(); } });
const bytes = (t) => new TextEncoder().encode(t);`;

test.each([
  `return all(from([1, 2, 3]));`,
  `let n = 0; return all(new ReadableStream({ pull(c) { if (n === 3) c.close(); else c.enqueue(n++); } }, { highWaterMark: 0 }));`,
  `const r = from([1]).getReader(); return [await r.read(), await r.read(), await r.closed];`,
  `const s = from([1]); s.getReader(); return s.getReader();`,
  `const s = from([1, 2]); const [a, b] = s.tee(); return [await all(a), await all(b), s.locked];`,
  `let why; const s = new ReadableStream({ cancel(r) { why = r; } }); await s.cancel('done'); return why;`,
  `const s = new ReadableStream({ start(c) { c.error(new RangeError('x')); } }); return all(s);`,
  `const got = []; await from(['a', 'b']).pipeTo(new WritableStream({ write(x) { got.push(x); }, close() { got.push('close'); } })); return got;`,
  `return all(from([1, 2]).pipeThrough(new TransformStream({ transform(x, c) { c.enqueue(x * 2); }, flush(c) { c.enqueue('end'); } })));`,
  `const c = new AbortController(); const s = new ReadableStream({}); const p = s.pipeTo(new WritableStream(), { signal: c.signal }); c.abort(); return p;`,
  `const s = new ReadableStream({ type: 'bytes', start(c) { c.enqueue(new Uint8Array([1, 2, 3])); c.close(); } }); const r = s.getReader({ mode: 'byob' }); const { value, done } = await r.read(new Uint8Array(2)); return [[...value], done];`,
  `const w = new WritableStream({}, new CountQueuingStrategy({ highWaterMark: 2 })).getWriter(); return [w.desiredSize, await w.write(1), await w.close()].map(String);`,
  `const w = new WritableStream({ write() { throw new TypeError('w'); } }).getWriter(); return w.write(1);`,
  `return new ByteLengthQueuingStrategy({ highWaterMark: 5 }).size(new Uint8Array(3));`,
  `return all(from(['a', 'é', '\\ud83d', '\\ude00', '\\ud800']).pipeThrough(new TextEncoderStream()));`,
  `return (await all(from([new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac, 0xff])]).pipeThrough(new TextDecoderStream()))).join('');`,
  `return all(from([new Uint8Array([0xff])]).pipeThrough(new TextDecoderStream('utf-8', { fatal: true })));`,
  `const packed = await new Response(from([bytes('hello '), bytes('world')]).pipeThrough(new CompressionStream('gzip'))).arrayBuffer(); return new Response(from([new Uint8Array(packed)]).pipeThrough(new DecompressionStream('gzip'))).text();`,
  `const packed = await new Response(from([bytes('x'.repeat(10000))]).pipeThrough(new CompressionStream('deflate-raw'))).bytes?.() ?? new Uint8Array(); return packed.length < 100;`,
  `return new CompressionStream('zip');`,
  `return [await new Response(from([bytes('a'), bytes('b')])).text(), await new Blob(['blob']).stream().getReader().read().then(({ value }) => [...value])];`,
  `const r = new Response('stream'); const s = r.body; return [s instanceof ReadableStream, r.bodyUsed, (await all(s)).flat().length, r.bodyUsed];`,
  `const r = new Response('x'); r.body.getReader(); return r.text();`,
  `const r = new Response(from([bytes('ab')])); const c = r.clone(); return [await r.text(), await c.text()];`,
  `return new Response(from(['not bytes'])).text();`,
  `return [ReadableStream.name, Object.prototype.toString.call(new TransformStream()), Object.prototype.toString.call(new CompressionStream('gzip')), TextDecoderStream.name, new TextDecoderStream('latin1').encoding];`,
  `return all(ReadableStream.from ? ReadableStream.from(['a', 'b']) : from(['a', 'b']));`,
])('%s', async (body) => {
  await expectSame(`${HELP} ${body}`);
});

test('what is no compressed data, and what is no bytes, is a TypeError', async () => {
  const failed = (body: string) =>
    inGuest(
      `${HELP} try { return await all(${body}); } catch (error) { return [error.name, error instanceof TypeError]; }`,
    );
  expect(await failed(`from([new Uint8Array([1, 2, 3])]).pipeThrough(new DecompressionStream('gzip'))`)).toEqual([
    'TypeError',
    true,
  ]);
  expect(await failed(`from(['text']).pipeThrough(new CompressionStream('gzip'))`)).toEqual(['TypeError', true]);
});

test('a bomb ends at the bound of what is unpacked, and no more of it is unpacked', async () => {
  const { compress, decompress } = makeComputations(browserParts());
  if (!compress || !decompress) throw new Error('no compression here');
  const once = (await compress('deflate', new Uint8Array(40 * 1_048_576))) as Uint8Array<ArrayBuffer>;
  expect(once.length).toBeLessThan(100_000);
  await expect(decompress('deflate', once)).rejects.toThrow(
    new RangeError('the unpacked data has more than 33554432 bytes'),
  );
});
