import { settingsStorage } from '../../../src/hosts/sillytavern/base/settings-storage.js';
import { makeI18nFormat } from '../../../src/studio/base/format.js';
import {
  createSettingsBackedHistoryStore,
  type HistoryStoreOptions,
  type KeepsHistory,
  openHistory,
} from '../../../src/studio/base/history.js';
import { eraseHistories } from '../../../src/studio/base/history-database.js';
import type { Scope, StudioContext, StudioSession } from '../../../src/studio/base/types.js';
import { type Counted, openScripted } from '../../fixtures/studio/scripted.js';
import { keysOf, remade, whole } from '../keys.js';
import { made } from './text.js';
import type { Play, Seen } from './types.js';

const isState = (stored: unknown): boolean => {
  const { version, sessions } = Object(stored) as { version?: unknown; sessions?: unknown };
  return version === 3 && Array.isArray(sessions);
};

const NAMES = { moduleName: 'module', globalSettingsKey: 'history', characterStateNamespace: 'namespace' };

interface HistoryCase {
  readonly omitOption?: string;
  readonly customLoadReturns?: unknown;
  readonly customLoadThrows?: boolean;
  readonly historyLimit?: number;
  readonly modeFilter?: string;
  readonly scope?: Scope;
  readonly avatar?: string;
  readonly stored?: unknown;
  readonly persist?: readonly StudioSession[];
}

/** A host that keeps what it is given, and says where it was put. */
function fakeHost(stored: unknown) {
  const writes: string[] = [];
  const calls = { saveSettingsDebounced: false };
  const settings = { module: { history: stored } as Record<string, unknown> };
  let states = stored;
  const context = {
    generateTask: () => Promise.reject(new Error('nobody is asked')),
    extensionSettings: {
      module: new Proxy(settings.module, {
        set(target, key, value) {
          writes.push('extension_settings');
          return Reflect.set(target, key, value);
        },
      }),
    },
    saveSettingsDebounced() {
      calls.saveSettingsDebounced = true;
    },
    getCharacterState: async () => states,
    async setCharacterState(avatar: string, _namespace: string, state: unknown) {
      writes.push(`setCharacterState:${avatar}`);
      states = state;
    },
  };
  return { context, settings, writes, calls };
}

const OPTIONS = ['historyLimit', 'modeFilter'] as const;

/** What a store does with a case, once as a whole and once a session at a time as a studio keeps them. */
async function kept(
  given: HistoryCase,
  storage?: HistoryStoreOptions['storage'],
  context: StudioContext = fakeHost(null).context,
) {
  const { scope = 'global', avatar = '' } = given;
  const [stored, persist] = [whole(given.stored), whole(given.persist)];
  const own = Object.fromEntries(OPTIONS.filter((name) => name in given).map((name) => [name, given[name]]));
  const options = { ...NAMES, ...own, ...(storage && { storage }) };
  const store = createSettingsBackedHistoryStore(options);
  const { modeFilter: _, ...unfiltered } = options as HistoryStoreOptions;
  // What is there already is there, however much it is.
  const all = createSettingsBackedHistoryStore({ ...unfiltered, historyLimit: Number.MAX_SAFE_INTEGER });
  if (!storage && stored) await all.persistHistoryState(context, stored as never, scope, avatar);
  if (persist) await store.persistHistoryState(context, { version: 3, sessions: persist }, scope, avatar);
  const loaded = await store.loadHistoryState(context, scope, avatar);
  const everything = await all.loadHistoryState(context, scope, avatar);
  const ids = (sessions: readonly StudioSession[]) => sessions.map(({ id }) => id);
  return {
    ...{ loaded, loadedIds: ids(loaded.sessions), storedIds: ids(everything.sessions) },
    ...{ loadedCount: loaded.sessions.length, storedCount: everything.sessions.length },
  };
}

async function foreign(given: HistoryCase): Promise<readonly Seen[]> {
  const [customLoadReturns, customLoadThrows] = [whole(given.customLoadReturns), given.customLoadThrows];
  const store: Pick<KeepsHistory<Counted>, 'loadHistoryState' | 'persistHistoryState'> = {
    loadHistoryState: async () => {
      if (customLoadThrows) throw new Error('no history today');
      return customLoadReturns as never;
    },
    persistHistoryState: async () => {},
  };
  const { studio, context } = await openScripted([], { more: store });
  const opens = studio.view.session.messages.length === 0;
  await studio.close();
  let troubles = 0;
  const history = openHistory({ id: 'x', mode: 'x', ...store }, context, {
    ...{ scope: 'global', avatar: '' },
    onTrouble: () => {
      troubles += 1;
    },
  });
  const facts = { loaded: { version: 3, sessions: await history.list() }, opens: opens && troubles === 1 };
  return [{ variant: 'an adapter’s own', facts }];
}

/** Facts that a database of ours has no word for: it asks no host to write. */
const OF_SETTINGS = ['writes', 'saveSettingsDebounced'];

export const histories: Play = async ({ given: data, expect }) => {
  const given = remade(data, made) as HistoryCase;
  if ('customLoadReturns' in given || given.customLoadThrows) return foreign(given);
  if (given.omitOption !== undefined) {
    const { [given.omitOption as keyof typeof NAMES]: _, ...rest } = NAMES;
    try {
      createSettingsBackedHistoryStore(rest as never);
      return [{ variant: 'page', facts: { throws: false } }];
    } catch {
      return [{ variant: 'page', facts: { throws: true } }];
    }
  }
  const stored = whole(given.stored) ?? null;
  const { context, writes, calls } = fakeHost(stored);
  const inSettings = await kept(given, settingsStorage, context);
  const seen = [{ variant: 'settings', facts: { ...inSettings, writes, ...calls } }];
  // Such a thing cannot come to be in a database of ours.
  const foreignStore = stored !== null && !isState(stored);
  if (keysOf(expect).some((key) => OF_SETTINGS.includes(key)) || foreignStore) return seen;
  await eraseHistories();
  return [...seen, { variant: 'IndexedDB', facts: await kept(given) }];
};

/** Names of a table of translations. */
const TABLES = ['table', 'translations', 'translate'];

export const formats: Play = async ({ given }) => {
  const one = remade(given, made);
  const args = whole((one.args ?? []) as readonly unknown[]);
  // Without a table of translations a text stands for itself.
  const name = TABLES.find((known) => known in one);
  const table = name === undefined ? {} : whole(one[name] as { readonly [text: string]: string });
  const format = makeI18nFormat((text) => table[text] ?? text);
  return [{ variant: 'page', facts: { text: format(String(one.key), ...args) } }];
};
