import { html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { LEAST_SPLIT, MOST_SPLIT } from './review-choices.js';

export interface SplitWork {
  /** While it is dragged; `kept`: it stays there. */
  set(percent: number, kept: boolean): void;
}

/** Where an arrow, Home, End or Enter moves a divider; nothing for other keys. In percent. */
export function movedByKey(
  { key, shiftKey }: KeyboardEvent,
  at: number,
  [least, middle, most]: readonly [least: number, middle: number, most: number],
): number | undefined {
  const step = shiftKey ? 10 : 2;
  const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: least, End: most, Enter: middle };
  return Object.hasOwn(to, key) ? to[key as keyof typeof to] : undefined;
}

/** The line between both columns: dragged, or moved by the arrows. */
export function divider(split: number, work: SplitWork, label: string, tab: number): TemplateResult {
  return html`<div class="divider" role="separator" aria-orientation="vertical" tabindex=${tab} data-testid="review-divider" aria-label=${label} title=${t('review.drag')}
    aria-valuenow=${split} aria-valuemin=${LEAST_SPLIT} aria-valuemax=${MOST_SPLIT}
    @keydown=${(event: KeyboardEvent) => pressed(event, split, work)} @pointerdown=${(event: PointerEvent) => drag(event, work)}
    @dblclick=${() => work.set(50, true)}></div>`;
}

function pressed(event: KeyboardEvent, split: number, work: SplitWork): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const next = movedByKey(event, split, [LEAST_SPLIT, 50, MOST_SPLIT]);
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  work.set(next, true);
}

function drag(event: PointerEvent, work: SplitWork): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const line = event.currentTarget as HTMLElement;
  const box = line.parentElement?.getBoundingClientRect();
  if (!box || box.width === 0) return;
  line.setPointerCapture(event.pointerId);
  const at = (place: PointerEvent) => ((place.clientX - box.left) / box.width) * 100;
  const ended = new AbortController();
  const { signal } = ended;
  line.addEventListener('pointermove', (moved) => work.set(at(moved), false), { signal });
  const end = (last: PointerEvent) => {
    ended.abort();
    if (last.type === 'pointerup') work.set(at(last), true);
  };
  for (const type of ['pointerup', 'pointercancel'] as const) line.addEventListener(type, end, { signal });
}
