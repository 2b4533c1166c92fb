import type { StudioResult, Trial } from './types.js';

/** Results for the model, with the outcome of a trial and what a person has declined. */
export function told(
  results: readonly StudioResult[],
  trial: Trial | undefined,
  declined: readonly string[] = [],
): readonly StudioResult[] {
  const more = {
    ...(declined.length > 0 && { declinedByUser: declined }),
    ...(trial && { trial: trial.forModel ?? `${trial.verdict}: ${trial.summary}` }),
  };
  if (Object.keys(more).length === 0) return results;
  return results.map((one, index) => (index === 0 ? { ...one, result: { ...one.result, ...more } } : one));
}
