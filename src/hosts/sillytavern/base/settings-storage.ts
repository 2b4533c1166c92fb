import type { SessionMessage, StudioSession } from '../../../studio/internal.js';
import { type HistoryStorage, markOf, sessionsOf } from '../../../studio/internal-start.js';
import { sillyTavern } from './context.js';
import { type HistoryChange, isObject, readGlobal, type SettingsHost, writeGlobal } from './settings-place.js';
import { announce } from './settings-tabs.js';

/** Histories where other studios of this host keep them: in the settings of an extension, and in the state of a character. */
export const settingsStorage: HistoryStorage = {
  async read(given, place) {
    const host = hostOf(given);
    return whole(
      place.avatar === ''
        ? readGlobal(host, place)
        : await host.getCharacterState(place.avatar, place.characterStateNamespace),
    );
  },
  async write(given, place, state) {
    const host = hostOf(given);
    const slim = { version: 3, sessions: state.sessions.map(slimmed) } as const;
    if (place.avatar !== '') {
      await host.setCharacterState(place.avatar, place.characterStateNamespace, slim);
      return;
    }
    const before = sessionsOf(readGlobal(host, place)) ?? [];
    writeGlobal(host, place, slim);
    host.saveSettingsDebounced();
    announce(place, changeOf(before, slim.sessions));
  },
};

/** The context as it was given; a studio may be opened with something that is less. */
function hostOf(given: object): SettingsHost {
  const known = isObject((given as Partial<SettingsHost>).extensionSettings);
  return (known ? given : sillyTavern().getContext()) as unknown as SettingsHost;
}

function changeOf(before: readonly StudioSession[], after: readonly StudioSession[]): HistoryChange {
  const marks = new Map(before.filter(isObject).map((session) => [session.id, markOf(session)]));
  const ids = new Set(after.map((session) => session?.id));
  return {
    changed: after.flatMap((session) => {
      const was = marks.get(session?.id) ?? null;
      return isObject(session) && was !== markOf(session) ? [{ session, was }] : [];
    }),
    removed: before.filter(isObject).flatMap(({ id, updatedAt }) => (ids.has(id) ? [] : [{ id, updatedAt }])),
  };
}

const messagesOf = (session: StudioSession): readonly SessionMessage[] | undefined =>
  Array.isArray(session?.messages) ? session.messages : undefined;

/** The host sends all its settings to its server at each change of one: a version that stands there already is left out. */
function slimmed(session: StudioSession): StudioSession {
  let last: unknown = session?.baseWorkingProfile;
  return withMessages(session, (message) => {
    const { profileSnapshotBefore: before, ...others } = message;
    const known = before !== undefined && before === last && message.profileSnapshotAfter !== undefined;
    last = message.profileSnapshotAfter ?? last;
    return known ? others : message;
  });
}

/** The same with every version in its place. */
function whole(state: unknown): unknown {
  const sessions = sessionsOf(state);
  if (!sessions) return state;
  return { version: 3, sessions: sessions.map(full) };
}

function full(session: StudioSession): StudioSession {
  let last: unknown = session?.baseWorkingProfile;
  return withMessages(session, (message) => {
    const before = message.profileSnapshotBefore ?? last;
    last = message.profileSnapshotAfter ?? last;
    const lacks = message.profileSnapshotAfter !== undefined && message.profileSnapshotBefore === undefined;
    return lacks && before !== undefined ? { ...message, profileSnapshotBefore: before } : message;
  });
}

function withMessages(session: StudioSession, change: (message: SessionMessage) => SessionMessage): StudioSession {
  const messages = messagesOf(session);
  return messages ? { ...session, messages: messages.map((one) => (isObject(one) ? change(one) : one)) } : session;
}
