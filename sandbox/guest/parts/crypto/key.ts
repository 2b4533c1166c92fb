/** What a key is made of, as the host imports it for each use. */
export interface Material {
  readonly format: string;
  readonly data: unknown;
  readonly algorithm: unknown;
}

/** A key as the host answers it. */
export interface KeyData {
  readonly type: string;
  readonly algorithm: object;
  readonly usages: readonly string[];
  readonly material: Material;
}

const secret: unique symbol = Symbol('construct');
/** What a key is made of. @throws a TypeError for anything that is no key. */
export let materialOf: (key: unknown) => Material;

/** A key. Its material lies in the guest's memory, where its plugin could find it anyway. */
export class CryptoKey {
  readonly #data: KeyData;
  readonly #extractable: boolean;

  constructor(key?: typeof secret, data?: KeyData, extractable = false) {
    if (key !== secret) throw new TypeError('Illegal constructor');
    this.#data = data as KeyData;
    this.#extractable = extractable;
  }
  static {
    materialOf = (key) => {
      if (typeof key !== 'object' || key === null || !(#data in key)) throw new TypeError('a CryptoKey is needed');
      return key.#data.material;
    };
  }
  get type(): string {
    return this.#data.type;
  }
  get extractable(): boolean {
    return this.#extractable;
  }
  get algorithm(): object {
    return this.#data.algorithm;
  }
  get usages(): readonly string[] {
    return this.#data.usages;
  }
  get [Symbol.toStringTag](): string {
    return 'CryptoKey';
  }
}

export const makeKey = (data: KeyData, extractable: boolean): CryptoKey => new CryptoKey(secret, data, extractable);
