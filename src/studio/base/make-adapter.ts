import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Delta } from '../../../worker/protocol/studio.js';
import type { Adapter, AdapterFields, AdapterInput, AdapterOptions, ControlToolNames } from './adapter.js';
import { CONTROL_TOOL_NAMES, continuePrompt } from './calls.js';
import type { DeltaSides, DiffHooks } from './delta-html.js';

type Kind = 'string' | 'function';

const REQUIRED: { readonly [field in keyof AdapterFields<unknown, unknown>]: Kind } = {
  id: 'string',
  title: 'string',
  mode: 'string',
  i18n: 'function',
  i18nFormat: 'function',
  getInitialProfile: 'function',
  cloneWorkingProfile: 'function',
  loadHistoryState: 'function',
  persistHistoryState: 'function',
  getDefaultScope: 'function',
  buildSystemPrompt: 'function',
  buildUserPrompt: 'function',
  buildEditableToolSet: 'function',
  executeEditableToolCall: 'function',
  renderWorkingProfile: 'function',
};

export interface Rendering {
  buildProfileDelta(before: unknown, after: unknown): Delta | null;
  renderProfileDeltaHtml(adapter: DiffHooks, delta: unknown, sides: DeltaSides): string;
  lineDiffHtml(before: string, after: string): string;
}

type Rendered = 'renderMessageDiff' | 'renderTextDiff' | 'diffPatcher';

type Defaults = Omit<AdapterOptions<unknown, unknown>, Rendered | 'controlToolNames' | 'tryProposal'>;

const DEFAULTS: Defaults = {
  popupClassName: '',
  getGlobalBaselineProfile: () => null,
  buildAutoContinuePrompt: continuePrompt,
  describeTool: (name) => name,
  getRequestPresetOptions: () => ({ apiPresetName: '', llmPresetName: '' }),
  resolveRuntimeWorldInfo: async () => null,
  formatDiffPathLabel: (path) => path,
  renderDiffItem: () => null,
  handleAction: () => {},
  ensureStyles: () => {},
};

const RENDERED: readonly Rendered[] = ['renderMessageDiff', 'renderTextDiff', 'diffPatcher'];

const OPTIONAL = [...Object.keys(DEFAULTS), ...RENDERED, 'controlToolNames', 'tryProposal'];

/** On an adapter: the defaults it was given. It is found by every copy of this module, and on every copy of the adapter. */
const GIVEN = Symbol.for('bulkhead.studio.defaults');

/**
 * True where the adapter has this hook itself, and not by default.
 *
 * @example
 * import { type Adapter, brings } from 'bulkhead/studio';
 * const hasOwnDiff = (adapter: Adapter) => brings(adapter, 'renderMessageDiff');
 */
export function brings(adapter: object, hook: keyof AdapterOptions<unknown, unknown>): boolean {
  const { [hook]: own, [GIVEN]: defaults } = adapter as { [hook]?: unknown; [GIVEN]?: { [hook]?: unknown } };
  return own !== undefined && own !== null && own !== defaults?.[hook];
}

function renderedBy(rendering: () => Rendering, adapter: DiffHooks): Pick<AdapterOptions<unknown, unknown>, Rendered> {
  return {
    renderMessageDiff: (_session, { profileDelta, profileSnapshotBefore: before }, popupId) =>
      rendering().renderProfileDeltaHtml(adapter, profileDelta, { before, popupId }),
    renderTextDiff: (before, after) => rendering().lineDiffHtml(before, after),
    diffPatcher: { diff: (before, after) => rendering().buildProfileDelta(before, after) ?? undefined },
  };
}

/**
 * Makes an adapter of what an extension gives: what is missing is named, all of it at once; what is optional gets its default.
 * @param rendering what shows changes: asked for when some are shown, so that a page may load it later.
 * @throws `BAD_ARGS` naming every required field that is missing, else the first one that is of another type.
 */
export function makeAdapter<Profile, Settings>(
  fields: AdapterInput<Profile, Settings>,
  rendering: () => Rendering,
): Adapter<Profile, Settings> {
  const given = Object(fields) as { readonly [field: string]: unknown };
  const names = Object.keys(REQUIRED) as (keyof typeof REQUIRED)[];
  const missing = names.filter((name) => given[name] === undefined || given[name] === null);
  if (missing.length > 0) {
    throw new BulkheadError('BAD_ARGS', `defineAdapter: missing required fields: ${missing.join(', ')}`);
  }
  const wrong = names.find((name) => typeof given[name] !== REQUIRED[name]);
  if (wrong) throw new BulkheadError('BAD_ARGS', `defineAdapter: ${wrong} must be a ${REQUIRED[wrong]}`);
  const { continue: goOn, finalize } = Object(given.controlToolNames) as Partial<ControlToolNames>;
  const brought = new Set(OPTIONAL.filter((name) => given[name] !== undefined && given[name] !== null));
  const adapter = Object.assign(Object.create(Object.getPrototypeOf(fields)), fields);
  const defaults = { ...DEFAULTS, ...renderedBy(rendering, adapter) };
  for (const [name, value] of Object.entries(defaults)) if (!brought.has(name)) adapter[name] = value;
  adapter[GIVEN] = defaults;
  adapter.controlToolNames = {
    continue: goOn ?? CONTROL_TOOL_NAMES.continue,
    finalize: finalize ?? CONTROL_TOOL_NAMES.finalize,
  };
  return adapter;
}
