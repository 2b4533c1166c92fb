import { type Language, type Words, wordsOf } from '../editors/words.js';
import { EN } from './texts/en.js';
import { ZH_HANS } from './texts/zh-hans.js';
import { ZH_HANT } from './texts/zh-hant.js';

/** The words of all languages. */
export const SCHEMA_TEXTS = { en: EN, 'zh-Hans': ZH_HANS, 'zh-Hant': ZH_HANT };

/** The editor’s words in a language. */
export const schemaWords = (language: Language): Words => wordsOf(SCHEMA_TEXTS, language);
