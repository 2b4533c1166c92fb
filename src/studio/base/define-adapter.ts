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
 *
 * @example
 * import { buildProfileDelta } from 'bulkhead/studio';
 * const delta = buildProfileDelta({ text: 'Hello' }, { text: 'Welcome' });
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
 *
 * @example
 * import { createSettingsBackedHistoryStore, defineAdapter, formatText } from 'bulkhead/studio';
 * const place = { moduleName: 'inn', globalSettingsKey: 'greetings', characterStateNamespace: 'inn' };
 * const adapter = defineAdapter({
 *   ...{ id: 'greeting', title: 'The greeting', mode: 'greeting', i18n: String, i18nFormat: formatText },
 *   getInitialProfile: () => ({ text: 'Hello' }),
 *   cloneWorkingProfile: ({ text }) => ({ text: String(text) }),
 *   ...createSettingsBackedHistoryStore<{ text: string }>(place),
 *   getDefaultScope: () => 'global',
 *   buildSystemPrompt: () => 'You edit a greeting. Use set_greeting.',
 *   buildUserPrompt: (_settings, { workingProfile }, request) => `Now: ${workingProfile.text}\n\n${request}`,
 *   buildEditableToolSet: () => [{ type: 'function', function: { name: 'set_greeting' } }],
 *   executeEditableToolCall(_context, session, { args }) {
 *     session.workingProfile.text = JSON.stringify(args);
 *     return { action: 'Greeting', changed: true };
 *   },
 *   renderWorkingProfile: () => '',
 * });
 */
export const defineAdapter = <Profile, Settings>(fields: AdapterInput<Profile, Settings>): Adapter<Profile, Settings> =>
  makeAdapter(fields, () => RENDERING);
