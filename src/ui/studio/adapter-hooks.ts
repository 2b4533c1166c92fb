import type { DiffItem, SessionMessage, Studio } from '../../studio/internal.js';
import { brings, isLineItem } from '../../studio/internal.js';
import { isCut } from './adapter-html.js';

/** A hook of an adapter that throws is as if it was not there: what it would say is shown in the shell’s own way. */
function attempt<T>(studio: Studio, hook: string, work: () => T, instead: T): T {
  try {
    return work();
  } catch (error) {
    console.warn(`studio ${studio.adapter.id}: ${hook} failed:`, error);
    return instead;
  }
}

export function wholeBlockOf(studio: Studio, message: SessionMessage): string | null {
  const { adapter, view, popupId } = studio;
  if (!brings(adapter, 'renderMessageDiff') || typeof adapter.renderMessageDiff !== 'function') return null;
  const draw = () => String(adapter.renderMessageDiff(view.session, message, popupId));
  const block = attempt(studio, 'renderMessageDiff', draw, null);
  // Of what is decided nothing may be left out.
  return block !== null && isCut(block) ? null : block;
}

export type PathLabel = (path: string, item?: DiffItem) => string;

/** How the adapter calls paths; `null` where they are shown as they are. */
export function labelOf(studio: Studio): PathLabel | null {
  const { adapter } = studio;
  if (!brings(adapter, 'formatDiffPathLabel')) return null;
  return (path, item) =>
    attempt(studio, 'formatDiffPathLabel', () => String(adapter.formatDiffPathLabel(path, item)), path);
}

/** The adapter’s own card of a change, or of a text in it; `null` where it draws none. */
export function cardOf(studio: Studio): ((item: DiffItem) => string | null) | null {
  const { adapter } = studio;
  const items = brings(adapter, 'renderDiffItem');
  const texts = brings(adapter, 'renderTextDiff') && typeof adapter.renderTextDiff === 'function';
  if (!items && !texts) return null;
  return (item) => {
    const card = items ? attempt(studio, 'renderDiffItem', () => adapter.renderDiffItem(item), null) : null;
    if (typeof card === 'string' || !texts || !isLineItem(item)) return card ?? null;
    const { path, beforePayload, afterPayload } = item;
    const text = () => String(adapter.renderTextDiff(beforePayload.text, afterPayload.text, path));
    return attempt(studio, 'renderTextDiff', text, null);
  };
}
