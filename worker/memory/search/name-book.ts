import { recallWords } from './recall-words.js';

const foldOf = (text: string): string => text.normalize('NFKC').toLowerCase();
/** Letters that would make a name a part of a longer word. */
const LATIN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** Who is called how: finds the names that a text mentions. */
export class NameBook {
  readonly #namesOf = new Map<number, readonly string[]>();
  /** By folded name: who is called so. */
  readonly #docs = new Map<string, Set<number>>();
  /** By first word: the folded names that begin with it. */
  readonly #begins = new Map<string, Set<string>>();

  set(doc: number, names: readonly string[]): void {
    this.remove(doc);
    const folded = [...new Set(names.map(foldOf))];
    if (folded.length === 0) return;
    this.#namesOf.set(doc, folded);
    for (const name of folded) {
      const docs = this.#docs.get(name);
      if (docs) {
        docs.add(doc);
        continue;
      }
      this.#docs.set(name, new Set([doc]));
      const first = firstWord(name);
      const alike = this.#begins.get(first);
      if (alike) alike.add(name);
      else this.#begins.set(first, new Set([name]));
    }
  }

  remove(doc: number): void {
    for (const name of this.#namesOf.get(doc) ?? []) {
      const docs = this.#docs.get(name);
      docs?.delete(doc);
      if (docs?.size !== 0) continue;
      this.#docs.delete(name);
      this.#begins.get(firstWord(name))?.delete(name);
    }
    this.#namesOf.delete(doc);
  }

  /** The folded names that stand in the text as whole words. `words`: its words; `least`: so many have to be called so. */
  namesIn(text: string, words: Iterable<string>, least = 1): readonly string[] {
    const folded = foldOf(text);
    const found: string[] = [];
    for (const word of new Set(words))
      for (const name of this.#begins.get(word) ?? [])
        if (this.docsOf(name).size >= least && stands(name, folded)) found.push(name);
    return found;
  }

  /** Who is called so. */
  docsOf(name: string): ReadonlySet<number> {
    return this.#docs.get(name) ?? new Set();
  }

  isNamed(doc: number, name: string): boolean {
    return this.#namesOf.get(doc)?.includes(name) === true;
  }
}

/** What a name is found by; a name of words of grammar alone by all of it. */
function firstWord(name: string): string {
  for (const word of recallWords(name)) if (word.length > 1) return word;
  return name;
}

function stands(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]];
    const joinedBefore = LATIN.test(before) && LATIN.test(name[0] ?? '');
    const joinedAfter = LATIN.test(after) && LATIN.test(name.at(-1) ?? '');
    if (!joinedBefore && !joinedAfter) return true;
  }
  return false;
}
