import type { PatternAnswer, PatternAsk, PatternLine } from '../protocol/pattern.js';

/** Characters of a line that are answered. */
const LINE_CHARS = 400;

/** Looks through texts, and answers the lines in which a match begins. May take for ever: whoever asks has a clock. */
export function match({ pattern, flags, texts, most }: PatternAsk): PatternAnswer {
  let compiled: RegExp;
  try {
    compiled = new RegExp(pattern, [...new Set(`${flags}g`)].filter((flag) => flag !== 'y').join(''));
  } catch (error) {
    return { error: (error as Error).message };
  }
  const lines: PatternLine[] = [];
  for (const [at, text] of texts.entries()) {
    let last = -1;
    for (const { index } of text.matchAll(compiled)) {
      const start = text.lastIndexOf('\n', index - 1) + 1;
      if (start === last) continue;
      if (lines.length >= most) return { lines, more: true };
      last = start;
      lines.push({ text: at, line: text.slice(0, start).split('\n').length, words: lineAt(text, start, index) });
    }
  }
  return { lines, more: false };
}

/** A line, or of a long one what is around its match. */
function lineAt(text: string, start: number, index: number): string {
  const end = text.indexOf('\n', start);
  const whole = text.slice(start, end < 0 ? undefined : end);
  if (whole.length <= LINE_CHARS) return whole;
  const from = Math.max(0, Math.min(index - start - LINE_CHARS / 4, whole.length - LINE_CHARS));
  const cut = whole.slice(from, from + LINE_CHARS);
  return `${from > 0 ? '…' : ''}${cut}${from + LINE_CHARS < whole.length ? '…' : ''}`;
}
