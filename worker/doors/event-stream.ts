import { createParser } from 'eventsource-parser';

/** Reads a stream of server-sent events: what each of them carries, in order. A line that is none is left out. */
export async function* eventsOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const ready: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => ready.push(data) });
  const decoder = new TextDecoder();
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
      yield* ready.splice(0);
      if (done) return;
    }
  } finally {
    // Whoever stops reading needs no more of it.
    reader.cancel().catch(() => {});
  }
}
