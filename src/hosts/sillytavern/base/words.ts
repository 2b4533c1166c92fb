import { apart } from '../../../../worker/protocol/display-text.js';
import en from '../static/locales/en.json' with { type: 'json' };
import type { Context } from './context.js';

type Prefixed = keyof typeof en;
/** A name of one of the texts in `locales`. */
export type WordKey = Prefixed extends `bulkhead.${infer Key}` ? Key : never;

/** A text in SillyTavern's language. What is filled in cannot turn the direction of ours. */
export type Words = (key: WordKey, values?: { readonly [name: string]: string | number }) => string;

/** The texts of the manifest's locale files, by SillyTavern's own translation; English where it has none. */
export const wordsOf =
  (context: () => Context): Words =>
  (key, values = {}) => {
    const full: Prefixed = `bulkhead.${key}`;
    const text = context().translate(en[full], full);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole;
      return typeof value === 'string' ? apart(value) : String(value);
    });
  };
