/** Languages that editors speak. */
export const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;
/** One of them. */
export type Language = (typeof LANGUAGES)[number];

/** The nearest of our languages to a tag as browsers and hosts name it. */
export function languageOf(tag: string): Language {
  const given = tag.toLowerCase().replaceAll('_', '-');
  if (!/^zh\b/.test(given)) return 'en';
  return /hant|-(tw|hk|mo)\b/.test(given) ? 'zh-Hant' : 'zh-Hans';
}

/** Texts by keys, with `{0}` … filled in. An unknown key is its own text. */
export type Words = (key: string, ...values: readonly unknown[]) => string;

/** The words of a table, for a language. */
export const wordsOf =
  (tables: { readonly [language in Language]: { readonly [key: string]: string } }, language: Language): Words =>
  (key, ...values) => {
    const text = Object.hasOwn(tables[language], key) ? (tables[language][key] ?? key) : key;
    return text.replace(/\{(\d+)\}/g, (_, at: string) => String(values[Number(at)] ?? ''));
  };

/** What the model is to answer in. */
export const NAME_OF: { readonly [language in Language]: string } = {
  en: 'English',
  'zh-Hans': 'Simplified Chinese',
  'zh-Hant': 'Traditional Chinese',
};
