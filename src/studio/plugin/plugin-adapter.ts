import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Host, PluginReview, PluginSource } from '../../index.js';
import type { ActionContext, Adapter } from '../base/adapter.js';
import { defineAdapter } from '../base/define-adapter.js';
import { createSettingsBackedHistoryStore, type HistoryStore } from '../base/history.js';
import type { Executed, RehearsalReport, StudioCall, StudioSession } from '../base/types.js';
import { cleanPlugin, emptyPlugin, fileName, type PluginArtifact, pluginFile } from './artifact.js';
import { EDIT_TOOLS } from './edit-tools.js';
import { checkFields, definition } from './fields.js';
import { editByHand, type HandEdit } from './hand.js';
import { pathLabel } from './labels.js';
import { pluginPanel, versionOf } from './panel.js';
import { SYSTEM_PROMPT, userPrompt } from './prompts.js';
import { tryPlugin } from './rehearsal.js';
import { type Say, type StudioLanguage, sayIn, type WordKey } from './words.js';

/** What a page does for the plugin studio, where it has a user interface. Without one of them there is no button for it. */
export interface PluginActions {
  /** Has a text edited by hand; `null` where nothing is changed. */
  edit?(text: HandEdit): Promise<string | null>;
  /** Hands a file to the user. */
  save?(name: string, text: string): void;
  /**
   * Asks the user about a plugin that would be installed. @returns what carries out their yes once it is installed; `null` for a
   * no: then nothing is installed or replaced.
   */
  review?(review: PluginReview): Promise<(() => Promise<void>) | null>;
}

/** What the plugin studio is made with. */
export interface PluginStudioOptions {
  readonly host: Pick<Host, 'plugins'>;
  /** Asked for at each text. Default: English. */
  readonly language?: () => StudioLanguage;
  readonly actions?: PluginActions;
  /** What a new session begins with: an installed plugin, by `installedPlugin`. Default: an empty one. */
  readonly plugin?: PluginArtifact;
  /** Keeps the sessions. Default: the browser’s IndexedDB. */
  readonly history?: HistoryStore<PluginArtifact>;
}

/** Number of rehearsals that are remembered. A proposal is rehearsed once, and its report is used again at its approval. */
const KEPT_REHEARSALS = 4;
const TRY = 'plugin_try';

/** The adapter of the studio in which a model writes or repairs a plugin: each proposal is tried in a real isolate first. */
export function pluginStudioAdapter<Settings>(options: PluginStudioOptions): Adapter<PluginArtifact, Settings> {
  const { host, actions = {}, plugin = emptyPlugin() } = options;
  const language = options.language ?? (() => 'en' as const);
  const say = sayIn(language);
  const rehearsals = keptRehearsals(host.plugins, say);
  // What is repaired has a history of its own.
  const mode = plugin.id === '' ? 'plugin' : `plugin:${plugin.id}`;
  // Labels of paths need the names of what stands there, in whatever version.
  let versions: readonly PluginArtifact[] = [];
  const history =
    options.history ??
    createSettingsBackedHistoryStore<PluginArtifact>({
      ...{
        moduleName: 'bulkhead',
        globalSettingsKey: 'pluginStudio',
        characterStateNamespace: 'bulkhead_plugin_studio',
      },
      modeFilter: mode,
    });
  return defineAdapter<PluginArtifact, Settings>({
    id: 'plugin-studio',
    title: say('title'),
    mode,
    i18n: (key) => say(key as WordKey),
    i18nFormat: (key, ...args) => say(key as WordKey, ...args),
    getInitialProfile: () => cleanPlugin(plugin),
    cloneWorkingProfile: cleanPlugin,
    loadHistoryState: history.loadHistoryState,
    persistHistoryState: history.persistHistoryState,
    getDefaultScope: () => 'global',
    buildSystemPrompt: () => SYSTEM_PROMPT,
    buildUserPrompt: (_settings, session, text) => userPrompt(session, text),
    buildEditableToolSet: ({ workingProfile }) => [
      ...EDIT_TOOLS.filter(({ ofManifest }) => !ofManifest || workingProfile.manifest !== null).map(
        ({ name, description, fields }) => definition(name, description, fields),
      ),
      definition(TRY, 'Tries the plugin as it is now: loads it, plays its tests, and answers what came of it.', {}),
    ],
    describeTool: (name) => toolWords(name, say),
    executeEditableToolCall: (_context, session, call, signal) => execute(session, call, signal, { rehearsals, say }),
    renderWorkingProfile(session, { busy }) {
      versions = versionsIn(session);
      const offered = { edit: actions.edit !== undefined, download: actions.save !== undefined };
      return pluginPanel(session, { say, language: language(), actions: offered, busy });
    },
    formatDiffPathLabel: (path, item) => pathLabel(path, item, versions, say),
    tryProposal: (_context, { workingProfile }, _settings, signal) => rehearsals.of(workingProfile, signal),
    handleAction: (action, context) => act(action, context, { host, actions, say, language, rehearsals }),
  });
}

const versionsIn = ({ workingProfile, messages }: StudioSession<PluginArtifact>): readonly PluginArtifact[] => [
  workingProfile,
  ...messages.flatMap(({ profileSnapshotBefore: before, profileSnapshotAfter: after }) =>
    [before, after].filter((one) => one !== undefined),
  ),
];

const toolWords = (name: string, say: Say): string =>
  name === TRY || EDIT_TOOLS.some((tool) => tool.name === name) ? say(`tool.${name}` as WordKey) : name;

interface Parts {
  readonly rehearsals: Rehearsals;
  readonly say: Say;
}

async function execute(
  session: StudioSession<PluginArtifact>,
  { name, args }: StudioCall,
  signal: AbortSignal,
  { rehearsals, say }: Parts,
): Promise<Executed> {
  const plugin = session.workingProfile;
  if (name === TRY) {
    const report = await rehearsals.of(plugin, signal);
    session.lastSimulation = { of: versionOf(plugin), trial: report };
    return { content: report.forModel ?? report.summary, action: say('tool.plugin_try'), changed: false };
  }
  const tool = EDIT_TOOLS.find((one) => one.name === name);
  if (!tool) throw new BulkheadError('TOOL_NOT_FOUND', `there is no ${name}`);
  if (tool.ofManifest && plugin.manifest === null) {
    throw new BulkheadError('BAD_ARGS', `${name}: the manifest stands in the source: edit it there`);
  }
  checkFields(name, args, tool.fields);
  const { plugin: edited, said, about } = tool.edit(plugin, args);
  session.workingProfile = cleanPlugin(edited);
  const changed = JSON.stringify(session.workingProfile) !== JSON.stringify(plugin);
  const words = toolWords(name, say);
  return { content: said, action: about === undefined ? words : `${words}: ${about}`, changed };
}

interface Rehearsals {
  /** @throws the signal’s reason. */
  of(plugin: PluginArtifact, signal: AbortSignal): Promise<RehearsalReport>;
  /** Forgets what came of a version, to try it anew. */
  forget(plugin: PluginArtifact): void;
}

/** Rehearsals of the versions that were looked at last. */
function keptRehearsals(plugins: Host['plugins'], say: Say): Rehearsals {
  const known = new Map<string, Promise<RehearsalReport>>();
  return {
    async of(plugin, signal) {
      const version = JSON.stringify(plugin);
      const before = known.get(version);
      if (before) {
        const report = await before.catch(() => undefined);
        if (report) return report;
        // It was somebody else’s to stop.
        signal.throwIfAborted();
      }
      const report = tryPlugin(plugins, plugin, say, signal);
      known.set(version, report);
      for (const [oldest] of [...known].slice(0, -KEPT_REHEARSALS)) known.delete(oldest);
      // What was stopped is tried again.
      report.catch(() => known.delete(version));
      return report;
    },
    forget: (plugin) => void known.delete(JSON.stringify(plugin)),
  };
}

async function act<Settings>(
  action: string,
  { session, signal }: ActionContext<PluginArtifact, Settings>,
  {
    host,
    actions,
    say,
    language,
    rehearsals,
  }: Parts & {
    readonly host: PluginStudioOptions['host'];
    readonly actions: PluginActions;
    readonly language: () => StudioLanguage;
  },
): Promise<void> {
  const plugin = session.workingProfile;
  if (action === 'source' || action === 'manifest' || action === 'tests') {
    const edited = actions.edit && (await editByHand(action, plugin, actions.edit, say, language()));
    if (edited) session.workingProfile = edited;
  } else if (action === 'try') {
    rehearsals.forget(plugin);
    const report = await rehearsals.of(plugin, signal);
    session.lastSimulation = { of: versionOf(plugin), trial: report };
  } else if (action === 'download') {
    actions.save?.(fileName(plugin), pluginFile(plugin));
  } else if (action === 'install') {
    if (plugin.source.trim() === '') throw new BulkheadError('BAD_ARGS', say('error.empty'));
    await checkPlace(host.plugins, session, say);
    const source: PluginSource = {
      file: new File([pluginFile(plugin)], fileName(plugin), { type: 'text/javascript' }),
    };
    const said = await installOnce(host.plugins, source, actions);
    if (!said) return;
    session.workingProfile = { ...plugin, id: said.id };
    await said.enable?.();
  }
}

interface Installed {
  readonly id: string;
  /** Switches it on as its user has allowed. */
  readonly enable?: (() => Promise<void>) | null;
}

/** Installs a plugin once its user has said yes. @returns nothing where they have not: all is as it was. */
async function installOnce(
  plugins: Host['plugins'],
  source: PluginSource,
  actions: PluginActions,
): Promise<Installed | undefined> {
  if (!actions.review) return plugins.install(source);
  const answer: { enable: (() => Promise<void>) | null } = { enable: null };
  const confirm = async (review: PluginReview) => {
    answer.enable = (await actions.review?.(review)) ?? null;
    return answer.enable !== null;
  };
  try {
    const { id } = await plugins.install(source, { confirm });
    return { id, enable: answer.enable };
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'CONSENT_DENIED' && answer.enable === null) return undefined;
    throw error;
  }
}

/** A model that gives a plugin the id of another would get what that one has kept. @throws `BAD_ARGS`, as `Plugins.rehearse`. */
async function checkPlace(plugins: Host['plugins'], session: StudioSession<PluginArtifact>, say: Say): Promise<void> {
  const { manifest } = session.workingProfile;
  const id = typeof manifest?.id === 'string' ? manifest.id : await idOf(plugins, session.workingProfile);
  // Rolled back it is still the one that was installed out of this session.
  if (versionsIn(session).some((one) => one.id === id)) return;
  if ((await plugins.list()).some((one) => one.id === id)) throw new BulkheadError('BAD_ARGS', say('error.taken', id));
}

/** What a plugin calls itself that has no manifest apart. */
async function idOf(plugins: Host['plugins'], plugin: PluginArtifact): Promise<string> {
  const rehearsal = await plugins.rehearse({ code: pluginFile(plugin) });
  await rehearsal.end();
  return rehearsal.plugin.id;
}
