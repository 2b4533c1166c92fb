import type { FoundTool } from '../../../src/index.js';
import { keysOf, whole } from '../keys.js';
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

/** A card with one tool: for a case that is only about the decision. */
const WITH_TOOL = {
  extensions: {
    orchestrator: {
      presetLibraries: { loop: { p1: { customTools: [{ name: 'evil', mode: 'read', body: 'return 1;' }] } } },
    },
  },
};

/** What a card brings, and what each decision leaves of it. */
export const imports: Play = async ({ given }, { host }) => {
  const data = 'data' in given ? whole(given.data) : WITH_TOOL;
  const { decision } = given;
  const crash = decision === '$throws' || keysOf(given).some((key) => /throws/i.test(key) && given[key] === true);
  const seen = [];
  for (const [variant, wrap, unwrap] of FORMS) {
    const input = wrap(data as object);
    const before = JSON.stringify(input);
    let popup = false;
    const review = await host.orchestrator.reviewImport(input, async (_found: readonly FoundTool[]) => {
      popup = true;
      if (crash) throw new Error('the popup crashed');
      return whole(decision);
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
