export class FuzzyIndex {
  set(_doc: number, _text: string) {}
  remove(_doc: number) {}
  search(_q: string, _k: number, _a?: (doc: number) => boolean): { doc: number; score: number }[] {
    return [];
  }
}
