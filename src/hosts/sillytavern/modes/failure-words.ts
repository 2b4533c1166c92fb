import { BulkheadError } from '../../../../worker/protocol/errors.js';
import type { NoResult } from '../../../engine/internal.js';
import type { WordKey, Words } from '../base/words.js';

const WORDS: { readonly [reason in NoResult]: WordKey } = {
  no_result: 'modes.noResult',
  no_message: 'modes.noMessage',
  no_rounds: 'modes.noRounds',
  unfit_answers: 'modes.unfitAnswers',
};

/** Why a run failed, in the user's language where these are our own words. */
export function failureWords(error: Error, words: Words): string {
  const reason = error instanceof BulkheadError ? error.details.reason : undefined;
  return typeof reason === 'string' && Object.hasOwn(WORDS, reason) ? words(WORDS[reason as NoResult]) : error.message;
}
