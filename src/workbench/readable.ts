/** Milliseconds between two words that somebody reads along. */
const WORD_MS = 30;

/** Waits as long as a word takes to be read; not at all where the user wants no motion, or does not look. */
export async function readable(): Promise<void> {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  await new Promise((resolve) => setTimeout(resolve, WORD_MS));
}
