import { untilAborted } from '../../../primitives/index.js';
import type { Context } from '../base/context.js';

const LOOK_MS = 30;
/** A host that never says so is not waited for longer. */
const LONGEST_MS = 15_000;

const isBusy = ({ streamingProcessor }: Context): boolean =>
  document.body.dataset.generating !== undefined || Boolean(streamingProcessor);

/**
 * Waits until the host generates nothing and has written down what it generated: what is begun before is lost in that. It
 * tells nobody when it has; a streamed answer is saved after the last of its events.
 * @throws the signal's reason.
 */
export async function untilIdle(context: () => Context, signal?: AbortSignal): Promise<void> {
  const last = performance.now() + LONGEST_MS;
  signal?.throwIfAborted();
  do await untilAborted(new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS)), signal);
  while (isBusy(context()) && performance.now() < last);
}
