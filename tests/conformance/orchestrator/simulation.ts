import type { Host, RunOptions } from '../../../src/index.js';
import { evaluate } from '../../fixtures/evaluate.js';
import { dispatch, eachKind, specText, throwText } from './dispatching.js';
import { toText } from './text.js';
import type { Case, Play, Seen } from './types.js';

/** The review that a message speaks of. */
const named = (message: string, ids: readonly string[]) => ids.find((id) => message.includes(id));

/** Reviews begin and end by steps. */
async function playSteps(steps: readonly string[], host: Host): Promise<Seen[]> {
  const { orchestrator } = host;
  let review: ReturnType<typeof orchestrator.beginReview> | undefined;
  const results: unknown[] = [];
  const ids: string[] = [];
  for (const step of steps) {
    const [what, id] = step.split(':');
    try {
      if (what === 'begin') {
        review = orchestrator.beginReview(id);
        ids.push(review.id);
      } else if (what === 'end') review?.end();
      else throw new Error(`unknown: given.steps ${step}`);
      results.push('ok');
    } catch (error) {
      results.push({ throws: `message names ${named((error as Error).message, ids)}` });
    }
  }
  const activeAfter = orchestrator.activeReview() !== undefined;
  review?.end();
  return [{ variant: 'host', facts: { results, activeAfter } }];
}

/** Program text of a function that throws or returns what a case says; without either, a word. */
function bodyText(given: Case['given'], what: 'exec' | 'simulate', word: string): string {
  const [thrown, returns] = [given[`${what}Throws`], `${what}Returns`];
  const returned = `return ${toText(returns in given ? given[returns] : word)};`;
  return thrown ? throwText(Object(thrown)) : returned;
}

/** Which function runs in a review. */
export const simulation: Play = async ({ given }, { host, kinds, manager }) => {
  if (Array.isArray(given.steps)) return playSteps(given.steps, host);
  const inReview = async <T>(work: (options: RunOptions) => Promise<T>): Promise<T> => {
    if (given.reviewActiveInRun === undefined) {
      return given.reviewActive ? host.orchestrator.withReview((review) => work({ review })) : work({});
    }
    const inIt = given.callInRun === given.reviewActiveInRun;
    return host.orchestrator.withReview((review) => work(inIt ? { review } : {}), String(given.reviewActiveInRun));
  };
  if (given.bridged) {
    host.orchestrator.bridgeSillyTavernTool('Probe', { mode: given.mode as 'read' });
    manager.returns = 'execReturns' in given ? evaluate(toText(given.execReturns)) : 'EXEC';
    try {
      const { content, ran } = await inReview((options) => dispatch(host, 'st_Probe', options));
      return [{ variant: 'st-bridge', facts: { content, runs: ran } }];
    } finally {
      manager.returns = 'EXEC';
      host.orchestrator.unbridgeSillyTavernTool('Probe');
    }
  }
  const exec = bodyText(given, 'exec', 'EXEC');
  const simulate = bodyText(given, 'simulate', 'SIM');
  const spec = specText({ mode: String(given.mode), exec, ...(given.hasSimulate === true && { simulate }) });
  return eachKind(kinds, spec, () => inReview((options) => dispatch(host, 'probe', options)));
};
