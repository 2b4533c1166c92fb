import type { ProfileMode } from '../../../engine/internal.js';
import { profileStudioAdapter } from '../../../studio/internal.js';
import type { Context } from '../base/context.js';
import { settingsStorage } from '../base/settings-storage.js';
import type { ModesGate } from './gate.js';
import { SCENE_PROFILES } from './profiles.js';
import { modeShelf } from './shelf.js';

/** The studio’s adapter for how a mode works behind a role play. Its rehearsals are about the chat that is open. @throws `ASSET_UNREACHABLE`. */
export async function modeStudio<M extends ProfileMode>(
  { context, gate }: { readonly context: () => Context; readonly gate: ModesGate },
  mode: M,
) {
  const { rehearsal } = await gate.load();
  return profileStudioAdapter<M>({
    ...{ mode, usual: SCENE_PROFILES[mode], shelf: modeShelf(context) },
    ...{ language: context().getCurrentLocale(), rehearsal, storage: settingsStorage },
  });
}
