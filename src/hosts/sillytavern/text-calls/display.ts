import type { ParsedMessage } from '../../../../worker/protocol/text-calls.js';
import type { Context } from '../base/context.js';
import { plainText } from '../base/plain-text.js';

/** What is shown of a message: everything but the calls and what surrounds them. Reasoning stays, it is the host's to fold. */
export function shownText(text: string, { events }: Pick<ParsedMessage, 'events'>): string {
  const shown = events.map((event) => {
    if (event.type === 'text' || event.type === 'malformed') return event.text;
    return event.type === 'reasoning' ? text.slice(event.start, event.end) : '';
  });
  return shown
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Shows a message without its calls. What the model is sent of it stays as it was written: the host shows `display_text` in
 * place of the message itself, keeps it with the swipe, and forgets it when the message is edited.
 */
export function hideCalls(
  context: Context,
  index: number,
  parsed: ParsedMessage,
  note: (names: string) => string,
): void {
  const message = context.chat[index];
  if (!message) return;
  const names = parsed.calls.map(({ name }) => plainText(name)).join(', ');
  const shown = shownText(message.mes ?? '', parsed);
  message.extra = { ...message.extra, display_text: shown === '' ? `*${note(names)}*` : shown };
  context.updateMessageBlock(index, message);
}
