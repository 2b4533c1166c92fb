import type { Adapter, AdapterInput } from './adapter.js';
import { renderProfileDeltaHtml } from './delta-html.js';
import { lineDiffHtml } from './line-html.js';
import { makeAdapter, type Rendering } from './make-adapter.js';
import { buildProfileDelta } from './profile-delta.js';

const RENDERING: Rendering = { buildProfileDelta, renderProfileDeltaHtml, lineDiffHtml };

/**
 * Makes an adapter of what an extension gives: what is missing is named, all of it at once; what is optional gets its default.
 * @throws `BAD_ARGS` naming every required field that is missing, else the first one that is of another type.
 */
export const defineAdapter = <Profile, Settings>(fields: AdapterInput<Profile, Settings>): Adapter<Profile, Settings> =>
  makeAdapter(fields, () => RENDERING);
