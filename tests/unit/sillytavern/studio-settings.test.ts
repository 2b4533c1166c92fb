import { expect, test, vi } from 'vitest';
import type { HistoryState } from '../../../src/studio/base/types.js';
import { ids, sessionOf, type Text, turn } from '../../fixtures/studio/history.js';

/** The host's settings and characters, in one tab: what it saves is all that it knows. */
function settingsOf(history?: unknown) {
  const calls = { saved: 0 };
  const characters = new Map<string, unknown>();
  const context = {
    generateTask: () => Promise.reject(new Error('nobody is asked')),
    extensionSettings: { mine: { greeting: 'Hello', ...(history !== undefined && { history }) } } as {
      mine: { greeting: string; history?: HistoryState<Text> };
      [more: string]: unknown;
    },
    saveSettingsDebounced: () => {
      calls.saved += 1;
    },
    getCharacterState: async (avatar: string, namespace: string) => characters.get(`${avatar}/${namespace}`) ?? null,
    setCharacterState: async (avatar: string, namespace: string, state: unknown) =>
      void characters.set(`${avatar}/${namespace}`, JSON.parse(JSON.stringify(state))),
  };
  return { context, calls, characters };
}

/** A tab: modules of its own, as each page has them. */
async function openPage() {
  vi.resetModules();
  const { settingsStorage } = await import('../../../src/hosts/sillytavern/base/settings-storage.js');
  const { followTabs } = await import('../../../src/hosts/sillytavern/base/settings-tabs.js');
  const { createSettingsBackedHistoryStore, openHistory } = await import('../../../src/studio/base/history.js');
  const host = settingsOf();
  const store = createSettingsBackedHistoryStore<Text>({
    ...{ moduleName: 'mine', globalSettingsKey: 'history', characterStateNamespace: 'mine', storage: settingsStorage },
  });
  const open = (scope: 'global' | 'character' = 'global', avatar = '') =>
    openHistory<Text>({ id: 'texts', mode: 'm', ...store }, host.context, {
      ...{ scope, avatar },
      onTrouble: (error) => {
        throw error;
      },
    });
  const off = followTabs(() => host.context);
  /** Resolves when the history in the settings is as it should be. */
  const until = (isSo: (ids: readonly string[]) => boolean) =>
    new Promise<void>((resolve) => {
      const { extensionSettings } = host.context;
      const { mine } = extensionSettings;
      extensionSettings.mine = new Proxy(mine, {
        set(target, key, value) {
          Reflect.set(target, key, value);
          if (isSo(ids(target.history?.sessions ?? []))) {
            extensionSettings.mine = target;
            resolve();
          }
          return true;
        },
      });
    });
  return { ...host, store, open, off, until };
}

/** What the host writes to its server, and what a page finds there when it is loaded. */
const reloaded = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('the global history is in the extension’s settings, beside what else is there, and is saved', async () => {
  const page = await openPage();
  const session = turn(turn(sessionOf('s', 1), 'first'), 'second');
  await page.open().save(session);
  expect(page.context.extensionSettings.mine.greeting).toBe('Hello');
  expect(ids(page.context.extensionSettings.mine.history?.sessions ?? [])).toEqual(['s']);
  expect(page.calls.saved).toBe(1);
  page.context.extensionSettings.mine = reloaded(page.context.extensionSettings.mine);
  const back = await page.open().read('s');
  expect(back).toEqual(session);
  expect(back?.messages[3]?.profileSnapshotBefore).toBe(back?.messages[1]?.profileSnapshotAfter);
  page.off();
});

test('what the settings hold is each version once, and is nobody’s to change', async () => {
  const page = await openPage();
  const long = 'x'.repeat(10_000);
  const session = turn(turn(sessionOf('s', 1), `${long}1`), `${long}2`);
  await page.open().save({ ...session, messages: session.messages.map((one) => ({ ...one, profileDelta: null })) });
  const text = JSON.stringify(page.context.extensionSettings.mine.history);
  // Request, answer, version, for each of two; and the profile as it is now.
  expect(text.length).toBeLessThan(7.2 * long.length);
  const mine = await page.open().read('s');
  if (mine) mine.workingProfile.text = 'mine';
  expect((await page.open().read('s'))?.workingProfile.text).toBe(`${long}2`);
  page.off();
});

test('a character’s history is in its state, and a module without settings gets some', async () => {
  const page = await openPage();
  const session = turn(sessionOf('s', 1), 'first');
  await page.open('character', 'ada.png').save(session);
  expect([...page.characters.keys()]).toEqual(['ada.png/mine']);
  expect([page.calls.saved, page.context.extensionSettings.mine.history]).toEqual([0, undefined]);
  expect(await page.open('character', 'ada.png').read('s')).toEqual(session);
  expect(await page.open('character', 'bob.png').list()).toEqual([]);
  delete (page.context.extensionSettings as { mine?: unknown }).mine;
  await page.open().save(session);
  expect(ids(page.context.extensionSettings.mine.history?.sessions ?? [])).toEqual(['s']);
  page.off();
});

test('what is no history in the settings is an empty one, and strangers in one are left alone', async () => {
  const page = await openPage();
  for (const odd of ['x', { version: 2, sessions: [sessionOf('old', 1)] }, null]) {
    page.context.extensionSettings.mine.history = odd as never;
    expect(await page.open().list()).toEqual([]);
  }
  page.context.extensionSettings.mine.history = {
    version: 3,
    sessions: [null, 'x', { id: 'bare', mode: 'm' }] as never,
  };
  await page.open().save(sessionOf('s', 1));
  expect(ids(await page.open().list())).toEqual(['bare', 's']);
  page.off();
});

test('two tabs of the host that each save all settings keep each other’s sessions, whichever is last', async () => {
  const [a, b] = [await openPage(), await openPage()];
  const session = turn(sessionOf('s', 1), 'together');
  const heard = b.until((all) => all.includes('s'));
  await a.open().save(session);
  await heard;
  expect(b.context.extensionSettings.mine.greeting).toBe('Hello');
  const [inA, inB] = [a.open(), b.open()];
  expect([await inA.read('s'), await inB.read('s')]).toEqual([session, session]);
  // One after the other: the later one sees that somebody has gone on with it.
  const [first, second] = [turn(session, 'by a'), turn(session, 'by b', 50)];
  const arrived = b.until((all) => all.length === 1);
  await inA.save(first);
  await arrived;
  const { id, forked } = await inB.save(second);
  expect([id === 's', forked]).toEqual([false, true]);
  const known = b.until((all) => all.includes('new'));
  await a.open().save(sessionOf('new', 60));
  await known;
  // At the same moment: neither sees the other, and both stay, here as there.
  const both = [a, b].map(({ until }) => until((all) => all.length === 4));
  const opened = [a.open(), b.open()];
  for (const one of opened) await one.read('new');
  await Promise.all(opened.map((one, at) => one.save(turn(sessionOf('new', 60), `by ${at}`, 70 + at))));
  await Promise.all(both);
  const texts = async ({ open }: typeof a) =>
    (await open().list()).map((one) => `${one.id} ${one.summary} ${one.turns}`);
  expect(await texts(a)).toEqual(await texts(b));
  expect((await texts(a)).map((one) => one.split(' ').slice(1).join(' '))).toEqual([
    ...['together 2', 'together 2', 'by 0 1', 'by 1 1'],
  ]);
  const gone = a.until((all) => !all.includes(id));
  await b.open().remove(id);
  await gone;
  a.off();
  b.off();
});
