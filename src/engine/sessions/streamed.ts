/** A text while it is written, and what it comes to. */
export interface Streamed<Result> extends AsyncIterable<string> {
  readonly result: Promise<Result>;
}

/** Runs at once, and keeps its pieces until they are read, once. Reader and result both reject with its error. */
export function streamed<Result>(run: (chunk: (text: string) => void) => Promise<Result>): Streamed<Result> {
  const waiting: string[] = [];
  let wake: () => void = () => {};
  let over = false;
  const result = run((text) => {
    waiting.push(text);
    wake();
  }).finally(() => {
    over = true;
    wake();
  });
  result.catch(() => {});
  async function* pieces(): AsyncGenerator<string> {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else if (over) break;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    await result;
  }
  return { result, [Symbol.asyncIterator]: pieces };
}
