/** A text in every language of the interface: one that misses a language does not compile. */
export type Text = readonly [en: string, zhHans: string, zhHant: string];
/** Texts by their keys; `{name}` is replaced by a value. */
export type Texts = { readonly [key: string]: Text };
