type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** The same numbers with room for `length` of them and half as many again; itself where there is room. */
export function grown<A extends Numbers>(array: A, length: number): A {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.ceil(Math.max(16, length) * 1.5));
  larger.set(array);
  return larger;
}
