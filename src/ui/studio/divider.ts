import { html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { LEAST_SPLIT, MOST_SPLIT } from './review-choices.js';

/** What becomes of a divider that is moved. */
export interface SplitWork {
  /** While it is dragged; `kept`: it stays there. */
  set(percent: number, kept: boolean): void;
}

const STEP = 2;
const BIG_STEP = 10;

/** The line between both columns: dragged, or moved by the arrows. */
export function divider(split: number, work: SplitWork, label: string, tab: number): TemplateResult {
  return html`<div class="divider" role="separator" aria-orientation="vertical" tabindex=${tab} data-testid="review-divider" aria-label=${label} title=${t('review.drag')}
    aria-valuenow=${split} aria-valuemin=${LEAST_SPLIT} aria-valuemax=${MOST_SPLIT}
    @keydown=${(event: KeyboardEvent) => pressed(event, split, work)} @pointerdown=${(event: PointerEvent) => drag(event, work)}
    @dblclick=${() => work.set(50, true)}></div>`;
}

function pressed(event: KeyboardEvent, split: number, work: SplitWork): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? BIG_STEP : STEP;
  const to: { readonly [key: string]: number } = {
    ArrowLeft: split - step,
    ArrowRight: split + step,
    Home: LEAST_SPLIT,
    End: MOST_SPLIT,
    Enter: 50,
  };
  const next = Object.hasOwn(to, event.key) ? to[event.key] : undefined;
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
