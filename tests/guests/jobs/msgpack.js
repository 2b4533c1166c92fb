import { decode, decodeMulti, Encoder, ExtensionCodec, encode } from '@msgpack/msgpack';

/** Packs a state with dates and sets, smaller than JSON. */
export default function run() {
  const codec = new ExtensionCodec();
  codec.register({
    type: 1,
    encode: (value) => (value instanceof Set ? encode([...value], { extensionCodec: codec }) : null),
    decode: (data) => new Set(decode(data, { extensionCodec: codec })),
  });
  const state = {
    名: '状态',
    at: new Date(Date.UTC(2024, 1, 29, 1, 2, 3, 4)),
    tags: new Set(['a', '二']),
    bytes: new Uint8Array([1, 2, 255]),
    numbers: [0, -1, 127, 128, -129, 65536, 2 ** 40, 1.5, -0.1, Number.MAX_SAFE_INTEGER],
    deep: { a: { b: { c: [null, true, 'é'.repeat(40)] } } },
  };
  const packed = encode(state, { extensionCodec: codec, sortKeys: true });
  const back = decode(packed, { extensionCodec: codec });
  const two = new Uint8Array([...encode(1), ...encode('二')]);
  const big = new Encoder({ useBigInt64: true }).encode({ n: 2n ** 63n - 1n });
  return {
    size: packed.length,
    hex: Array.from(packed.slice(0, 60), (byte) => byte.toString(16)).join(' '),
    at: back.at.toISOString(),
    tags: [...back.tags],
    numbers: back.numbers,
    deep: back.deep,
    many: [...decodeMulti(two)],
    big: String(decode(big, { useBigInt64: true }).n),
  };
}
