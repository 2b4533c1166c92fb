/** A text in every language of the interface: one that misses a language does not compile. */
export type Text = readonly [en: string, zhHans: string, zhHant: string];
/** Texts by their keys; `{name}` is replaced by a value, and `{name|one|other}` by the form that fits it. */
export type Texts = { readonly [key: string]: Text };
