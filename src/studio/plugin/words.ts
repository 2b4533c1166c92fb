import { EN, type PluginWords } from './texts/en.js';
import { ZH_HANS } from './texts/zh-hans.js';
import { ZH_HANT } from './texts/zh-hant.js';

/** Languages the plugin studio speaks. */
export type StudioLanguage = 'en' | 'zh-Hans' | 'zh-Hant';
/** A key of its words. */
export type WordKey = keyof PluginWords;
/** Says something in the user’s language. */
export type Say = (key: WordKey, ...values: readonly unknown[]) => string;

const WORDS: { readonly [language in StudioLanguage]: PluginWords } = {
  en: EN,
  'zh-Hans': ZH_HANS,
  'zh-Hant': ZH_HANT,
};

/** The words of a language, asked for anew each time: it may change while a studio is open. */
export const sayIn =
  (language: () => StudioLanguage): Say =>
  (key, ...values) =>
    WORDS[language()][key].replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ''));
