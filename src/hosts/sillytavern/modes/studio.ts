import { PROFILE_LIMITS, type ProfileMode, type ProfileStore } from '../../../engine/internal.js';
import { profileStudioAdapter } from '../../../studio/internal.js';
import type { Context } from '../base/context.js';
import { saveSettings } from '../base/save-settings.js';
import { changeSettings, readSettings } from '../base/settings.js';
import { settingsStorage } from '../base/settings-storage.js';
import type { ModesGate } from './gate.js';
import { SCENE_PROFILES, withLimits } from './profiles.js';

/** The studio’s adapter for how a mode works behind a role play. Its rehearsals are about the chat that is open. @throws `ASSET_UNREACHABLE`. */
export async function modeStudio<M extends ProfileMode>(
  { context, gate }: { readonly context: () => Context; readonly gate: ModesGate },
  mode: M,
) {
  const { rehearsal } = await gate.load();
  return profileStudioAdapter<M>({
    ...{ mode, usual: SCENE_PROFILES[mode], profileStore: modeProfileStore(context) },
    ...{ language: context().getCurrentLocale(), rehearsal, storage: settingsStorage },
  });
}

/** Profiles in the host’s settings. Their limits are those of the drawer: changed there, they are changed here. */
export const modeProfileStore = (context: () => Context): ProfileStore => ({
  async read(mode) {
    const { profiles, limits } = readSettings(context()).modes;
    const isLimited = Object.keys(PROFILE_LIMITS[mode]).some((name) => limits[name] !== undefined);
    if (!profiles[mode] && !isLimited) return null;
    return withLimits(mode, profiles[mode] ?? SCENE_PROFILES[mode], limits);
  },
  async write(mode, profile) {
    const { modes } = readSettings(context());
    const names = Object.keys(PROFILE_LIMITS[mode]);
    const others = Object.entries(modes.limits).filter(([name]) => !names.includes(name));
    const limits = { ...Object.fromEntries(others), ...profile?.limits };
    const { [mode]: _, ...rest } = modes.profiles;
    const profiles = profile ? { ...rest, [mode]: profile } : rest;
    changeSettings(context(), { modes: { ...modes, limits, profiles } });
    await saveSettings(context());
  },
});
