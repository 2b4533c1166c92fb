import type { ProfileShelf } from '../../../engine/internal.js';
import { PROFILE_LIMITS } from '../../../engine/internal.js';
import type { Context } from '../base/context.js';
import { saveSettings } from '../base/save-settings.js';
import { changeSettings, readSettings } from '../base/settings.js';
import { SCENE_PROFILES, withLimits } from './profiles.js';

/** Profiles in the host’s settings. Their limits are those of the drawer: changed there, they are changed here. */
export const modeShelf = (context: () => Context): ProfileShelf => ({
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
