import type { Effect, Effects } from '../../../worker/protocol/effects.js';
import type { Words } from '../editors/words.js';

/** What a rehearsed run would have done, a sentence each. */
export function effectWords(effects: unknown, words: Words): readonly string[] {
  const { items } = Object(effects) as Partial<Effects>;
  return (items ?? []).map((effect) => effectLine(effect, words));
}

function effectLine(effect: Effect, words: Words): string {
  const { plugin } = effect;
  switch (effect.kind) {
    case 'storage':
      return words(effect.after === undefined ? 'effect.storage.remove' : 'effect.storage', plugin, effect.key);
    case 'net':
      return words('effect.net', plugin, effect.method, effect.url);
    case 'notify':
    case 'clipboard':
      return words(`effect.${effect.kind}`, plugin, effect.text);
    case 'unknown':
      return words('effect.unknown', plugin, effect.what);
    default:
      return words(`effect.${effect.kind}`, plugin);
  }
}
