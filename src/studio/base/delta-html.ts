import { patched } from '../../../worker/studio/diff/delta.js';
import type { AdapterOptions, DiffItem } from './adapter.js';
import { diffItems, isLineItem } from './diff-items.js';
import { escapeHtml, lineDiffHtml } from './line-html.js';

export type DiffHooks = Partial<
  Pick<AdapterOptions<unknown, unknown>, 'renderTextDiff' | 'formatDiffPathLabel' | 'renderDiffItem'>
>;

/** What a delta is of. */
export interface DeltaSides {
  readonly before: unknown;
  /** Absent: what the delta makes of `before`. */
  readonly after?: unknown;
  readonly popupId?: string;
}

/**
 * The cards of a delta as HTML. All values are escaped; what the adapter’s hooks answer is HTML as it is, in elements with
 * `data-iter-adapter-html`, for whoever shows it to sanitise.
 *
 * @example
 * import { buildProfileDelta, renderProfileDeltaHtml } from 'bulkhead/studio';
 * const before = { text: 'Hello' };
 * const html = renderProfileDeltaHtml({}, buildProfileDelta(before, { text: 'Welcome' }), { before });
 */
export function renderProfileDeltaHtml(adapter: DiffHooks, delta: unknown, sides: DeltaSides): string {
  if (delta === null || delta === undefined) return '';
  const after = 'after' in sides ? sides.after : patched(sides.before, delta);
  const cards = diffItems(delta, sides.before, after).map((item) => card(adapter, item));
  return `<div class="luker_object_diff">${cards.join('')}</div>`;
}

function card(adapter: DiffHooks, item: DiffItem): string {
  const own = adapter.renderDiffItem?.(item) ?? null;
  if (own !== null) return adapterHtml(own);
  const label = adapter.formatDiffPathLabel?.(item.path, item) ?? item.path;
  return `<section class="luker_object_diff_item" data-path="${escapeHtml(item.path)}"><div class="luker_object_diff_path">${escapeHtml(label)}</div>${content(adapter, item)}</section>`;
}

function content(adapter: DiffHooks, item: DiffItem): string {
  const { path, beforePayload, afterPayload } = item;
  if (isLineItem(item)) {
    if (adapter.renderTextDiff) return adapterHtml(adapter.renderTextDiff(beforePayload.text, afterPayload.text, path));
    return lineDiffHtml(textOf(beforePayload), textOf(afterPayload));
  }
  const side = (name: string, { text, missing }: DiffItem['beforePayload']) =>
    `<div class="luker_object_diff_${name}">${missing ? '<em>(missing)</em>' : `<code>${escapeHtml(text)}</code>`}</div>`;
  return `<div class="luker_object_diff_columns">${side('before', beforePayload)}${side('after', afterPayload)}</div>`;
}

const textOf = ({ text, missing }: DiffItem['beforePayload']): string | undefined => (missing ? undefined : text);

const adapterHtml = (html: string): string => `<div data-iter-adapter-html>${html}</div>`;
