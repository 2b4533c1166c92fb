import type { StudioSession } from '../../../studio/internal.js';
import { byAge, type HistoryPlace, markOf, sessionsOf } from '../../../studio/internal-start.js';
import { type HistoryChange, isObject, readGlobal, type SettingsHost, writeGlobal } from './settings-place.js';

const NAME = 'bulkhead-studio-settings';

interface News extends HistoryChange {
  readonly moduleName: string;
  readonly globalSettingsKey: string;
}

let channel: BroadcastChannel | undefined;
const open = (): BroadcastChannel => {
  channel ??= new BroadcastChannel(NAME);
  return channel;
};

/** Tells the other tabs what was written here. */
export function announce({ moduleName, globalSettingsKey }: HistoryPlace, change: HistoryChange): void {
  // As the host keeps it: what JSON cannot say is nowhere.
  open().postMessage(JSON.stringify({ moduleName, globalSettingsKey, ...change } satisfies News));
}

/** Takes over what other tabs write: each tab saves all settings as it knows them. @returns a function that ends it. */
export function followTabs(context: () => Pick<SettingsHost, 'extensionSettings'>): () => void {
  const onMessage = ({ data }: MessageEvent<string>) => {
    const news: News = JSON.parse(data);
    const sessions = sessionsOf(readGlobal(context(), news)) ?? [];
    writeGlobal(context(), news, { version: 3, sessions: merged(sessions, news) });
  };
  open().addEventListener('message', onMessage);
  return () => {
    channel?.close();
    channel = undefined;
  };
}

/** Where both have gone on with a session, both stay, in each tab under the same ids; so does what the other has deleted meanwhile. */
function merged(own: readonly StudioSession[], { changed, removed }: HistoryChange): readonly StudioSession[] {
  const byId = new Map(own.filter(isObject).map((session) => [session.id, session]));
  for (const { id, updatedAt } of removed) if ((byId.get(id)?.updatedAt ?? 0) <= updatedAt) byId.delete(id);
  for (const { session, was } of changed) {
    const mine = byId.get(session.id);
    if (mine && markOf(mine) !== was && markOf(mine) !== markOf(session)) {
      const [older, newer] = rankOf(mine) < rankOf(session) ? [mine, session] : [session, mine];
      const id = `${older.id}_${older.updatedAt.toString(36)}`;
      byId.set(id, { ...older, id }).set(newer.id, newer);
    } else byId.set(session.id, session);
  }
  return byAge([...byId.values()]);
}

/** Which of two is the newer, for every tab the same. */
const rankOf = (session: StudioSession): string => `${String(session.updatedAt).padStart(20, '0')} ${markOf(session)}`;
