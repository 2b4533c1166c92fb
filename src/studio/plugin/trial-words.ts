import type { Effect } from '../../index.js';
import type { Trial } from '../base/types.js';
import { memoryEffect } from './match.js';
import type { Say } from './words.js';

const VALUE_CHARS = 80;
const MODEL_CHARS = 6_000;
const cut = (text: string, most = VALUE_CHARS): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** What has been done, in a sentence. */
export function effectWords(effect: Effect, say: Say): string {
  switch (effect.kind) {
    case 'storage':
      return effect.after === undefined
        ? say('effect.forget', cut(effect.key))
        : say('effect.keep', cut(effect.key), cut(effect.after));
    case 'chat': {
      const { change } = effect;
      if (change.op === 'append') return say('effect.append', cut(change.text));
      if (change.op === 'edit') return say('effect.edit', change.index, cut(change.text));
      return say('effect.remove', change.index);
    }
    case 'memory': {
      const { title, type, from, to, gone } = memoryEffect(effect.change);
      const what = from === undefined ? `${title ?? ''} (${type ?? ''})` : `${from} – ${to}`;
      return say(gone ? 'effect.unremember' : 'effect.remember', cut(what));
    }
    case 'net':
      return say('effect.net', effect.method, cut(effect.url, 200), effect.bytes);
    case 'notify':
    case 'clipboard':
      return say(`effect.${effect.kind}`, cut(effect.text));
    default:
      return effect.kind;
  }
}

/** A trial as the model reads it. */
export function forModel({ verdict, checks, log, effects }: Trial): string {
  const lines = [
    `Tried in an isolate, with nothing installed: ${verdict}.`,
    ...checks.map(({ name, verdict: one, detail }) => `- ${one}: ${name}${detail === undefined ? '' : ` (${detail})`}`),
    ...(log.length > 0 ? ['Console:', ...log.slice(0, 30).map(({ level, text }) => `${level}: ${text}`)] : []),
    ...(effects.length > 0 ? ['It would do:', ...effects.slice(0, 20)] : []),
  ];
  return cut(lines.join('\n'), MODEL_CHARS);
}
