/**
 * Code blocks of a Markdown text.
 * @returns the language of each, the file that it names after the language, and its text.
 */
export function codeBlocks(markdown) {
  return [...markdown.matchAll(/^```(\w+)(?: ([\w./-]+))?\n([\s\S]*?)^```$/gm)].map(([, language, file, text]) => ({
    language,
    file,
    text,
  }));
}
