import type { Studio } from '../../studio/internal.js';

/** What was pressed: one of the studio's own acts with the message or session it is about, or one of the adapter's. */
export type Hook =
  | { readonly kind: 'act'; readonly name: string; readonly about: string }
  | { readonly kind: 'toggle'; readonly name: string }
  | { readonly kind: 'custom'; readonly name: string };

/** Finds what a click is for. In the adapter’s HTML, which may hold words of a model, only the adapter’s own actions count. */
export function hookOf(event: Event, within: EventTarget): Hook | null {
  const path = event.composedPath();
  const inside = path.slice(0, path.indexOf(within)).filter((one): one is HTMLElement => one instanceof HTMLElement);
  const isForeign = inside.some(({ dataset }) => dataset.bulkheadPanel !== undefined);
  for (const { dataset } of inside) {
    const { iterCustomAction, iterAction, iterToggle, iterId = '' } = dataset;
    if (iterCustomAction !== undefined) return { kind: 'custom', name: iterCustomAction };
    if (isForeign) continue;
    if (iterAction !== undefined) return { kind: 'act', name: iterAction, about: iterId };
    if (iterToggle !== undefined) return { kind: 'toggle', name: iterToggle };
  }
  return null;
}

type Acts = { readonly [name: string]: () => unknown };

/** Does what a button with `data-iter-action` says, about the message or session of that id; `more`: acts of the shell. */
export function act(studio: Studio, name: string, about: string, more: Acts): void {
  const acts: Acts = {
    stop: () => studio.stop(),
    'new-session': () => studio.newSession(),
    'load-session': () => studio.loadSession(about),
    'delete-session': () => studio.deleteSession(about),
    'restore-session': () => studio.restoreSession(),
    approve: () => studio.approve(),
    reject: () => studio.reject(),
    undo: () => studio.undo(),
    'refresh-message': () => studio.refresh(about),
    'rollback-message': () => studio.rollback(about),
    'dismiss-status': () => studio.dismissStatus(),
    ...more,
  };
  if (Object.hasOwn(acts, name)) void acts[name]?.();
}
