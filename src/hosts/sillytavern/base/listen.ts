import type { Context } from './context.js';

type Listeners = { readonly [event: string]: (...args: unknown[]) => unknown };

/** Listens to the host's events by their names; one that this host does not have is not listened to. @returns what ends it. */
export function listenTo({ eventSource, eventTypes }: Context, listeners: Listeners): () => void {
  const off = Object.entries(listeners).flatMap(([name, listener]) => {
    const event = eventTypes[name];
    if (event === undefined) return [];
    eventSource.on(event, listener);
    return [() => eventSource.removeListener(event, listener)];
  });
  return () => {
    for (const end of off.splice(0)) end();
  };
}
