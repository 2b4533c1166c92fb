import type { RunOutcome } from '../../../index.js';
import { append, whereabouts } from '../base/chat.js';
import type { Context } from '../base/context.js';
import { plainText } from '../base/plain-text.js';

/**
 * Puts what came of calls into their chat, as messages of a narrator: those the model sees. What was stopped came to nothing.
 * @returns false when the chat was left: then the rest of it is not written anywhere.
 */
export async function insertResults(
  context: () => Context,
  chat: string,
  { results }: Pick<RunOutcome, 'results'>,
): Promise<boolean> {
  const isHere = () => whereabouts(context())?.chat === chat && context().chat.length > 0;
  const told = results.filter(({ call, message }) => call.state !== 'stopped' && message !== '');
  for (const { call, message } of told) {
    if (!isHere()) return false;
    const bulkhead = { skill: call.name, state: call.state, ...(call.error && { code: call.error.code }) };
    await append(context(), { role: 'system', name: plainText(call.name), text: message, bulkhead });
  }
  if (!isHere()) return false;
  // Also how the message is shown, whose calls these were.
  await context().saveChat();
  return isHere();
}
