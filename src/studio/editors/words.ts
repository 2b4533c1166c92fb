/** Languages that editors speak. */
export const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The nearest of our languages to a tag as browsers and hosts name it. */
export function languageOf(tag: string): Language {
  const given = tag.toLowerCase().replaceAll('_', '-');
  if (!/^zh\b/.test(given)) return 'en';
  return /hant|-(tw|hk|mo)\b/.test(given) ? 'zh-Hant' : 'zh-Hans';
}

/** Texts by their keys, each in all languages, in the order of `LANGUAGES`. */
export type Texts = { readonly [key: string]: readonly [en: string, hans: string, hant: string] };

/** Says a text by its key, with `{0}` … filled in. An unknown key is its own text. */
export type Words = (key: string, ...values: readonly unknown[]) => string;

/** A text with its places `{0}`, `{1}` … filled in; a value that is missing leaves nothing. */
export const filled = (text: string, values: readonly unknown[]): string =>
  text.replace(/\{(\d+)\}/g, (_, at: string) => String(values[Number(at)] ?? ''));

export const wordsOf =
  (texts: Texts, language: Language): Words =>
  (key, ...values) =>
    filled((Object.hasOwn(texts, key) && texts[key]?.[LANGUAGES.indexOf(language)]) || key, values);

export const NAME_OF: { readonly [language in Language]: string } = {
  en: 'English',
  'zh-Hans': 'Simplified Chinese',
  'zh-Hant': 'Traditional Chinese',
};

/** A text by its key, or something else where there is none. */
export function wordOr(words: Words, key: string, otherwise: string): string {
  const word = words(key);
  return word === key ? otherwise : word;
}

const STEP = /\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g;

/** A path for people: `stages[0].prompt` → `Stage 1 / Prompt`, by the words `path.stages[]` and `path.prompt`; others stand as they are. */
export function pathLabel(words: Words, path: string): string {
  const parts: string[] = [];
  let list = '';
  for (const [, quoted, index, name = quoted] of path.matchAll(STEP)) {
    if (index === undefined) {
      parts.push(wordOr(words, `path.${name}`, String(name)));
      list = String(name);
      continue;
    }
    const key = `path.${list}[]`;
    const number = Number(index) + 1;
    const entry = words(key, number);
    if (entry === key) parts.push(String(number));
    else parts.splice(-1, 1, entry);
    list = '';
  }
  return parts.length > 0 ? parts.join(' / ') : path;
}
