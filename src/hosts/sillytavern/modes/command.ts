import type { Context } from '../base/context.js';
import { isRunMode } from '../base/modes-choice.js';
import { withoutMacros } from '../base/plain-text.js';
import { readSettings } from '../base/settings.js';
import type { Words } from '../base/words.js';
import { failureWords } from './failure-words.js';
import type { ModesGate } from './gate.js';

/** `/bulkhead-run`: runs a mode, the chosen one where none is named, or stops what runs. @returns what was found. @throws in words for the user. */
export async function runByCommand(modes: ModesGate, context: Context, words: Words, text: string): Promise<string> {
  const [named = '', review = ''] = text.trim().split(/\s+/);
  if (named === 'stop') {
    modes.now?.stop();
    return '';
  }
  const mode = named === '' ? readSettings(context).modes.mode : named;
  if (!isRunMode(mode) || !['', 'review'].includes(review)) {
    throw new Error(`/bulkhead-run: ${words('command.run.what')}`);
  }
  const ended = await (await modes.load()).run({ mode, review: review === 'review' });
  if (!ended) throw new Error(words('modes.busy'));
  if (ended.status === 'failed')
    throw new Error(ended.error ? failureWords(ended.error, words) : (modes.now?.view?.error ?? words('modes.silent')));
  return withoutMacros(ended.capsule ?? '');
}
