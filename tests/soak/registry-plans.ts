import { met, type Tally } from './tally.js';

/** Where a tool of the soak runs. */
export type Place = 'page' | 'guest' | 'port';
/** What a dispatch asks of its tool. */
export type What = 'answer' | 'big' | 'throw' | 'wait' | 'spin';

/** What happens to a group of tools from outside. */
export interface Group {
  /** Odd while its plugin is being switched off and on. */
  switched: number;
  /** Odd while its extension is dead. */
  deaths: number;
  /** Dispatches that can cost its worker. */
  harmful: Tally;
}

/** One dispatch, and how its group stood when its run was opened, which knows the tools of that moment, and when it began. */
export interface Sent {
  readonly place: Place;
  readonly what: What;
  readonly simulated: boolean;
  readonly opened: Readonly<Group> | undefined;
  readonly before: Readonly<Group> | undefined;
}

const PLAIN: Readonly<Record<What, string>> = {
  answer: 'ok',
  big: 'TOOL_RESULT_TRUNCATED',
  throw: 'TOLD',
  wait: 'TOOL_TIMEOUT',
  spin: 'TOOL_TIMEOUT',
};

/** Only a guest can be ended in a loop: elsewhere `spin` is a plain answer. */
export const isHarmful = ({ place, what }: Pick<Sent, 'place' | 'what'>): boolean =>
  place === 'guest' && (what === 'spin' || what === 'wait');

/** How a dispatch ends when nothing comes from outside. */
export function plainEnd({ place, what, simulated }: Sent): string {
  if (simulated) return 'simulated';
  return what === 'spin' && place !== 'guest' ? 'ok' : PLAIN[what];
}

/** Whether a dispatch may have ended so: as it was told to, or with the code of what was done to its group meanwhile. */
export function mayEnd(outcome: string, sent: Sent, now: Group | undefined): boolean {
  if (outcome === plainEnd(sent)) return true;
  const { place, opened, before } = sent;
  if (!opened || !before || !now) return false;
  const key = place === 'port' ? 'deaths' : 'switched';
  const gone = (since: Readonly<Group>) => since[key] % 2 === 1 || since[key] !== now[key];
  if (outcome === 'NOT_IMPLEMENTED') return gone(opened);
  if (place === 'port') return outcome === 'WORKER_LOST' && gone(before);
  if (outcome === 'STOPPED' || outcome === 'PLUGIN_DISABLED') return gone(before);
  return outcome === 'WORKER_LOST' && met(before.harmful, now.harmful, isHarmful(sent) ? 1 : 0);
}
