const KEY = 'iterAutoApply';

type Kept = { [KEY]?: { [adapter: string]: boolean } };

const keptIn = (settings: unknown): Kept | undefined =>
  typeof settings === 'object' && settings !== null ? (settings as Kept) : undefined;

/** Whether proposals of this adapter are applied without asking. */
export const isAutoApplied = (settings: unknown, adapter: string): boolean =>
  keptIn(settings)?.[KEY]?.[adapter] === true;

/** Keeps that choice with the settings, and nothing of it where it is off. */
export function keepAutoApply(settings: unknown, adapter: string, on: boolean): void {
  const kept = keptIn(settings);
  if (!kept) return;
  const others = { ...kept[KEY] };
  delete others[adapter];
  const now = on ? { ...others, [adapter]: true } : others;
  if (Object.keys(now).length > 0) kept[KEY] = now;
  else delete kept[KEY];
}
