import readme from '../../README.md?raw';

/** The text of the README's code block with this mark. */
export function block(mark: string): string {
  const found = readme.match(new RegExp(`\`\`\`js ${mark}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (!found) throw new Error(`the README has no block ${mark}`);
  return found;
}

/** Runs the text of a block. */
export const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...values: unknown[]) => Promise<void>;
