import type { ErrorCode } from '../index.js';

/** What to do about a fault whose message does not say it. */
const ADVICE: { readonly [code in ErrorCode]?: string } = {
  SOURCE_TOO_LARGE:
    'Let the bundler minify it, for example `esbuild --bundle --minify`, and leave out what no tool needs.',
  SOURCE_SYNTAX:
    'A guest reads ES2023: TypeScript and JSX are built first, for example with `esbuild --bundle --format=esm`.',
  NO_TOOL_REGISTERED:
    "For example: registerTool({ name: 'add', description: 'Adds two numbers.', mode: 'read', parameters: { type: 'object' }, exec: ({ a, b }) => a + b })",
  TOOL_TIMEOUT: 'Loading only registers tools: what takes time belongs into `exec`, and is split by `await`.',
};

/** What to do about an error, by its code and what it says; nothing where its message has it all. */
export function adviceFor(code: ErrorCode, message: string): string | undefined {
  if (/stack overflow/.test(message)) return 'Recursion in a guest may be about 600 calls deep: write it as a loop.';
  if (/is not the file that the manifest was made for/.test(message))
    return '`npx bulkhead pack` writes the hashes of now into the package; so does a script beside it, see docs/plugins.md.';
  return ADVICE[code];
}
