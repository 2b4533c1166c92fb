const THOUGHTS = ['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection'];
const OPENING = new RegExp(`<(${THOUGHTS.join('|')})>`, 'gi');

/** A text without what the model has thought aloud in it. What was never closed stays. */
export function withoutThoughts(text: string): string {
  // Sought once for each kind: a text of nothing but openings costs no more.
  const closings = new Map<string, number>();
  const lower = text.toLowerCase();
  let rest = '';
  let at = 0;
  for (const opening of text.matchAll(OPENING)) {
    if (opening.index < at) continue;
    const closing = `</${opening[1]?.toLowerCase()}>`;
    let end = closings.get(closing);
    if (end === undefined || (end >= 0 && end < opening.index)) end = lower.indexOf(closing, opening.index);
    closings.set(closing, end);
    if (end < 0) continue;
    rest += text.slice(at, opening.index);
    at = end + closing.length;
  }
  return (rest + text.slice(at)).trim();
}
