/** Calls of one sort: how many have begun, and how many of them are open. */
export interface Tally {
  readonly begun: number;
  readonly open: number;
}

export const NONE: Tally = { begun: 0, open: 0 };
export const begin = ({ begun, open }: Tally): Tally => ({ begun: begun + 1, open: open + 1 });
export const end = ({ begun, open }: Tally): Tally => ({ begun, open: open - 1 });
/** Whether one of them was open at some time between the two, beside so many of the caller's own. */
export const met = (before: Tally, now: Tally, own: number): boolean =>
  before.open > 0 || now.begun - own > before.begun;
