import type { FoundTool } from '../../../src/index.js';
import type { Play } from './types.js';

/** Where an import may come from: each must meet the same review. */
const FORMS: readonly [name: string, wrap: (data: object) => object, unwrap: (result: never) => unknown][] = [
  [
    'data block',
    (data) => data,
    (result: { extensions?: { orchestrator?: unknown } }) => result.extensions?.orchestrator,
  ],
  [
    'whole card',
    (data) => ({ spec: 'chara_card_v2', data }),
    (result: { data: { extensions?: { orchestrator?: unknown } } }) => result.data.extensions?.orchestrator,
  ],
];

/** What a card brings, and what each decision leaves of it. */
export const imports: Play = async ({ given }, { host }) => {
  const crash = given.decision === '$throws' || given.popupThrows === true || given.throws === true;
  const seen = [];
  for (const [variant, wrap, unwrap] of FORMS) {
    const input = wrap(given.data as object);
    const before = JSON.stringify(input);
    let popup = false;
    const review = await host.orchestrator.reviewImport(input, async (_found: readonly FoundTool[]) => {
      popup = true;
      if (crash) throw new Error('the popup crashed');
      return given.decision;
    });
    const facts = {
      found: review.found.map(({ mode, name }) => ({ mode, name })),
      popup,
      plan: review.plan,
      orchestrator: unwrap(review.result as never) ?? null,
      inputUnchanged: JSON.stringify(input) === before,
    };
    seen.push({ variant, facts });
  }
  return seen;
};
