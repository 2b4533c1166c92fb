import type { HistoryPlace, HistoryState, StudioSession } from '../../../studio/internal.js';

/** What is used of the host’s context, with the functions that it is given for studios. */
export interface SettingsHost {
  readonly extensionSettings: { [key: string]: unknown };
  saveSettingsDebounced(): void;
  getCharacterState(avatar: string, namespace: string): Promise<unknown>;
  setCharacterState(avatar: string, namespace: string, state: unknown): Promise<unknown>;
}

type Named = Pick<HistoryPlace, 'moduleName' | 'globalSettingsKey'>;
type Settings = Pick<SettingsHost, 'extensionSettings'>;

export const isObject = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

/** The global history as it lies in the settings. */
export function readGlobal({ extensionSettings }: Settings, { moduleName, globalSettingsKey }: Named): unknown {
  const module = Object.hasOwn(extensionSettings, moduleName) ? extensionSettings[moduleName] : undefined;
  return isObject(module) && Object.hasOwn(module, globalSettingsKey) ? module[globalSettingsKey] : undefined;
}

/** Puts it there; whoever holds the extension’s settings sees it. */
export function writeGlobal(
  { extensionSettings }: Settings,
  { moduleName, globalSettingsKey }: Named,
  state: HistoryState,
): void {
  const module = Object.hasOwn(extensionSettings, moduleName) ? extensionSettings[moduleName] : undefined;
  if (isObject(module)) module[globalSettingsKey] = state;
  else extensionSettings[moduleName] = { [globalSettingsKey]: state };
}

/** What one write has changed. */
export interface HistoryChange {
  /** `was`: its mark before, for who has the same one; `null` for a new one. */
  readonly changed: readonly { readonly session: StudioSession; readonly was: string | null }[];
  readonly removed: readonly { readonly id: string; readonly updatedAt: number }[];
}
