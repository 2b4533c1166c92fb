/** Many texts as one row of UTF-8, with the place where each ends. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

export function packTexts(count: number, read: (at: number) => string): TextColumn {
  const encoder = new TextEncoder();
  const ends = new Uint32Array(count);
  let bytes = new Uint8Array(1 << 16);
  let used = 0;
  for (let at = 0; at < count; at++) {
    const text = read(at);
    // A UTF-16 unit takes three bytes at the most.
    while (bytes.length - used < text.length * 3) {
      const longer = new Uint8Array(bytes.length * 2);
      longer.set(bytes);
      bytes = longer;
    }
    used += encoder.encodeInto(text, bytes.subarray(used)).written;
    ends[at] = used;
  }
  return { bytes: bytes.slice(0, used), ends };
}

export class PackedTexts {
  readonly #column: TextColumn;
  /** What a text begins with is a part of it, be it a mark or not. */
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(column: TextColumn) {
    this.#column = column;
  }

  at(index: number): string {
    const { bytes, ends } = this.#column;
    const from = index === 0 ? 0 : (ends[index - 1] ?? 0);
    return this.#decoder.decode(bytes.subarray(from, ends[index] ?? from));
  }

  /** All of them, by one decoding. */
  all(): string[] {
    const { bytes, ends } = this.#column;
    const text = this.#decoder.decode(bytes.subarray(0, ends.at(-1) ?? 0));
    const plain = text.length === bytes.length;
    const texts = new Array<string>(ends.length);
    let [byte, from] = [0, 0];
    for (let at = 0; at < ends.length; at++) {
      const end = ends[at] as number;
      let to = from + end - byte;
      if (!plain) {
        to = from;
        // A first byte is one unit, or two from 0xf0 on; the bytes that follow it are none.
        for (; byte < end; byte++) {
          const code = bytes[byte] as number;
          if (code < 0x80 || code >= 0xc0) to += code >= 0xf0 ? 2 : 1;
        }
      }
      byte = end;
      texts[at] = text.slice(from, to);
      from = to;
    }
    return texts;
  }
}
