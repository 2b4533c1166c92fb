import type { Context } from '../base/context.js';
import { listenTo } from '../base/listen.js';

/**
 * Keeps what the user is typing over the next generation that is begun for them: the host empties the text box as if it had
 * been sent. @returns what gives up.
 */
export function keepDraft(context: Context): () => void {
  const box = document.querySelector<HTMLTextAreaElement>('#send_textarea');
  if (!box) return () => {};
  let draft = box.value;
  const off = listenTo(context, {
    // The last moment before it is emptied.
    GENERATION_AFTER_COMMANDS: (_type: unknown, _options: unknown, dryRun: unknown) => {
      if (!dryRun) draft = box.value;
    },
    GENERATE_AFTER_COMBINE_PROMPTS: (data: unknown) => {
      if ((Object(data) as { dryRun?: unknown }).dryRun) return;
      off();
      if (draft === '' || box.value.startsWith(draft)) return;
      box.value = draft + box.value;
      // The box grows with its text, and the host keeps the text over a reload.
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
  });
  return off;
}
