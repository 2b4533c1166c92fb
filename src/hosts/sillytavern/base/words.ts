import { type Filling, filled } from '../../../../worker/protocol/filled.js';
import en from '../static/locales/en.json' with { type: 'json' };
import type { Context } from './context.js';

type Prefixed = keyof typeof en;
/** A name of one of the texts in `locales`. */
export type WordKey = Prefixed extends `bulkhead.${infer Key}` ? Key : never;

/** A text in SillyTavern's language. What is filled in cannot turn the direction of ours. */
export type Words = (key: WordKey, values?: Filling) => string;

/** The texts of the manifest's locale files, by SillyTavern's own translation; English where it has none. */
export const wordsOf =
  (context: () => Context): Words =>
  (key, values = {}) => {
    const full: Prefixed = `bulkhead.${key}`;
    return filled(context().translate(en[full], full), values);
  };
