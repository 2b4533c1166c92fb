/** What goes in at once: what comes out before it is looked at is a thousand times as much at the worst. */
const SLICE = 4_096;

/** True where the platform can pack. */
export const canPack = (): boolean => typeof CompressionStream !== 'undefined';

/** Deflates a text. The same text may give another result on another platform. @returns base64. */
export async function packText(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * The text that was packed. Unpacking stops as soon as there is more than there may be.
 * @throws for what was not packed, is cut off, or has more than `mostBytes`, and where the platform cannot unpack.
 */
export async function unpackText(packed: string, mostBytes: number): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
  let at = 0;
  const slices = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(to) {
        to.enqueue(bytes.subarray(at, at + SLICE));
        at += SLICE;
        if (at >= bytes.length) to.close();
      },
    },
    { highWaterMark: 0 },
  );
  const reader = slices.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let room = mostBytes; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    room -= value.length;
    if (room < 0) {
      // What it fails with says nothing more.
      reader.cancel().catch(() => {});
      throw new RangeError(`it has more than ${mostBytes} bytes`);
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}
