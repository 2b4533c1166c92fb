import type { Delta } from '../../../worker/protocol/studio.js';
import { deltaOf, deltasOf } from '../../../worker/studio/diff/delta.js';
import { plainCopy } from '../../../worker/studio/diff/plain.js';
import type { Adapter, AdapterInput } from './adapter.js';
import { renderProfileDeltaHtml } from './delta-html.js';
import { lineDiffHtml } from './line-html.js';
import { makeAdapter, type Rendering } from './make-adapter.js';

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

const RENDERING: Rendering = { buildProfileDelta, renderProfileDeltaHtml, lineDiffHtml };

/**
 * Makes an adapter of what an extension gives: what is missing is named, all of it at once; what is optional gets its default.
 * @throws `BAD_ARGS` naming every required field that is missing, else the first one that is of another type.
 */
export const defineAdapter = <Profile, Settings>(fields: AdapterInput<Profile, Settings>): Adapter<Profile, Settings> =>
  makeAdapter(fields, () => RENDERING);
