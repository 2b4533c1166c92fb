type Numbers = Int32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array;

/** The same numbers with room for `length` of them and half as many again; itself where there is room. */
export function grown<T extends Numbers>(column: T, length: number): T {
  if (column.length >= length) return column;
  const longer = new (column.constructor as new (length: number) => T)(Math.ceil(Math.max(16, length) * 1.5));
  longer.set(column as never);
  return longer;
}
