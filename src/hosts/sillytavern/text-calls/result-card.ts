import { bodyOf } from '../../../text-calls/internal.js';
import { withoutMarkup } from '../base/plain-text.js';
import type { Words } from '../base/words.js';

/** What a reader sees of a result: one line that unfolds. */
interface Card {
  /** What the model gets: a heading, and the result or the error. */
  readonly message: string;
  readonly failed: boolean;
}

/** A shield in the place of the character's portrait. */
export const TOOL_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 36 36"><path d="M-6-6h36v36H-6z" fill="#555"/><path d="M12 1l9 4v7c0 5-4 9-9 11-5-2-9-6-9-11V5z" fill="#bbb"/></svg>',
)}`;

/** A beginning that can stand in the line: letters, digits and signs that no formatter reads as anything else. */
const PREVIEW = /^[\p{L}\p{N} .,:;°%+=()/-]{1,60}/u;
const PREVIEW_CHARS = 60;
/** The code before an error's words. */
const CODE = /^[A-Z][A-Z_]+: /;

/** A result as SillyTavern shows it: in a code block, where nothing is a heading or somebody's words. */
export function resultCard({ message, failed }: Card, words: Words): string {
  const body = bodyOf(message).trim();
  const said = failed ? body.replace(CODE, '') : body;
  const [whole = ''] = PREVIEW.exec(said) ?? [];
  const preview = whole.trim() === '' ? '' : ` · ${whole.trim()}${whole.length < said.length ? '…' : ''}`;
  const state = failed ? `✗ ${words('calls.failed')}` : `✓ ${words('calls.done')}`;
  const code = withoutMarkup(body).replace(/`(?=`)/g, '`\u200b');
  const language = /^[[{]/.test(body) ? 'json' : 'text';
  return `<details class="bulkhead-result"><summary>${state}${preview.slice(0, PREVIEW_CHARS + 4)}</summary>\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n</details>`;
}
