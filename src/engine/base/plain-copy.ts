/** A copy of plain data; anything else is copied by `structuredClone`. @throws `DataCloneError` for functions and the like. */
export function plainCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? structuredClone(value) : value;
  if (Array.isArray(value)) return value.map(plainCopy) as T;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const part = plainCopy((value as Record<string, unknown>)[key]);
    // Assigned, it would become the prototype.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: part, enumerable: true, configurable: true, writable: true });
    else copy[key] = part;
  }
  return copy as T;
}
