/**
 * Marks that nobody sees, or that turn the direction of what stands around them: with them a text reads as another one. The joiners
 * that scripts and emoji need count beside plain letters only, and a line may end as on Windows.
 */
const UNSEEN =
  /(?![\n\t]|\r(?:\n|$))\p{Cc}|\u00ad|\u034f|\u061c|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u180b-\u180f]|[\u200b\u200e\u200f]|[\u2028-\u202e]|[\u2060-\u206f]|\ufeff|[\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|(?<=[\x20-\x7e])[\u200c\u200d]|[\u200c\u200d](?=[\x20-\x7e])/gu;

/** A text with such marks named in their places, for whoever decides by what it says. */
export const withUnseen = (text: string): string =>
  text.replace(UNSEEN, (mark) => `‹U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
