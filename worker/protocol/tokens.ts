const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** Tokens of a text, roughly: one for each ideograph, and one for every four other characters. */
export function estimateTokens(text: string): number {
  const ideographs = text.match(CJK)?.length ?? 0;
  return ideographs + Math.ceil((text.length - ideographs) / 4);
}
