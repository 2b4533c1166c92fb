export interface ReviewChoice {
  readonly view: 'side' | 'inline';
  /** Width of the left column, in percent. */
  readonly split: number;
}

const KEY = 'bulkhead-review';
export const LEAST_SPLIT = 20;
export const MOST_SPLIT = 80;
const USUAL: ReviewChoice = { view: 'side', split: 50 };

export function reviewChoice(): ReviewChoice {
  try {
    const kept: Partial<Record<keyof ReviewChoice, unknown>> = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return {
      view: kept.view === 'inline' ? 'inline' : USUAL.view,
      split: typeof kept.split === 'number' ? withinSplit(kept.split) : USUAL.split,
    };
  } catch {
    return USUAL;
  }
}

/** Keeps a choice, where the browser allows it. */
export function keepReviewChoice(choice: ReviewChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}

export function forgetReviewChoice(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

export const withinSplit = (percent: number): number =>
  Number.isFinite(percent) ? Math.min(MOST_SPLIT, Math.max(LEAST_SPLIT, Math.round(percent))) : USUAL.split;
