import type { ModeProfiles, ProfileMode } from './profiles.js';
import type { ModeInput, RunOutcome, Runs } from './runs.js';

/** What a run is given beside what its profile says. */
export type ProfileInput = Omit<ModeInput<'loop'>, 'limits'>;

/**
 * Runs a mode as a profile says. @returns nothing, at once, while another run goes on. @throws `REVIEW_ACTIVE`.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { openAiModel } from 'bulkhead/engine';
 * import { createRuns, keptProfiles, readProfile, RunStore, runProfile } from 'bulkhead/modes';
 * const runs = createRuns({ store: new RunStore(), orchestrator: createHost().orchestrator });
 * const llm = openAiModel({ endpoint: 'https://models.example/v1', model: 'small' });
 * const profile = (await keptProfiles().read('loop')) ?? readProfile('loop', {});
 * const outcome = await runProfile(runs, 'loop', profile, { llm, messages: [{ role: 'user', content: 'Hello' }] });
 */
export function runProfile<M extends ProfileMode>(
  runs: Runs,
  mode: M,
  profile: ModeProfiles[M],
  input: ProfileInput,
): Promise<RunOutcome | undefined> {
  if (mode === 'spec') return runs.runMode('spec', { ...input, ...(profile as ModeProfiles['spec']) });
  if (mode === 'agenda') return runs.runMode('agenda', { ...input, ...(profile as ModeProfiles['agenda']) });
  const { prompt, limits } = profile as ModeProfiles['loop'];
  const system = prompt.trim() === '' ? [] : [{ role: 'system', content: prompt } as const];
  return runs.runMode('loop', {
    ...input,
    messages: [...system, ...input.messages],
    limits: { max_rounds: limits.max_rounds, wall_clock_budget_ms: limits.wall_clock_s * 1_000 },
  });
}
