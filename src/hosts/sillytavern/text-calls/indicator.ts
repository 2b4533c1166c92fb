import type { Host } from '../../../index.js';
import { lastingNotice } from '../base/notices.js';
import { plainText } from '../base/plain-text.js';
import type { Words } from '../base/words.js';

/** Tells the user which skill runs, for as long as it does. @returns what ends it. */
export function showRunning({ skills }: Pick<Host, 'skills'>, words: Words): () => void {
  const shown = new Map<number, () => void>();
  const hide = (id: number) => {
    shown.get(id)?.();
    shown.delete(id);
  };
  const off = skills.onChange(() => {
    const running = skills.calls.filter(({ state }) => state === 'running');
    for (const id of shown.keys()) if (!running.some((call) => call.id === id)) hide(id);
    for (const { id, name } of running) {
      if (!shown.has(id)) shown.set(id, lastingNotice('info', words('calling', { tool: plainText(name) })));
    }
  });
  return () => {
    off();
    for (const id of shown.keys()) hide(id);
  };
}
