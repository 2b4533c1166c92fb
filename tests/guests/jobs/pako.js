import * as pako from 'pako';

/** Packs a long chat, in one go and piece by piece, and opens it again. */
export default function run() {
  const text = Array.from({ length: 400 }, (_, n) => `${n}: 你好，今天是第${n % 7}天。`).join('\n');
  const bytes = new TextEncoder().encode(text);
  const gzip = pako.gzip(bytes, { level: 9 });
  const deflated = pako.deflateRaw(bytes, { level: 6 });
  const inflator = new pako.Inflate();
  for (let at = 0; at < gzip.length; at += 100) inflator.push(gzip.subarray(at, at + 100), at + 100 >= gzip.length);
  let broken;
  try {
    pako.inflate(new Uint8Array([1, 2, 3, 4]));
  } catch (error) {
    broken = error instanceof Error ? error.message : error;
  }
  return {
    sizes: [bytes.length, gzip.length, deflated.length],
    same: new TextDecoder().decode(pako.inflateRaw(deflated)) === text,
    pieces: inflator.err === 0 && inflator.result.length === bytes.length,
    head: Array.from(gzip.slice(0, 4)),
    sum: Array.from(pako.deflate(bytes).slice(-4)),
    broken,
  };
}
