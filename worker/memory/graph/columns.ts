type Numbers = Int32Array | Float64Array | Uint8Array | Uint32Array;

/** The same numbers in a longer array; half as long again, so that appending stays cheap. */
export function grown<T extends Numbers>(column: T, length: number): T {
  if (column.length >= length) return column;
  const Type = column.constructor as new (length: number) => T;
  const longer = new Type(Math.max(16, length, Math.ceil(column.length * 1.5)));
  longer.set(column as never);
  return longer;
}
