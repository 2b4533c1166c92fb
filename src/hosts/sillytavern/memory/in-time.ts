/** The host waits for its listeners, but not for ever: what takes longer goes on behind its back. */
const LISTENER_MS = 3_000;

/** Waits for something, within bounds. */
export async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LISTENER_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
