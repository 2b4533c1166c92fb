/** A random number of 32 bits. */
export const random32 = (): number => crypto.getRandomValues(new Uint32Array(1))[0] as number;

/**
 * A name that nobody else has: seven characters of `0-9a-z` for each 32 random bits. (`crypto.randomUUID` is missing on
 * pages without https.)
 */
export const randomId = (words = 4): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(words)), (word) => word.toString(36).padStart(7, '0')).join('');
