/** Characters of a first message that name its session. */
const LABEL = 48;

/** A name for a session, of what was said in it first. */
export function labelOf(text: string): string {
  const line = text.trim().replace(/\s+/gu, ' ');
  return line.length > LABEL ? `${line.slice(0, LABEL - 1)}…` : line;
}

/** Greatest length of a name that is shown. A model may have chosen the name. */
const SHOWN = 200;

/** A name as it is shown. */
export const shownLabel = (label: string): string => (label.length > SHOWN ? `${label.slice(0, SHOWN - 1)}…` : label);

/** A name for a fork: its parent's, with the next number that no other has. */
export function forkLabel(parent: string, sessions: readonly { readonly label: string }[]): string {
  const plain = parent.replace(/ \(\d+\)$/u, '');
  const taken = new Set(sessions.map(({ label }) => label));
  let count = 2;
  while (taken.has(`${plain} (${count})`)) count += 1;
  return `${plain} (${count})`.trim();
}
