import process from 'node:process';

/** Waits until the user ends the command, by Ctrl-C or a signal: what it has started can then be put away. */
export const untilStopped = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
