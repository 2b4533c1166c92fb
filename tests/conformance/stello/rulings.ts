import { type Case, given } from './values.js';

/** A sentence of the vectors' README, and what a case of one file is to come to by it. */
interface Ruling {
  readonly file: string;
  readonly sentence: string;
  /** Nothing where the sentence is not about the case. */
  readonly rules: (one: Case) => unknown;
}

export const RULINGS: readonly Ruling[] = [
  {
    file: 'turn-loop',
    sentence:
      'In `turn-loop` do not compare `atConstruction` (the contract requires pushing the tool list to a session that offers `setTools`, built-ins first).',
    rules(one) {
      const expected = one.expected as { readonly atConstruction?: unknown };
      if (expected.atConstruction === undefined) return undefined;
      const {
        userTools = [],
        tools = {},
        skills = [],
      } = given<{
        readonly userTools?: readonly string[];
        readonly tools?: object;
        readonly skills?: readonly string[];
      }>(one);
      const own = new Set([...userTools, ...Object.keys(tools)]);
      const names = ['stello_create_session', ...(skills.length > 0 ? ['activate_skill'] : []), ...own];
      return { ...expected, atConstruction: [{ ev: 'session.setTools', names }] };
    },
  },
];
