import { Semaphore } from '../primitives/semaphore.js';
import type { Computation } from './computations.js';
import type { BrowserParts } from './platform.js';

type Json = { readonly [name: string]: unknown };
/** A key as a guest keeps it: imported for each use, never kept here. */
interface GivenKey {
  readonly format: 'raw' | 'pkcs8' | 'spki' | 'jwk';
  readonly data: unknown;
  readonly algorithm: Json;
  readonly usages: readonly KeyUsage[];
}
type Algorithm = AlgorithmIdentifier & Record<string, unknown>;

/** Work of one worker's guests that runs at once: the browser has few threads for it. */
const AT_ONCE = 2;
/** Rounds of a key derivation that one computation may ask for: about a second of a fast core. */
const ITERATIONS = 5_000_000;
/** Bits of an RSA key, whose making takes time with the fourth power of its length. */
const MODULUS_BITS = 4_096;
const DERIVED_BITS = 8 * 65_536;

/** Keys whose material has no other form than the bytes they were imported from. */
const RAW_ONLY = ['HKDF', 'PBKDF2'];

/** Web Cryptography for guests: one computation, by the name of the method. */
export function subtleComputation({ crypto, atob, btoa }: Pick<BrowserParts, 'crypto' | 'atob' | 'btoa'>): Computation {
  const { subtle } = crypto;
  const turns = new Semaphore(AT_ONCE);
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const revive = (value: unknown): unknown =>
    typeof (value as { bytes?: unknown } | null)?.bytes === 'string'
      ? bytesOf((value as { bytes: string }).bytes)
      : value;

  const algorithmOf = async (given: unknown): Promise<Algorithm> => {
    const { public: other, ...rest } = given as Json & { public?: GivenKey };
    const made = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, revive(value)]));
    if (Number(made.iterations) > ITERATIONS) throw refusal('OperationError', `at most ${ITERATIONS} iterations`);
    if (Number(made.modulusLength) > MODULUS_BITS)
      throw refusal('OperationError', `a modulus of at most ${MODULUS_BITS} bits`);
    if (other) made.public = await keyOf(other);
    return made as Algorithm;
  };
  const keyOf = async ({ format, data, algorithm, usages }: GivenKey): Promise<CryptoKey> => {
    const type = await algorithmOf(algorithm);
    const extractable = !RAW_ONLY.includes(`${type.name}`.toUpperCase());
    return subtle.importKey(format as 'raw', revive(data) as BufferSource, type, extractable, [...usages]);
  };
  /** A key of the browser as the guest keeps it. */
  const dataOf = async (key: CryptoKey, given?: GivenKey) => {
    const { type, usages, algorithm } = key;
    const plain = JSON.parse(JSON.stringify(algorithm)) as Record<string, unknown>;
    const { publicExponent } = algorithm as { publicExponent?: Uint8Array };
    if (publicExponent) plain.publicExponent = { bytes: btoa(String.fromCharCode(...publicExponent)) };
    const material = given && { format: given.format, data: given.data, algorithm: given.algorithm };
    return { type, usages, algorithm: plain, material: material ?? (await materialOf(key, plain)) };
  };
  const materialOf = async (key: CryptoKey, algorithm: Json) => {
    const { hash } = algorithm as { hash?: { name: string } };
    const { key_ops: _ops, ext: _ext, ...data } = await subtle.exportKey('jwk', key);
    return { format: 'jwk', data, algorithm: { ...algorithm, ...(hash && { hash: hash.name }) } };
  };
  const bytes = (buffer: ArrayBuffer) => new Uint8Array(buffer);
  /** Imports a JSON Web Key. What it says of its use is checked here once; the guest's key says it from then on. */
  const importJwk = async (data: unknown, algorithm: Json, usages: readonly KeyUsage[], extractable: unknown) => {
    const { ext, ...rest } = Object(data) as Json;
    if (ext === false && extractable === true) throw refusal('DataError', 'the key says that it is not extractable');
    const key = await keyOf({ format: 'jwk', data: rest, algorithm, usages });
    const { key_ops: _ops, use: _use, ...material } = rest;
    return dataOf(key, { format: 'jwk', data: material, algorithm, usages });
  };
  /** The bytes of a wrapped key. */
  const unwrapped = async (wrapping: GivenKey, algorithm: Algorithm, data: Uint8Array<ArrayBuffer>) => {
    if (!wrapping.usages.includes('unwrapKey')) throw refusal('InvalidAccessError', 'the key may not unwrap keys');
    if (`${algorithm.name}`.toUpperCase() !== 'AES-KW') {
      return subtle.decrypt(algorithm, await keyOf({ ...wrapping, usages: ['decrypt'] }), data);
    }
    // This one unwraps keys only: any bytes are a key for HMAC.
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await subtle.unwrapKey('raw', data, await keyOf(wrapping), algorithm, hmac, true, ['sign']);
    return subtle.exportKey('raw', key);
  };

  const methods: { readonly [method: string]: (input: Json, data: Uint8Array<ArrayBuffer>) => Promise<unknown> } = {
    digest: async ({ algorithm }, data) => bytes(await subtle.digest(await algorithmOf(algorithm), data)),
    encrypt: async ({ algorithm, key }, data) =>
      bytes(await subtle.encrypt(await algorithmOf(algorithm), await keyOf(key as GivenKey), data)),
    decrypt: async ({ algorithm, key }, data) =>
      bytes(await subtle.decrypt(await algorithmOf(algorithm), await keyOf(key as GivenKey), data)),
    sign: async ({ algorithm, key }, data) =>
      bytes(await subtle.sign(await algorithmOf(algorithm), await keyOf(key as GivenKey), data)),
    verify: async ({ algorithm, key, signature }, data) =>
      subtle.verify(
        await algorithmOf(algorithm),
        await keyOf(key as GivenKey),
        revive(signature) as Uint8Array<ArrayBuffer>,
        data,
      ),
    generateKey: async ({ algorithm, usages }) => {
      const made = await subtle.generateKey(await algorithmOf(algorithm), true, usages as KeyUsage[]);
      if (!('publicKey' in made)) return dataOf(made as CryptoKey);
      const { publicKey, privateKey } = made as CryptoKeyPair;
      return { publicKey: await dataOf(publicKey), privateKey: await dataOf(privateKey) };
    },
    importKey: async ({ key, extractable }) => {
      const { usages, ...given } = key as GivenKey;
      return given.format === 'jwk'
        ? importJwk(given.data, given.algorithm, usages, extractable)
        : dataOf(await keyOf(key as GivenKey), given as GivenKey);
    },
    exportKey: async ({ format, key }) => {
      const made = await subtle.exportKey(format as 'raw', await keyOf(key as GivenKey));
      return made instanceof ArrayBuffer ? bytes(made) : made;
    },
    deriveBits: async ({ algorithm, key, length }) => {
      if (Number(length) > DERIVED_BITS) throw refusal('OperationError', `at most ${DERIVED_BITS} bits`);
      return bytes(
        await subtle.deriveBits(await algorithmOf(algorithm), await keyOf(key as GivenKey), length as number),
      );
    },
    deriveKey: async ({ algorithm, key, derived, usages }) => {
      const type = await algorithmOf(derived);
      if (RAW_ONLY.includes(`${type.name}`.toUpperCase()))
        throw refusal('NotSupportedError', 'derive bits, and import them');
      const made = await subtle.deriveKey(
        ...[await algorithmOf(algorithm), await keyOf(key as GivenKey), type as AlgorithmIdentifier, true],
        usages as KeyUsage[],
      );
      return dataOf(made);
    },
    wrapKey: async ({ format, key, wrapping, algorithm }) =>
      bytes(
        await subtle.wrapKey(
          ...[format as 'raw', await keyOf(key as GivenKey), await keyOf(wrapping as GivenKey)],
          await algorithmOf(algorithm),
        ),
      ),
    unwrapKey: async ({ format, wrapping, algorithm, derived, usages, extractable }, data) => {
      if (format === 'jwk') {
        const text = new TextDecoder().decode(
          await unwrapped(wrapping as GivenKey, await algorithmOf(algorithm), data),
        );
        return importJwk(readJwk(text), derived as Json, usages as KeyUsage[], extractable);
      }
      return dataOf(
        await subtle.unwrapKey(
          ...[format as 'raw', data, await keyOf(wrapping as GivenKey), await algorithmOf(algorithm)],
          ...[await algorithmOf(derived), true, usages as KeyUsage[]],
        ),
      );
    },
  };

  return async (input, data, signal) => {
    const { method, ...rest } = input as Json & { method: string };
    const work = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!work) throw new TypeError(`crypto.subtle has no ${method}`);
    return turns.run(() => work(rest, data), signal);
  };
}

function readJwk(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('DataError', 'what was unwrapped is no JSON Web Key');
  }
}

const refusal = (name: string, message: string): Error => Object.assign(new Error(message), { name });
