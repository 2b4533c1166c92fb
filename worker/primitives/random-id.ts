/** A random number of 32 bits. */
export const random32 = (): number => crypto.getRandomValues(new Uint32Array(1))[0] as number;

/** A name that nobody else has: 7 characters for each 32 random bits. (Pages without https have no `crypto.randomUUID`.) */
export const randomId = (words = 4): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(words)), (word) => word.toString(36).padStart(7, '0')).join('');
