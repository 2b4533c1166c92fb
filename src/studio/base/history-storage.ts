import type { HistoryState, Scope, StudioContext, StudioSession } from './types.js';

/** Which history is meant. */
export interface HistoryPlace {
  readonly moduleName: string;
  readonly globalSettingsKey: string;
  readonly characterStateNamespace: string;
  /** Of one character; empty: the global one. */
  readonly avatar: string;
}

/** Keeps histories, each as a whole. */
export interface HistoryStorage {
  /** What was written there, or anything else where nothing was. Nobody changes it. */
  read(context: StudioContext, place: HistoryPlace): Promise<unknown>;
  /** Resolves when it is kept. Nobody changes the state afterwards. */
  write(context: StudioContext, place: HistoryPlace, state: HistoryState): Promise<void>;
}

export interface Keeping {
  readonly limit: number;
  /** The owner of the sessions. Default: all. */
  readonly mode?: string | undefined;
}

/** The character a history belongs to; none is the global history. */
export const avatarOf = (scope: Scope, avatar: string): string => (scope === 'character' ? avatar : '');

/** Sessions of a state that somebody else has made; `undefined` where it is none. */
export function sessionsOf<Profile>(value: unknown): readonly StudioSession<Profile>[] | undefined {
  const { version, sessions } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return version === 3 && Array.isArray(sessions) ? sessions : undefined;
}

const ageOf = (session: unknown): number => {
  const at = (session as { readonly updatedAt?: unknown } | null)?.updatedAt;
  return typeof at === 'number' && !Number.isNaN(at) ? at : 0;
};

/** The oldest first. */
export const byAge = <T>(sessions: readonly T[]): T[] => sessions.toSorted((a, b) => ageOf(a) - ageOf(b));

export const ofMode = <T extends { readonly mode?: unknown }>(sessions: readonly T[], mode: string | undefined): T[] =>
  sessions.filter((session) => mode === undefined || session?.mode === mode);

/** What is kept when `given` takes the place of a mode’s stored sessions: others’ stay, and do not count. */
export function kept(
  stored: readonly StudioSession[],
  given: readonly StudioSession[],
  { limit, mode }: Keeping,
): HistoryState {
  const others = mode === undefined ? [] : stored.filter((session) => session?.mode !== mode);
  return { version: 3, sessions: byAge([...others, ...byAge(ofMode(given, mode)).slice(-limit)]) };
}
