import { BulkheadError } from '../../../worker/protocol/errors.js';

/** Why a run has come to nothing. It stands in the error's details, for a host that says it in its own words. */
export type NoResult = 'no_result' | 'no_message' | 'no_rounds' | 'unfit_answers';

const WORDS = {
  no_result:
    'the run ended without a result: its model did not call finalize; try a model that calls tools, or allow more rounds',
  no_message:
    'the director wrote no message: its model did not call write_message; try a model that calls tools, or allow more rounds',
} as const;

/** The error of a run that went to its end and has come to nothing. */
export const noResult = (reason: keyof typeof WORDS): BulkheadError =>
  new BulkheadError('MODEL_FAILED', WORDS[reason], { reason });

/** The error of an agent whose model has not done its part in as many attempts as it had. */
export const agentFailed = (
  reason: Exclude<NoResult, keyof typeof WORDS>,
  agent: string,
  message: string,
): BulkheadError => new BulkheadError('MODEL_FAILED', message, { reason, agent });

export function asBulkheadError(thrown: unknown): BulkheadError {
  if (thrown instanceof BulkheadError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new BulkheadError('MODEL_FAILED', message, {}, { cause: thrown });
}
