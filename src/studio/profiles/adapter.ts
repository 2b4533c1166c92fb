import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { ProfileStore } from '../../engine/internal.js';
import { type ModeProfiles, type ProfileMode, readProfile } from '../../engine/internal.js';
import type { ActionContext, Adapter } from '../base/adapter.js';
import { defineAdapter } from '../base/define-adapter.js';
import type { HistoryStorage } from '../base/history-storage.js';
import type { RehearsalReport, StudioContext } from '../base/types.js';
import { editorFields, editorPrompt } from '../editors/editor.js';
import { languageOf, NAME_OF } from '../editors/words.js';
import { MODE_PROMPT } from './mode-prompts.js';
import { profilePanel } from './panel.js';
import { checkOnly, problemWords, type Rehearsal, rehearse } from './rehearse.js';
import { profileTools } from './tools.js';
import { profileWords } from './words.js';

/** What the editor of profiles reads and writes of a studio’s settings. */
export interface ProfileStudioSettings {
  /** False: proposals are not rehearsed. */
  iterRehearse?: boolean;
}

/** What an editor of a mode’s profile is made of. */
export interface ProfileStudioOptions<M extends ProfileMode> {
  readonly mode: M;
  /** A language tag. */
  readonly language: string;
  /** How the mode runs as long as nobody has saved anything, e.g. of `CHAT_PROFILES`. */
  readonly usual: ModeProfiles[M];
  /** Where runs look for what is saved: `keptProfiles()`, or a host’s own. */
  readonly profileStore: ProfileStore;
  /** Without it proposals are checked, and not rehearsed. */
  readonly rehearsal?: Rehearsal;
  /** Default: the browser’s. */
  readonly storage?: HistoryStorage;
}

const textOf = <M extends ProfileMode>(mode: M, profile: ModeProfiles[M]): string =>
  JSON.stringify(readProfile(mode, profile));

/**
 * The studio’s adapter for the profile of a mode: the prompts of its agents, in which order they work, how far they may go. What is
 * applied is how the mode runs from then on. @throws what `profileStore` throws.
 */
export async function profileStudioAdapter<M extends ProfileMode>(
  options: ProfileStudioOptions<M>,
): Promise<Adapter<ModeProfiles[M], ProfileStudioSettings>> {
  type Profile = ModeProfiles[M];
  const { mode, profileStore, usual, rehearsal, storage } = options;
  const language = languageOf(options.language);
  const words = profileWords(language);
  let saved: Profile | null = await profileStore.read(mode);
  /** The last rehearsal by hand, of the profile that it was. */
  let last: { readonly of: string; readonly report: RehearsalReport } | undefined;
  const rehearses = (settings: ProfileStudioSettings) => settings?.iterRehearse !== false;
  // What it is when a panel is drawn, for which nobody gives the settings.
  let isRehearsed = true;

  const actions: {
    readonly [action: string]: (given: ActionContext<Profile, ProfileStudioSettings>) => Promise<void>;
  } = {
    async apply({ session }) {
      const profile = readProfile(mode, session.workingProfile);
      const problems = problemWords(mode, profile, words);
      if (problems.length > 0) throw new BulkheadError('BAD_ARGS', words('refused.problems', problems.join(' ')));
      await profileStore.write(mode, profile);
      saved = profile;
    },
    async usual() {
      await profileStore.write(mode, null);
      saved = null;
    },
    async rehearse({ session, context, settings, signal }) {
      if (!rehearsal) return;
      const profile = readProfile(mode, session.workingProfile);
      last = {
        of: textOf(mode, profile),
        report: await rehearse({ mode, profile }, rehearsal, { context, settings, words, signal }),
      };
    },
    async rehearsals({ settings, context }) {
      settings.iterRehearse = !rehearses(settings);
      isRehearsed = rehearses(settings);
      await (context as StudioContext & { saveSettings?(): unknown }).saveSettings?.();
    },
  };

  return defineAdapter<Profile, ProfileStudioSettings>({
    id: `orchestration-${mode}`,
    title: words(`title.${mode}`),
    mode,
    ...editorFields<Profile>({
      words,
      tools: profileTools(mode, words),
      history: {
        globalSettingsKey: 'orchestrationHistory',
        characterStateNamespace: 'bulkhead-orchestration',
        ...{ modeFilter: mode, ...(storage && { storage }) },
      },
    }),
    getInitialProfile(_, settings) {
      isRehearsed = rehearses(settings);
      return readProfile(mode, saved ?? usual);
    },
    cloneWorkingProfile: (profile) => readProfile(mode, profile),
    getDefaultScope: () => 'global',
    getGlobalBaselineProfile: () => saved,
    buildSystemPrompt: () => `${MODE_PROMPT[mode]}\n\nTalk to the user in ${NAME_OF[language]}.`,
    buildUserPrompt(settings, session, userText, { baseline }) {
      isRehearsed = rehearses(settings);
      const now = textOf(mode, session.workingProfile);
      const other = baseline && textOf(mode, baseline) !== now ? textOf(mode, baseline) : '';
      return editorPrompt(
        session,
        userText,
        ['The profile as it runs today', other],
        ['The profile that you edit', now],
        ['What is wrong with it', problemWords(mode, session.workingProfile, words).join('\n')],
      );
    },
    renderWorkingProfile({ workingProfile: profile }, { busy }) {
      const now = textOf(mode, profile);
      return profilePanel(
        {
          ...{
            mode,
            profile,
            busy,
            used: now === textOf(mode, saved ?? usual),
            saved: saved !== null,
          },
          rehearses: rehearsal ? isRehearsed : null,
          rehearsed: last?.of === now ? last.report : null,
        },
        words,
      );
    },
    async handleAction(action, given) {
      await actions[action]?.(given);
    },
    async tryProposal(context, { workingProfile: profile }, settings, signal) {
      if (!rehearsal || !rehearses(settings)) return checkOnly({ mode, profile }, words);
      return rehearse({ mode, profile }, rehearsal, { context, settings, words, signal });
    },
  });
}
