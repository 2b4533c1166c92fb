import { expect, test } from 'vitest';
import { PROFILE_MODES } from '../../../src/engine/modes/profiles.js';
import type { Context } from '../../../src/hosts/sillytavern/base/context.js';
import { changeSettings, readSettings } from '../../../src/hosts/sillytavern/base/settings.js';
import { SCENE_PROFILES } from '../../../src/hosts/sillytavern/modes/profiles.js';
import { modeProfileStore } from '../../../src/hosts/sillytavern/modes/studio.js';

/** What of the host’s context is needed here; its server has the settings as soon as they are to be saved. */
function hostOf(bulkhead: unknown = {}) {
  const listeners = new Set<() => void>();
  const saved: unknown[] = [];
  const context = {
    extensionSettings: { bulkhead } as { [key: string]: unknown },
    eventTypes: { SETTINGS_UPDATED: 'settings_updated' },
    eventSource: {
      on: (_: string, listener: () => void) => void listeners.add(listener),
      removeListener: (_: string, listener: () => void) => void listeners.delete(listener),
    },
    saveSettingsDebounced() {
      saved.push(structuredClone(context.extensionSettings));
      queueMicrotask(() => {
        for (const listener of [...listeners]) listener();
      });
    },
  };
  return { context: () => context as unknown as Context, saved, extensionSettings: context.extensionSettings };
}

test('a profile that is applied is in the settings, its limits where the drawer has them, and back to the usual', async () => {
  const { context, saved } = hostOf({ modes: { mode: 'agenda', limits: { messages: 5, max_rounds: 3 } } });
  const profileStore = modeProfileStore(context);
  expect(await profileStore.read('spec')).toBeNull();
  // Chosen in the drawer.
  expect(await profileStore.read('loop')).toEqual({
    ...SCENE_PROFILES.loop,
    limits: { max_rounds: 3, wall_clock_s: 300 },
  });
  const profile = { prompt: 'Look twice.', limits: { max_rounds: 7, wall_clock_s: 60 } };
  await profileStore.write('loop', profile);
  expect(await profileStore.read('loop')).toEqual(profile);
  expect(saved.at(-1)).toMatchObject({
    bulkhead: {
      modes: {
        ...{ mode: 'agenda', limits: { messages: 5, max_rounds: 7, wall_clock_s: 60 } },
        profiles: { loop: { prompt: 'Look twice.' } },
      },
    },
  });
  const { modes } = readSettings(context());
  changeSettings(context(), { modes: { ...modes, limits: { ...modes.limits, max_rounds: 9 } } });
  expect((await profileStore.read('loop'))?.limits.max_rounds).toBe(9);
  await profileStore.write('loop', null);
  expect(await profileStore.read('loop')).toBeNull();
  expect(readSettings(context()).modes.limits).toEqual({ messages: 5 });
  for (const mode of PROFILE_MODES) expect(await profileStore.read(mode)).toBeNull();
});

test('what studios keep beside the settings stays when one of them is changed', () => {
  const { context, extensionSettings } = hostOf({ orchestrationHistory: { version: 3, sessions: [] } });
  const held = extensionSettings.bulkhead as { iterAutoApply?: object };
  held.iterAutoApply = { 'memory-schema': true };
  changeSettings(context(), { memory: { chars: 900, used: true } });
  expect(extensionSettings.bulkhead).toBe(held);
  expect(held).toMatchObject({
    ...{ orchestrationHistory: { version: 3 }, iterAutoApply: { 'memory-schema': true } },
    memory: { chars: 900, used: true },
  });
});
