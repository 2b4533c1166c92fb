import type { Decision, ReviewState } from '../../studio/internal.js';

/** How a change was decided, as a whole: `partly` has hunks that are not decided yet, `mixed` has both. */
export type Verdict = 'open' | 'partly' | 'accept' | 'reject' | 'mixed';

export const isOpen = (verdict: Verdict): boolean => verdict === 'open' || verdict === 'partly';

export const NOTHING_SAID: ReviewState = { decisions: {}, reviewed: [] };

const keyOf = (change: string, hunk?: string): string => (hunk === undefined ? change : `${change}\n${hunk}`);

/** What was decided, by change: looked up often, so read once. */
export class Decided {
  readonly #whole = new Map<string, Decision>();
  readonly #hunks = new Map<string, Map<string, Decision>>();
  readonly #reviewed: ReadonlySet<string>;

  constructor({ decisions, reviewed }: ReviewState) {
    this.#reviewed = new Set(reviewed);
    for (const [key, decision] of Object.entries(decisions)) {
      const end = key.indexOf('\n');
      if (end < 0) {
        this.#whole.set(key, decision);
        continue;
      }
      const change = key.slice(0, end);
      const hunks = this.#hunks.get(change) ?? new Map<string, Decision>();
      hunks.set(key.slice(end + 1), decision);
      this.#hunks.set(change, hunks);
    }
  }

  /** What was said of a hunk, or of the whole that it is part of. */
  of(change: string, hunk?: string): Decision | undefined {
    const own = hunk === undefined ? undefined : this.#hunks.get(change)?.get(hunk);
    return own ?? this.#whole.get(change);
  }

  reviewed(change: string): boolean {
    return this.#reviewed.has(change);
  }

  /** @param hunks keys of all its hunks, where they are known and it has several. */
  verdict(change: string, hunks?: readonly string[]): Verdict {
    const own = this.#hunks.get(change);
    const whole = this.#whole.get(change);
    if (hunks === undefined || hunks.length < 2) {
      if (!own || (hunks !== undefined && hunks.length < 2)) return whole ?? 'open';
      if (whole === undefined) return 'partly';
      return [...own.values()].every((one) => one === whole) ? whole : 'mixed';
    }
    const all = hunks.map((hunk) => this.of(change, hunk));
    if (all.includes(undefined)) return all.some(Boolean) ? 'partly' : 'open';
    return all.every((one) => one === all[0]) ? (all[0] ?? 'open') : 'mixed';
  }
}

/** Says something of a whole change, whatever was said of its hunks; `null` takes all of it back. */
export function decideChange(state: ReviewState, change: string, decision: Decision | null): ReviewState {
  const kept = Object.entries(state.decisions).filter(([key]) => key !== change && !key.startsWith(`${change}\n`));
  return { ...state, decisions: Object.fromEntries(decision === null ? kept : [...kept, [change, decision]]) };
}

/** Decides one hunk; `null` takes it back. What was said of the whole stays true of the other `hunks`. */
export function decideHunk(
  state: ReviewState,
  change: string,
  hunk: string,
  decision: Decision | null,
  hunks: readonly string[],
): ReviewState {
  const decided = new Decided(state);
  const others = hunks.filter((one) => one !== hunk);
  const kept = Object.entries(state.decisions).filter(([key]) => key !== change && !key.startsWith(`${change}\n`));
  const own = [...others, hunk].flatMap((one): [string, Decision][] => {
    const said = one === hunk ? decision : decided.of(change, one);
    return said ? [[keyOf(change, one), said]] : [];
  });
  // Said of each, it is said of the whole.
  const same = decision !== null && own.length === hunks.length && own.every(([, one]) => one === decision);
  return { ...state, decisions: Object.fromEntries([...kept, ...(same ? [[change, decision]] : own)]) };
}

/** Says the same of all changes that are not decided yet; of every one, where none is `open`. */
export function decideRest(
  state: ReviewState,
  changes: readonly string[],
  open: readonly string[],
  decision: Decision,
): ReviewState {
  const said = (list: readonly string[]) => list.map((one): [string, Decision] => [one, decision]);
  if (open.length === 0) return { ...state, decisions: Object.fromEntries(said(changes)) };
  // What was said of single hunks beats what is said of the whole.
  return { ...state, decisions: Object.fromEntries([...Object.entries(state.decisions), ...said(open)]) };
}

export function markReviewed(state: ReviewState, change: string, on: boolean): ReviewState {
  const others = state.reviewed.filter((one) => one !== change);
  return { ...state, reviewed: on ? [...others, change] : others };
}

export function saysTheSame(one: ReviewState, other: ReviewState): boolean {
  const [a, b] = [Object.entries(one.decisions), Object.keys(other.decisions)];
  const looked = new Set(other.reviewed);
  return (
    a.length === b.length &&
    one.reviewed.length === other.reviewed.length &&
    a.every(([key, decision]) => Object.hasOwn(other.decisions, key) && other.decisions[key] === decision) &&
    one.reviewed.every((id) => looked.has(id))
  );
}
