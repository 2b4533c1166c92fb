import { expect, test } from 'vitest';
import { expectSame } from './both.js';
import { callMain, inGuest, platformGuest } from './guests.js';

const hex = `const hex = (b) => Array.from(new Uint8Array(b), (x) => x.toString(16).padStart(2, '0')).join(''); const utf8 = (t) => new TextEncoder().encode(t); const { subtle } = crypto;`;

test.each(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'])('digests with %s', async (name) => {
  await expectSame(
    `${hex} return [hex(await subtle.digest('${name}', utf8('abc'))), hex(await subtle.digest({ name: '${name.toLowerCase()}' }, new Uint8Array([0, 1, 0]).subarray(1)))];`,
  );
});

test.each([
  `const k = await subtle.importKey('raw', utf8('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']); const s = await subtle.sign('HMAC', k, utf8('text')); return [hex(s), await subtle.verify('HMAC', k, s, utf8('text')), await subtle.verify('HMAC', k, s, utf8('texT')), k.type, k.extractable, k.usages, k.algorithm.name, k.algorithm.hash.name];`,
  `const k = await subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', true, ['encrypt', 'decrypt']); const a = { name: 'AES-GCM', iv: new Uint8Array(12), additionalData: utf8('x') }; const c = await subtle.encrypt(a, k, utf8('secret')); return [hex(c), new TextDecoder().decode(await subtle.decrypt(a, k, c)), hex(await subtle.exportKey('raw', k))];`,
  `const k = await subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', true, ['decrypt']); return subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, k, new Uint8Array(20));`,
  `const k = await subtle.importKey('raw', utf8('pw'), 'PBKDF2', false, ['deriveBits', 'deriveKey']); const a = { name: 'PBKDF2', salt: utf8('salt'), iterations: 1000, hash: 'SHA-256' }; const d = await subtle.deriveKey(a, k, { name: 'AES-CBC', length: 256 }, true, ['encrypt']); return [hex(await subtle.deriveBits(a, k, 256)), hex(await subtle.exportKey('raw', d)), d.algorithm.length];`,
  `const k = await subtle.importKey('raw', utf8('ikm'), 'HKDF', false, ['deriveBits']); return hex(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-512', salt: utf8('s'), info: utf8('i') }, k, 512));`,
  `const k = await subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }, 'Ed25519', true, ['sign']); const s = await subtle.sign('Ed25519', k, utf8('m')); const p = await subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }, 'Ed25519', false, ['verify']); return [hex(s), await subtle.verify('Ed25519', p, s, utf8('m')), p.extractable, k.type, p.type];`,
  `const p = await subtle.generateKey('Ed25519', false, ['sign', 'verify']); const s = await subtle.sign('Ed25519', p.privateKey, utf8('m')); return [await subtle.verify('Ed25519', p.publicKey, s, utf8('m')), p.privateKey.extractable, p.publicKey.extractable, p.privateKey.usages, p.publicKey.usages];`,
  `const p = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']); const s = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, p.privateKey, utf8('m')); return [s.byteLength, await subtle.verify({ name: 'ECDSA', hash: { name: 'SHA-256' } }, p.publicKey, s, utf8('m')), p.publicKey.algorithm, (await subtle.exportKey('spki', p.publicKey)).byteLength, Object.keys(await subtle.exportKey('jwk', p.privateKey)).sort()];`,
  `const a = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']); const b = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']); const x = await subtle.deriveBits({ name: 'ECDH', public: b.publicKey }, a.privateKey, 256); const y = await subtle.deriveBits({ name: 'ECDH', public: a.publicKey }, b.privateKey, 256); return hex(x) === hex(y);`,
  `const p = await subtle.generateKey({ name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['encrypt', 'decrypt']); const c = await subtle.encrypt('RSA-OAEP', p.publicKey, utf8('hi')); return [c.byteLength, new TextDecoder().decode(await subtle.decrypt('RSA-OAEP', p.privateKey, c)), [...p.publicKey.algorithm.publicExponent]];`,
  `const w = await subtle.importKey('raw', new Uint8Array(16), 'AES-KW', false, ['wrapKey', 'unwrapKey']); const k = await subtle.importKey('raw', new Uint8Array(32).fill(7), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']); const b = await subtle.wrapKey('raw', k, w, 'AES-KW'); const u = await subtle.unwrapKey('raw', b, w, 'AES-KW', { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']); return [hex(b), hex(await subtle.exportKey('raw', u))];`,
  `const k = await subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt']); return subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, k, new Uint8Array(16));`,
  `return subtle.importKey('raw', new Uint8Array(5), 'AES-GCM', false, ['encrypt']);`,
  `return subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['sign']);`,
  `return subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, []);`,
  `return subtle.digest('MD5', utf8('x'));`,
  `return subtle.digest('SHA-256', 'text');`,
  `return subtle.sign('HMAC', {}, utf8('x'));`,
  `return [Object.prototype.toString.call(crypto), Object.prototype.toString.call(subtle), typeof CryptoKey, subtle instanceof SubtleCrypto, crypto instanceof Crypto];`,
  `return new CryptoKey();`,
  `return crypto.getRandomValues(new Float32Array(2));`,
  `return crypto.getRandomValues(new Uint8Array(65537)).length;`,
  `const a = new Uint32Array(4); const b = crypto.getRandomValues(a); return [a === b, crypto.getRandomValues(new Uint8Array(65536)).length];`,
  `const u = crypto.randomUUID(); return [/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(u), u !== crypto.randomUUID()];`,
])('%s', async (body) => {
  await expectSame(`${hex} ${body}`);
});

test('a derivation of too many rounds is refused', async () => {
  const body = `${hex} const k = await subtle.importKey('raw', utf8('pw'), 'PBKDF2', false, ['deriveBits']); try { await subtle.deriveBits({ name: 'PBKDF2', salt: utf8('salt'), iterations: 1e9, hash: 'SHA-256' }, k, 256); } catch (error) { return [error.name, error.message]; }`;
  expect(await inGuest(body)).toEqual(['OperationError', 'at most 5000000 iterations']);
});

test('random numbers differ in each guest that is restored from one image', async () => {
  const guest = await platformGuest(`return [atLoad, crypto.randomUUID()];`, `const atLoad = crypto.randomUUID();`);
  const image = guest.capture();
  if (!image) throw new Error('no image');
  const first = (await callMain(guest)).value as string[];
  expect(guest.reset(image)).toBe(true);
  const second = (await callMain(guest)).value as string[];
  expect(second[0]).toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
});

test('random values go into an array of integers only', async () => {
  expect(await inGuest(`try { crypto.getRandomValues([1]); } catch (error) { return error.name; }`)).toBe('TypeError');
});

test('a key that is not extractable stays where it is', async () => {
  const body = `const k = await crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, ['encrypt']); try { await crypto.subtle.exportKey('raw', k); } catch (error) { return [error.name, error.code]; }`;
  expect(await inGuest(body)).toEqual(['InvalidAccessError', 15]);
});

test('a JSON Web Key with `ext: false` is not imported as an extractable key', async () => {
  const key = `{ kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', alg: 'A128GCM', ext: false }`;
  const of = (extractable: boolean) =>
    `const k = await subtle.importKey('jwk', ${key}, 'AES-GCM', ${extractable}, ['encrypt']); return [k.type, k.extractable];`;
  expect(await expectSame(`${hex} ${of(true)}`)).toMatchObject({ threw: 'DataError' });
  expect(await expectSame(`${hex} ${of(false)}`)).toEqual(['secret', false]);
});

test('200 computations at once all end, each with its own result', async () => {
  const body = `${hex} const all = await Promise.all(Array.from({ length: 200 }, (_, n) => subtle.digest('SHA-256', utf8('n' + n)))); return all.map(hex);`;
  expect(new Set((await expectSame(body)) as string[]).size).toBe(200);
});
