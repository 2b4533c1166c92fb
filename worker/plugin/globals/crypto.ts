import type { Bytes, Own } from './own.js';

/** An algorithm by its name, or with its parameters. */
type Algorithm = string | { readonly name: string; readonly [parameter: string]: unknown };
type Secret = 'AES-CBC' | 'AES-CTR' | 'AES-GCM' | 'AES-KW' | 'HMAC';
type Usage = 'encrypt' | 'decrypt' | 'sign' | 'verify' | 'deriveKey' | 'deriveBits' | 'wrapKey' | 'unwrapKey';
type RawFormat = 'raw' | 'pkcs8' | 'spki';

interface CryptoKeyShape {
  readonly type: 'secret' | 'private' | 'public';
  readonly extractable: boolean;
  readonly algorithm: { readonly name: string; readonly [parameter: string]: any };
  readonly usages: Usage[];
}
interface CryptoKeyPairShape {
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}
/** The members of a key in JSON. */
interface JsonWebKeyShape {
  kty?: string;
  alg?: string;
  crv?: string;
  d?: string;
  dp?: string;
  dq?: string;
  e?: string;
  ext?: boolean;
  k?: string;
  key_ops?: string[];
  n?: string;
  p?: string;
  q?: string;
  qi?: string;
  use?: string;
  x?: string;
  y?: string;
}
interface SubtleCryptoShape {
  digest(algorithm: Algorithm, data: Bytes): Promise<ArrayBuffer>;
  encrypt(algorithm: Algorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>;
  decrypt(algorithm: Algorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>;
  sign(algorithm: Algorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>;
  verify(algorithm: Algorithm, key: CryptoKey, signature: Bytes, data: Bytes): Promise<boolean>;
  generateKey(
    algorithm: { readonly name: Secret; readonly [parameter: string]: unknown },
    extractable: boolean,
    usages: readonly Usage[],
  ): Promise<CryptoKey>;
  generateKey(
    algorithm: 'Ed25519' | 'X25519' | { readonly name: 'ECDSA' | 'ECDH'; readonly namedCurve: string },
    extractable: boolean,
    usages: readonly Usage[],
  ): Promise<CryptoKeyPair>;
  generateKey(algorithm: Algorithm, extractable: boolean, usages: readonly Usage[]): Promise<CryptoKeyPair | CryptoKey>;
  importKey(
    format: 'jwk',
    data: JsonWebKey,
    algorithm: Algorithm,
    extractable: boolean,
    usages: readonly Usage[],
  ): Promise<CryptoKey>;
  importKey(
    format: RawFormat,
    data: Bytes,
    algorithm: Algorithm,
    extractable: boolean,
    usages: readonly Usage[],
  ): Promise<CryptoKey>;
  exportKey(format: 'jwk', key: CryptoKey): Promise<JsonWebKey>;
  exportKey(format: RawFormat, key: CryptoKey): Promise<ArrayBuffer>;
  deriveBits(algorithm: Algorithm, key: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
  deriveKey(
    algorithm: Algorithm,
    key: CryptoKey,
    derived: Algorithm,
    extractable: boolean,
    usages: readonly Usage[],
  ): Promise<CryptoKey>;
  wrapKey(
    format: RawFormat | 'jwk',
    key: CryptoKey,
    wrappingKey: CryptoKey,
    algorithm: Algorithm,
  ): Promise<ArrayBuffer>;
  unwrapKey(
    format: RawFormat | 'jwk',
    wrapped: Bytes,
    unwrappingKey: CryptoKey,
    algorithm: Algorithm,
    unwrapped: Algorithm,
    extractable: boolean,
    usages: readonly Usage[],
  ): Promise<CryptoKey>;
}
interface CryptoShape {
  readonly subtle: SubtleCrypto;
  getRandomValues<T extends ArrayBufferView>(array: T): T;
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
}

declare global {
  interface CryptoKey extends Own<CryptoKeyShape> {}
  interface CryptoKeyPair extends Own<CryptoKeyPairShape> {}
  interface JsonWebKey extends Own<JsonWebKeyShape> {}
  interface SubtleCrypto extends Own<SubtleCryptoShape> {}
  interface Crypto extends Own<CryptoShape> {}

  /** `subtle` is there where the page has it: on https and on localhost. */
  var crypto: typeof globalThis extends { onmessage: unknown; crypto: infer T } ? T : Crypto;
  var Crypto: typeof globalThis extends { onmessage: unknown; Crypto: infer T } ? T : { prototype: Crypto };
  var CryptoKey: typeof globalThis extends { onmessage: unknown; CryptoKey: infer T } ? T : { prototype: CryptoKey };
  var SubtleCrypto: typeof globalThis extends { onmessage: unknown; SubtleCrypto: infer T }
    ? T
    : { prototype: SubtleCrypto };
}
