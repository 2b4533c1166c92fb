import type { Kit } from '../../platform.js';
import { type Bytes, bytesOf, makeData } from './data.js';
import { CryptoKey, type KeyData, makeKey, materialOf } from './key.js';

/** Fields of algorithms that hold bytes. */
const BYTES = ['iv', 'additionalData', 'counter', 'salt', 'info', 'label', 'publicExponent', 'context'];
const NUMBERS = ['length', 'tagLength', 'iterations', 'modulusLength', 'saltLength'];

type Json = { readonly [name: string]: unknown };
type Pair = { readonly publicKey: KeyData; readonly privateKey: KeyData };

/** Makes `crypto.subtle`: each method is one computation of the host, which imports the keys it is given and keeps none. */
export function makeSubtle(kit: Kit) {
  const { toJson, fromJson } = makeData(kit);
  const { DOMException } = kit.use('events');

  /** An algorithm with the fields that the standard knows, as JSON. */
  const algorithmOf = (given: unknown): Json => {
    if (typeof given === 'string') return { name: given };
    if (typeof given !== 'object' || given === null) throw new TypeError('an algorithm is a name or an object');
    const from = given as Json;
    if (from.name === undefined) throw new TypeError('an algorithm has a name');
    const made: { [name: string]: unknown } = { name: `${from.name}` };
    for (const name of BYTES) if (from[name] !== undefined) made[name] = toJson(from[name]);
    for (const name of NUMBERS) if (from[name] !== undefined) made[name] = Number(from[name]);
    if (from.namedCurve !== undefined) made.namedCurve = `${from.namedCurve}`;
    if (from.hash !== undefined) made.hash = algorithmOf(from.hash).name;
    if (from.public !== undefined) made.public = keyOf(from.public);
    return made;
  };
  const keyOf = (key: unknown): Json => ({ ...materialOf(key), usages: (key as CryptoKey).usages });
  const usagesOf = (given: unknown): string[] => Array.from(given as Iterable<unknown>, (one) => `${one}`);
  const run = (method: string, input: Json, bytes?: Uint8Array<ArrayBuffer>): Promise<unknown> =>
    kit.start('subtle', { method, ...input }, bytes?.buffer);
  const revive = (data: KeyData, extractable: boolean): CryptoKey => {
    const { publicExponent } = data.algorithm as { publicExponent?: Bytes };
    const algorithm = publicExponent ? { ...data.algorithm, publicExponent: fromJson(publicExponent) } : data.algorithm;
    return makeKey({ ...data, algorithm }, extractable);
  };
  const materialIn = (format: string, given: unknown): unknown => (format === 'jwk' ? given : toJson(given));
  const needExtractable = (key: unknown): void => {
    materialOf(key);
    if ((key as CryptoKey).extractable) return;
    throw new DOMException('the key is not extractable', 'InvalidAccessError');
  };

  class SubtleCrypto {
    async digest(algorithm: unknown, data: unknown): Promise<unknown> {
      return run('digest', { algorithm: algorithmOf(algorithm) }, bytesOf(data));
    }
    async encrypt(algorithm: unknown, key: unknown, data: unknown): Promise<unknown> {
      return run('encrypt', { algorithm: algorithmOf(algorithm), key: keyOf(key) }, bytesOf(data));
    }
    async decrypt(algorithm: unknown, key: unknown, data: unknown): Promise<unknown> {
      return run('decrypt', { algorithm: algorithmOf(algorithm), key: keyOf(key) }, bytesOf(data));
    }
    async sign(algorithm: unknown, key: unknown, data: unknown): Promise<unknown> {
      return run('sign', { algorithm: algorithmOf(algorithm), key: keyOf(key) }, bytesOf(data));
    }
    async verify(algorithm: unknown, key: unknown, signature: unknown, data: unknown): Promise<unknown> {
      const input = { algorithm: algorithmOf(algorithm), key: keyOf(key), signature: toJson(signature) };
      return run('verify', input, bytesOf(data));
    }
    async generateKey(algorithm: unknown, extractable: unknown, usages: unknown): Promise<unknown> {
      const made = await run('generateKey', { algorithm: algorithmOf(algorithm), usages: usagesOf(usages) });
      const pair = made as Partial<Pair>;
      if (!pair.publicKey || !pair.privateKey) return revive(made as KeyData, Boolean(extractable));
      return {
        publicKey: revive(pair.publicKey, true),
        privateKey: revive(pair.privateKey, Boolean(extractable)),
      };
    }
    async importKey(
      ...[format, data, algorithm, extractable, usages]: [string, unknown, unknown, unknown, unknown]
    ): Promise<CryptoKey> {
      const key = { format: `${format}`, data: materialIn(`${format}`, data), algorithm: algorithmOf(algorithm) };
      const made = await run('importKey', {
        key: { ...key, usages: usagesOf(usages) },
        extractable: Boolean(extractable),
      });
      return revive(made as KeyData, Boolean(extractable));
    }
    async exportKey(format: string, key: unknown): Promise<unknown> {
      needExtractable(key);
      const made = await run('exportKey', { format: `${format}`, key: keyOf(key) });
      return made instanceof ArrayBuffer ? made : { ...(made as object), ext: true };
    }
    async deriveBits(algorithm: unknown, key: unknown, length: unknown = null): Promise<unknown> {
      const bits = length === null ? null : Number(length);
      return run('deriveBits', { algorithm: algorithmOf(algorithm), key: keyOf(key), length: bits });
    }
    async deriveKey(
      ...[algorithm, key, derived, extractable, usages]: [unknown, unknown, unknown, unknown, unknown]
    ): Promise<CryptoKey> {
      const input = { algorithm: algorithmOf(algorithm), key: keyOf(key), derived: algorithmOf(derived) };
      return revive((await run('deriveKey', { ...input, usages: usagesOf(usages) })) as KeyData, Boolean(extractable));
    }
    async wrapKey(format: string, key: unknown, wrapping: unknown, algorithm: unknown): Promise<unknown> {
      needExtractable(key);
      const both = { key: keyOf(key), wrapping: keyOf(wrapping) };
      return run('wrapKey', { ...both, format: `${format}`, algorithm: algorithmOf(algorithm) });
    }
    async unwrapKey(
      ...[format, wrapped, unwrapping, algorithm, keyAlgorithm, extractable, usages]: unknown[]
    ): Promise<CryptoKey> {
      const how = { format: `${format}`, wrapping: keyOf(unwrapping), algorithm: algorithmOf(algorithm) };
      const what = { derived: algorithmOf(keyAlgorithm), usages: usagesOf(usages), extractable: Boolean(extractable) };
      const made = await run('unwrapKey', { ...how, ...what }, bytesOf(wrapped));
      return revive(made as KeyData, Boolean(extractable));
    }
    get [Symbol.toStringTag](): string {
      return 'SubtleCrypto';
    }
  }
  return { SubtleCrypto, CryptoKey, subtle: new SubtleCrypto() };
}
