export class NameIndex {
  readonly #t = new Map<number, readonly string[]>();
  set(doc: number, texts: readonly string[]) {
    this.#t.set(
      doc,
      texts.map((x) => x.toLowerCase()),
    );
  }
  remove(doc: number) {
    this.#t.delete(doc);
  }
  find(query: string, accept: (doc: number) => boolean = () => true) {
    const q = query.trim().toLowerCase();
    return [...this.#t]
      .filter(([d, ts]) => accept(d) && ts.some((x) => x.includes(q)))
      .map(([d]) => d)
      .sort((a, b) => a - b);
  }
}
