import type { Delta } from '../../../worker/protocol/studio.js';
import { deltaOf, deltasOf } from '../../../worker/studio/diff/delta.js';
import { plainCopy } from '../../../worker/studio/diff/plain.js';

/**
 * The jsondiffpatch delta from one profile to another, `null` where they are equal. Both are copied first. At once, where it is called:
 * for profiles of some size there is `workerDiffs`.
 * @throws `BAD_ARGS` for what JSON cannot say.
 */
export function buildProfileDelta(before: unknown, after: unknown): Delta | null {
  const [old, now] = [plainCopy(before), plainCopy(after)];
  const found = deltaOf(old, now);
  return found === undefined ? null : deltasOf(found, old, now).delta;
}
