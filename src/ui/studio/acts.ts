import type { Studio } from '../../studio/internal.js';

type Acts = { readonly [name: string]: () => unknown };

/**
 * Does what one of the studio’s own buttons says: `data-iter-action`, about the message or session of that id.
 * @param more what the shell does itself.
 */
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
