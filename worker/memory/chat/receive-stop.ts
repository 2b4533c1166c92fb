/** A port's next message is looked for only when the one before has been dealt with: ours must not come before that. */
const TURNS = 2;

/** Lets a stop arrive that was sent before; a timer could overtake it, messages cannot. @throws the signal's reason. */
export async function receiveStop(signal: AbortSignal | undefined): Promise<void> {
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
