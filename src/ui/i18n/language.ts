import { DESCRIPTION_CHARS, displayLine } from '../../../worker/protocol/display-text.js';
import type { Text } from './texts/types.js';

/** The languages the interface speaks. */
export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文' } as const;
/** The tag of one of them. */
export type Language = keyof typeof LANGUAGES;

/** Where each language stands in a `Text`. */
const PLACES = { en: 0, 'zh-Hans': 1, 'zh-Hant': 2 } as const satisfies { readonly [tag in Language]: number };

/** Tags under which an author may have written the same, the best first. */
const TAGS: { readonly [tag in Language]: readonly string[] } = {
  en: ['en'],
  'zh-Hans': ['zh-Hans', 'zh-CN', 'zh', 'zh-SG', 'zh-Hant', 'zh-TW', 'zh-HK', 'en'],
  'zh-Hant': ['zh-Hant', 'zh-TW', 'zh-HK', 'zh', 'zh-Hans', 'zh-CN', 'en'],
};
const TRADITIONAL = /^zh[-_](hant|tw|hk|mo)\b/i;

const KEY = 'bulkhead-language';
const listeners = new Set<() => void>();
let current: Language = kept() ?? preferred();

/**
 * The language in use: the user's choice, else the browser's, else English.
 *
 * @example
 * import { language } from 'bulkhead/ui';
 * document.documentElement.lang = language();
 */
export const language = (): Language => current;

/** A text in the language in use. */
export const spoken = (text: Text): string => text[PLACES[current]];

/**
 * Changes the language of every element on the page, and keeps the choice where the browser allows it.
 *
 * @example
 * import { setLanguage } from 'bulkhead/ui';
 * setLanguage('zh-Hans');
 */
export function setLanguage(next: string): void {
  if (!isLanguage(next) || next === current) return;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  speak(next);
}

/**
 * Follows the language of the application around, for as long as the page lasts; nothing is kept.
 * @param tag its language tag in whatever case, as `zh-cn`, `zh-TW` or `en-us`; one we do not speak means English.
 *
 * @example
 * import { useLanguage } from 'bulkhead/ui';
 * useLanguage(document.documentElement.lang);
 */
export function useLanguage(tag: string): void {
  const next = languageOf(tag);
  if (next !== current) speak(next);
}

function speak(next: Language): void {
  current = next;
  for (const listener of [...listeners]) listener();
}

/** Forgets the choice: from now on it is the browser's language, as on a first visit. */
export function forgetLanguage(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
  current = preferred();
  for (const listener of [...listeners]) listener();
}

/** Called after every change of language. @returns a function that ends it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Picks a text in the language in use from one that an author wrote in several: one line, with nothing unseen in it. */
export function localText(text: string | { readonly [language: string]: string | undefined } | undefined): string {
  const written =
    typeof text === 'object'
      ? TAGS[current].map((tag) => (Object.hasOwn(text, tag) ? text[tag] : undefined)).find(Boolean)
      : text;
  return displayLine(written ?? '', DESCRIPTION_CHARS);
}

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

function kept(): Language | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return isLanguage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function preferred(): Language {
  const tags = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [navigator.language]);
  return languageOf(tags.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en');
}

function languageOf(tag: string): Language {
  if (!/^zh(?![a-z])/i.test(tag)) return 'en';
  return TRADITIONAL.test(tag) ? 'zh-Hant' : 'zh-Hans';
}
