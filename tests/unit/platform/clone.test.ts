import { expect, test } from 'vitest';
import { expectSame } from './both.js';
import { inGuest } from './guests.js';

test.each([
  `return structuredClone({ a: [1, , 3], b: { c: null, d: undefined }, e: 'x', f: 1n === 1n });`,
  `const a = { n: 1 }; a.self = a; const b = structuredClone(a); return [b !== a, b.self === b, b.n];`,
  `const s = { x: {} }; s.y = s.x; const c = structuredClone(s); return [c.x === c.y, c.x !== s.x];`,
  `const m = new Map([[{ k: 1 }, new Set([1, 'a', NaN])]]); const c = structuredClone(m); const [[k, v]] = c; return [c instanceof Map, k, [...v].map(String)];`,
  `const d = structuredClone(new Date(86400000)); return [d instanceof Date, d.getTime(), isNaN(structuredClone(new Date(NaN)))];`,
  `const r = /a+/giu; r.lastIndex = 3; const c = structuredClone(r); return [c.source, c.flags, c.lastIndex, c instanceof RegExp];`,
  `return [structuredClone(new Boolean(false)), structuredClone(new Number(3)), structuredClone(new String('ab')), typeof structuredClone(Object(5n))].map(String);`,
  `const b = new Uint8Array([1, 2, 3, 4]).buffer; const c = structuredClone({ a: new Uint16Array(b, 2), b: new DataView(b, 1, 2) }); return [c.a.length, c.a.buffer === c.b.buffer, c.b.byteOffset, c.b.byteLength, c.a.constructor.name, [...new Uint8Array(c.a.buffer)]];`,
  `const b = new Uint8Array([1, 2, 3]).buffer; const c = structuredClone(b, { transfer: [b] }); return [b.byteLength, c.byteLength];`,
  `const b = new ArrayBuffer(2); return structuredClone(1, { transfer: [b, b] });`,
  `return structuredClone(1, { transfer: 5 });`,
  `const e = structuredClone(new RangeError('m', { cause: { x: 1 } })); return [e instanceof RangeError, e.name, e.message, e.cause];`,
  `class MyError extends Error { constructor() { super('m'); this.name = 'Mine'; this.extra = 1; } } const e = structuredClone(new MyError()); return [e.name, e.message, e.extra === undefined, Object.getPrototypeOf(e) === Error.prototype];`,
  `class P { constructor() { this.x = 1; } get y() { return 2; } } const c = structuredClone(new P()); return [c, c.constructor === Object];`,
  `return structuredClone({ get a() { return 5; } });`,
  `return structuredClone({ get a() { throw new TypeError('x'); } });`,
  `return structuredClone(() => {});`,
  `return structuredClone({ f() {} });`,
  `return structuredClone(Symbol('s'));`,
  `return structuredClone({ [Symbol('s')]: 1, a: 1 });`,
  `return structuredClone(new WeakMap());`,
  `return structuredClone(new WeakSet());`,
  `return structuredClone(Promise.resolve());`,
  `return structuredClone(new WeakRef({}));`,
  `return structuredClone(Object(Symbol()));`,
  `return structuredClone();`,
  `return structuredClone(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } }));`,
  `return JSON.stringify(structuredClone({ ['__proto__']: { a: 1 } }));`,
  `const a = [1, 2]; a.extra = 'x'; const c = structuredClone(a); return [c.length, c.extra];`,
  `return [structuredClone(null), structuredClone(-0) === 0 && 1 / structuredClone(-0), structuredClone('\\ud800') === '\\ud800'].map(String);`,
  `const r = new ArrayBuffer(2, { maxByteLength: 8 }); const c = structuredClone(r); return [c.resizable, c.maxByteLength];`,
  `let o = {}; const top = o; for (let i = 0; i < 300; i++) { o.n = {}; o = o.n; } let d = 0; for (let c = structuredClone(top); c; c = c.n) d++; return d;`,
])('%s', async (body) => {
  await expectSame(body);
});

test('clones what is nested ten thousand levels deep', async () => {
  const depth = `let o = {}; const top = o; for (let i = 0; i < 10000; i++) { o.n = {}; o = o.n; } let d = 0; for (let c = structuredClone(top); c; c = c.n) d++; return d;`;
  expect(await inGuest(depth)).toBe(10_001);
});

test('a DOMException keeps its name and code', async () => {
  const body = `const e = structuredClone(new DOMException('m', 'AbortError')); return [e.name, e.code, e.message];`;
  expect(await inGuest(body)).toEqual(['AbortError', 20, 'm']);
});

test('what cannot move is refused', async () => {
  const body = `try { structuredClone(1, { transfer: [{}] }); } catch (error) { return [error.name, error.code]; }`;
  expect(await inGuest(body)).toEqual(['DataCloneError', 25]);
});
