import type { RunOutcome } from '../../../index.js';
import { sleep, untilAborted } from '../../../primitives/index.js';
import { append, whereabouts } from '../base/chat.js';
import type { Context } from '../base/context.js';
import { plainText } from '../base/plain-text.js';
import type { Words } from '../base/words.js';
import { resultCard, TOOL_PICTURE } from './result-card.js';

/** Puts results of calls into their chat as a narrator's messages, which the model sees. @returns false when the chat was left. */
export async function insertResults(
  context: () => Context,
  chat: string,
  words: Words,
  { results }: Pick<RunOutcome, 'results'>,
): Promise<boolean> {
  const isHere = () => whereabouts(context())?.chat === chat && context().chat.length > 0;
  const finished = results.filter(({ call, message }) => call.state !== 'stopped' && message !== '');
  for (const { call, message } of finished) {
    if (!isHere()) return false;
    const bulkhead = { skill: call.name, state: call.state, ...(call.error && { code: call.error.code }) };
    const shown = resultCard({ message, failed: call.error !== undefined }, words);
    const name = plainText(call.name);
    await append(context(), { role: 'system', name, text: message, bulkhead, shown, picture: TOOL_PICTURE });
  }
  if (!isHere()) return false;
  // Also how the message is shown, whose calls these were.
  await context().saveChat();
  return isHere();
}

const LOOK_MS = 30;
/** A host that never says so is not waited for longer. */
const LONGEST_MS = 15_000;

const isBusy = ({ streamingProcessor }: Context): boolean =>
  document.body.dataset.generating !== undefined || Boolean(streamingProcessor);

/** Waits until the host generates nothing and has saved the answer. There is no event for that. @throws the signal's reason. */
export async function untilIdle(context: () => Context, signal?: AbortSignal): Promise<void> {
  const last = performance.now() + LONGEST_MS;
  signal?.throwIfAborted();
  do await untilAborted(sleep(LOOK_MS), signal);
  while (isBusy(context()) && performance.now() < last);
}
