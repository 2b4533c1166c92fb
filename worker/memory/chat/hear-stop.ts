/** A port's next message is looked for only when the one before has been dealt with: ours must not come before that. */
const TURNS = 2;

/**
 * Lets a stop be heard that was sent while nothing was listened to. A timer could overtake it; messages keep their order.
 * @throws the signal's reason when it is aborted.
 */
export async function hearStop(signal: AbortSignal | undefined): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
  port1.close();
  signal?.throwIfAborted();
}
