/** What the browser has and the stripped realm no longer names: taken before the realm is stripped, used by the natives only. */
export interface BrowserParts {
  readonly crypto: Crypto;
  readonly atob: (data: string) => string;
  readonly btoa: (data: string) => string;
  readonly URLPattern: unknown;
  readonly URLSearchParams: typeof URLSearchParams;
  readonly CompressionStream: typeof CompressionStream;
  readonly DecompressionStream: typeof DecompressionStream;
}

/** The parts of this realm, as they are now. */
export function browserParts(): BrowserParts {
  const { crypto, atob, btoa, CompressionStream, DecompressionStream, URLSearchParams } = globalThis;
  const { URLPattern } = globalThis as { URLPattern?: unknown };
  return {
    ...{ crypto, URLPattern, URLSearchParams, CompressionStream, DecompressionStream },
    atob: (data) => atob.call(globalThis, data),
    btoa: (data) => btoa.call(globalThis, data),
  };
}
