/** True for two values that are copies of each other: everything that JSON can say, and maps, dates and buffers. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Map) return other instanceof Map && sameValue([...one], [...other]);
  if (one instanceof Set) return other instanceof Set && sameValue([...one], [...other]);
  if (one instanceof Date) return other instanceof Date && Object.is(one.getTime(), other.getTime());
  if (ArrayBuffer.isView(one) || one instanceof ArrayBuffer) {
    return sameBytes(bytesOf(one), bytesOf(other as ArrayBufferView | ArrayBuffer));
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && sameValue(one[key as keyof typeof one], other[key as keyof typeof other]),
  );
}

const bytesOf = (data: ArrayBufferView | ArrayBuffer): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);
