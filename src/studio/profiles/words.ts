import { type Language, type Words, wordsOf } from '../editors/words.js';
import { EN } from './texts/en.js';
import { ZH_HANS } from './texts/zh-hans.js';
import { ZH_HANT } from './texts/zh-hant.js';

/** The words of all languages. */
export const PROFILE_TEXTS = { en: EN, 'zh-Hans': ZH_HANS, 'zh-Hant': ZH_HANT };

/** The editor’s words in a language; names of limits stand for their paths as well. */
export function profileWords(language: Language): Words {
  const words = wordsOf(PROFILE_TEXTS, language);
  return (key, ...values) => {
    const limit = key.replace(/^path\./, 'limit.');
    return limit !== key && Object.hasOwn(EN, limit) ? words(limit, ...values) : words(key, ...values);
  };
}
