import { t } from '../i18n/text.js';
import { movedByKey } from './divider.js';

const DIVIDER = '.luker_orch_line_diff_divider';
const ENLARGE = '.luker_orch_line_diff_enlarge > summary';

/** Where the left column of texts may end, in percent. */
const LEAST = 15;
const MOST = 75;
const HALF = 46;

/** Lets both columns of changes that are HTML be made wider: by dragging the line between them, and by the arrows. */
export function serveDividers(place: HTMLElement): void {
  let split = HALF;
  const set = (percent: number) => {
    split = Math.round(Math.min(MOST, Math.max(LEAST, percent)));
    place.style.setProperty('--_line-split', `${split}%`);
    for (const divider of place.querySelectorAll(DIVIDER)) divider.setAttribute('aria-valuenow', String(split));
  };
  place.addEventListener('keydown', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || !target.matches(DIVIDER)) return;
    const to = movedByKey(event, split, [LEAST, HALF, MOST]);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(to);
  });
  place.addEventListener('dblclick', ({ target }) => {
    if (target instanceof Element && target.matches(DIVIDER)) set(HALF);
  });
  place.addEventListener('pointerdown', (event) => {
    const { target, pointerId, button } = event;
    if (button !== 0 || !(target instanceof HTMLElement) || !target.matches(DIVIDER)) return;
    const box = target.parentElement?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    event.preventDefault();
    target.focus();
    target.setPointerCapture(pointerId);
    const began = { x: event.clientX, split };
    const ended = new AbortController();
    const { signal } = ended;
    const move = ({ clientX }: PointerEvent) => set(began.split + ((clientX - began.x) / box.width) * 100);
    target.addEventListener('pointermove', move, { signal });
    for (const type of ['pointerup', 'pointercancel'] as const) {
      target.addEventListener(type, () => ended.abort(), { signal });
    }
  });
}

export function nameDividers(place: HTMLElement): void {
  for (const divider of place.querySelectorAll(DIVIDER)) {
    divider.setAttribute('aria-label', t('review.drag'));
    divider.setAttribute('title', t('review.drag'));
    for (const [name, value] of [
      ['now', Number.parseInt(place.style.getPropertyValue('--_line-split'), 10) || HALF],
      ['min', LEAST],
      ['max', MOST],
    ] as const) {
      divider.setAttribute(`aria-value${name}`, String(value));
    }
  }
  for (const summary of place.querySelectorAll(ENLARGE)) {
    summary.setAttribute('aria-label', t('review.enlarge'));
    summary.setAttribute('title', t('review.enlarge'));
  }
}
