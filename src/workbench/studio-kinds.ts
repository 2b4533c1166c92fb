import { CHAT_PROFILES, type ChatController } from '../chat/index.js';
import { keptProfiles, PROFILE_MODES, type ProfileMode } from '../engine/internal.js';
import type { Host } from '../index.js';
import {
  installedPlugin,
  type PluginActions,
  pluginStudioAdapter,
  profileStudioAdapter,
  schemaStudioAdapter,
} from '../studio/index.js';
import type { Adapter } from '../studio/internal.js';
import { language } from '../ui/i18n/language.js';
import { t } from '../ui/i18n/text.js';
import { pluginName } from '../ui/shared/plugin-name.js';
import type { StudioKind, StudioOffer } from '../ui/studio/studio-controller.js';

/** What studios of the workbench remember between visits; as long as the page lasts where storage is forbidden. */
export type StudioSettings = { [name: string]: unknown };

/** An adapter of the workbench, whatever it edits. */
export type AnyAdapter = Adapter<unknown, StudioSettings>;

/** One kind of things that can be edited here. */
export interface Kind {
  readonly kind: StudioKind;
  /** What there is of it now. */
  offers(): Promise<readonly StudioOffer[]>;
  /** The adapter for an offer, in the language of now. */
  adapter(offer: string): Promise<AnyAdapter>;
  /** The same as far as its history is concerned, without reading what it edits. */
  history(offer: string): Promise<AnyAdapter>;
}

/** All kinds of a workbench: `actions` does what plugins need of a page, rehearsals answer what was said last in the chat. */
export const studioKinds = (host: Host, actions: PluginActions, chat: ChatController): readonly Kind[] => [
  plugins(host, actions),
  schema(host),
  profiles(host, chat),
];

const PLUGIN = 'plugin';
const PROFILE = 'profile:';

function plugins(host: Host, actions: PluginActions): Kind {
  const make = async (plugin?: Awaited<ReturnType<typeof installedPlugin>>): Promise<AnyAdapter> =>
    (await pluginStudioAdapter<StudioSettings>({ host, language, actions, ...(plugin && { plugin }) })) as AnyAdapter;
  const idOf = (offer: string) => (offer === PLUGIN ? undefined : offer.slice(PLUGIN.length + 1));
  return {
    kind: 'plugin',
    async offers() {
      const installed = (await host.plugins.list()).map(
        (info): StudioOffer => ({ id: `${PLUGIN}:${info.id}`, kind: 'plugin', name: pluginName(info) }),
      );
      return [{ id: PLUGIN, kind: 'plugin' }, ...installed];
    },
    async adapter(offer) {
      const id = idOf(offer);
      return make(id === undefined ? undefined : await installedPlugin(host, id));
    },
    history(offer) {
      const id = idOf(offer);
      return make(id === undefined ? undefined : { id, manifest: null, source: '', tests: [] });
    },
  };
}

function schema({ memory }: Host): Kind {
  const adapter = async (): Promise<AnyAdapter> =>
    (await schemaStudioAdapter({ language: language(), all: memory, counts: () => countsOf(memory) })) as AnyAdapter;
  return { kind: 'schema', offers: async () => [{ id: 'schema', kind: 'schema' }], adapter, history: adapter };
}

/** How many entries of each type the memories of all chats have. */
async function countsOf(memory: Host['memory']): Promise<{ readonly [type: string]: number }> {
  const counts: { [type: string]: number } = {};
  for (const chat of await memory.chats()) {
    const { types } = await (await memory.open(chat)).table({ limit: 1 });
    for (const { type, active, archived } of types) counts[type] = (counts[type] ?? 0) + active + archived;
  }
  return counts;
}

function profiles(host: Host, { room }: ChatController): Kind {
  const profileStore = keptProfiles();
  const adapter = async (offer: string): Promise<AnyAdapter> => {
    const mode = PROFILE_MODES.find((one) => `${PROFILE}${one}` === offer) ?? 'loop';
    return (await profileOf(mode)) as AnyAdapter;
  };
  const profileOf = <M extends ProfileMode>(mode: M) =>
    profileStudioAdapter<M>({
      ...{ mode, language: language(), usual: CHAT_PROFILES[mode], profileStore },
      rehearsal: {
        orchestrator: host.orchestrator,
        messages() {
          const said = room.state.lines.findLast(({ role }) => role === 'user')?.text;
          return [{ role: 'user', content: said || t('begin.sample') }];
        },
      },
    });
  return {
    kind: 'profile',
    offers: async () =>
      PROFILE_MODES.map((mode) => ({ id: `${PROFILE}${mode}`, kind: 'profile', name: t(`runs.mode.${mode}`) })),
    adapter,
    history: adapter,
  };
}
