import { settingsStorage } from '../../../src/hosts/sillytavern/studio/settings-storage.js';
import { makeI18nFormat } from '../../../src/studio/format.js';
import {
  createSettingsBackedHistoryStore,
  type HistoryStoreOptions,
  type KeepsHistory,
  openHistory,
} from '../../../src/studio/history.js';
import { eraseHistories } from '../../../src/studio/history-database.js';
import { createPacer, requestLimits, requestTurn } from '../../../src/studio/requests.js';
import type { Scope, StudioContext, StudioSession } from '../../../src/studio/types.js';
import { type Counted, openScripted } from '../../fixtures/studio/scripted.js';
import { made, OneOf } from './text.js';
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
    async setCharacterState(_avatar: string, _namespace: string, state: unknown) {
      writes.push('character_state');
      states = state;
    },
  };
  return { context, settings, writes, calls };
}

/** What a store does with a case, once as a whole and once a session at a time as a studio keeps them. */
async function kept(
  { stored, persist, scope = 'global', avatar = '', ...given }: HistoryCase,
  storage?: HistoryStoreOptions['storage'],
  context: StudioContext = fakeHost(null).context,
) {
  const options = { ...NAMES, ...given, ...(storage && { storage }) };
  const store = createSettingsBackedHistoryStore(options);
  const { modeFilter: _, ...unfiltered } = options;
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

async function foreign({ customLoadReturns, customLoadThrows }: HistoryCase): Promise<readonly Seen[]> {
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

export const histories: Play = async (one) => {
  const given = one.given as HistoryCase;
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
  const { context, writes, calls } = fakeHost(given.stored ?? null);
  const inSettings = await kept(given, settingsStorage, context);
  const seen = [{ variant: 'settings', facts: { ...inSettings, writes, ...calls } }];
  // Such a thing cannot come to be in a database of ours.
  const foreignStore = given.stored !== null && given.stored !== undefined && !isState(given.stored);
  if ('writes' in one.expect || foreignStore) return seen;
  await eraseHistories();
  return [...seen, { variant: 'IndexedDB', facts: await kept(given) }];
};

const hostile = /throw|error|fail|network|timeout/;

/** A clock of the test’s own: whoever waits makes it go on. */
function fakeClock() {
  let at = 0;
  let waiting: { readonly work: () => void; readonly due: number }[] = [];
  return {
    now: () => at,
    timer(work: () => void, ms: number) {
      const one = { work, due: at + ms };
      waiting = [...waiting, one];
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    /** Goes on to the next that waits. */
    next() {
      const [first] = waiting.toSorted((a, b) => a.due - b.due);
      if (!first) return false;
      waiting = waiting.filter((one) => one !== first);
      at = Math.max(at, first.due);
      first.work();
      return true;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** When requests begin that want to begin at these times. */
async function paced(limit: number, wanted: readonly number[]): Promise<readonly number[]> {
  const clock = fakeClock();
  const pacer = createPacer(clock);
  const starts: number[] = [];
  const { signal } = new AbortController();
  const all = wanted.map(async (when) => {
    if (when > 0) await new Promise<void>((resolve) => clock.timer(resolve, when));
    await pacer.take(limit, signal);
    starts.push(clock.now());
  });
  await settled();
  while (clock.next()) await settled();
  await Promise.all(all);
  return starts;
}

const numbersIn = (value: unknown): readonly number[] | undefined =>
  Array.isArray(value)
    ? value.map((one) => (typeof one === 'number' ? one : Number(Object(one).at ?? Object(one).t ?? 0)))
    : undefined;

/** A case about pace names its limit, and how many requests there are or when they want to begin. */
function paceOf(given: { readonly [key: string]: unknown }) {
  const entries = Object.entries(given);
  const limit = entries.find(([key, value]) => /rpm|per_?minute/i.test(key) && typeof value === 'number');
  if (!limit || 'outcomes' in given) return undefined;
  const others = entries.filter(([key]) => key !== limit[0] && !/retr|timeout|window|poll/i.test(key));
  const times = others.map(([, value]) => numbersIn(value)).find((value) => value !== undefined);
  const count = others.find(([key, value]) => /request|count|call/i.test(key) && typeof value === 'number');
  const wanted = times ?? Array<number>(Number(count?.[1] ?? 0)).fill(0);
  return { limit: Number(limit[1]), wanted };
}

export const retries: Play = async ({ given, expect }) => {
  const pace = paceOf(given);
  if (pace) {
    const starts = await paced(pace.limit, pace.wanted);
    const named = Object.entries(expect).map(([key, value]) => {
      const nth = ['first', 'second', 'third', 'fourth', 'fifth'].findIndex((word) => key.toLowerCase().includes(word));
      return [key, typeof value === 'number' ? starts.at(nth) : starts];
    });
    return [{ variant: 'page', facts: Object.fromEntries(named) }];
  }
  const { outcomes, outcome: always } = given as { outcomes?: readonly string[]; outcome?: string };
  const controller = new AbortController();
  const reason = new Error('abort');
  let attempts = 0;
  const { retryMax, ...named } = given;
  const limits = requestLimits({ toolCallRetryMax: retryMax, ...named });
  const result = await requestTurn({
    ...{ ...limits, pacer: createPacer(), signal: controller.signal },
    async ask() {
      // What is said last goes on.
      const outcome = outcomes?.[attempts] ?? outcomes?.at(-1) ?? always ?? 'invalid';
      attempts += 1;
      if (outcome === 'abort') controller.abort(reason);
      if (hostile.test(outcome)) throw new Error(outcome);
      return outcome;
    },
    check: (outcome) => (outcome === 'ok' || outcome === 'abort' ? undefined : 'no call that can be made'),
  }).catch((error: unknown) => (error === reason ? 'abort' : FAILED));
  const failed = result === FAILED;
  return [{ variant: 'page', facts: { attempts, result, ok: result === 'ok', throws: failed || result === 'abort' } }];
};

/** The words there are for it. */
const FAILED = new OneOf('error', 'fail', 'failed', 'failure', 'throw', 'throws', 'invalid', 'exhausted');

export const formats: Play = async ({ given }) => {
  const { key, args = [], ...more } = made(given) as { key: string; args?: readonly unknown[] };
  const [table] = Object.values(more).filter((value) => typeof value === 'object' && value !== null);
  const translate = (text: string): string => (table as { [text: string]: string } | undefined)?.[text] ?? text;
  return [{ variant: 'page', facts: { text: makeI18nFormat(translate)(key, ...args) } }];
};
