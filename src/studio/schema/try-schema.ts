import type { Trial, TrialCheck } from '../base/types.js';
import type { Words } from '../editors/words.js';
import { fits, type MemorySchema, MOST_CHARS, MOST_TYPES } from './schema.js';

/** How many entries of each type are kept. */
export type Counts = { readonly [type: string]: number };

/** What a schema would mean for what is kept already. */
export function trySchema(schema: MemorySchema, counts: Counts, words: Words): Trial {
  const known = new Set(schema.types.map(({ id }) => id));
  const lost = Object.entries(counts).filter(([type, count]) => count > 0 && !known.has(type.toLowerCase()));
  const isSmall = fits(schema);
  const checks: readonly TrialCheck[] = [
    {
      ...{ name: words('check.reads'), verdict: isSmall ? 'passed' : 'failed' },
      ...(!isSmall && { detail: words('refused.size', MOST_TYPES, MOST_CHARS) }),
    },
    {
      ...{ name: words('check.nodes'), verdict: lost.length === 0 ? 'passed' : 'failed' },
      ...(lost.length > 0 && {
        detail: lost.map(([type, count]) => words('check.nodes.lost', type, count)).join('\n'),
      }),
    },
  ];
  const passed = checks.every(({ verdict }) => verdict === 'passed');
  const failed = isSmall ? words('trial.failed') : words('refused.size', MOST_TYPES, MOST_CHARS);
  return {
    ...{ verdict: passed ? 'passed' : 'failed', checks, log: [], effects: [] },
    summary: passed ? words('trial.passed', schema.types.length) : failed,
    forModel: passed
      ? 'passed: memory can be kept like this'
      : `failed: ${isSmall ? `entries would have no type any more: ${JSON.stringify(Object.fromEntries(lost))}` : 'it is too large'}`,
  };
}
