/** A name that nobody else has: `crypto.randomUUID` is missing on pages without https. */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('');
