import { normalizeCommits } from '../commits/normalize-commit.js';
import { normalizeOrdered } from '../commits/normalize-store.js';
import { Graph } from '../graph/graph.js';
import type { Commit, OrderedStore } from '../graph/records.js';
import { type Content, refusal } from '../transfer/content.js';
import type { ChatGraph } from './chat-graph.js';
import { receiveStop } from './receive-stop.js';
import { replaceBy, replaceOps, stateOf } from './replace.js';

/** What a file holds, and whether its commits were made of what another format kept of this very chat. */
export interface FileContent extends Content {
  readonly isOwn: boolean;
}

/** Takes a file: all its commits where nothing contradicts them, else one change. @throws `BAD_ARGS`, `STORE_FAILED`, the signal's reason. */
export async function putContent(
  chat: ChatGraph,
  batch: string,
  { store, commits = [], isOwn }: FileContent,
  signal?: AbortSignal,
): Promise<void> {
  const shows = (commit: Commit) => chat.timeline.shows(commit);
  const normal = normalizeCommits(commits, shows);
  const mayFill = normal.length > 0 && chat.info.commits === 0 && fits(chat, normal, store, isOwn);
  await receiveStop(signal);
  if (mayFill && (await chat.fill(normal, 'a file was put in its place'))) return;
  // Of the chat's own swipes only those that are shown are its state.
  const relevant = isOwn ? normal.filter(shows) : normal;
  // A file without anything for this chat is no wish to forget what is there.
  if (!store && relevant.length === 0) throw refusal('it holds nothing that belongs to this chat');
  const target = store ?? normalizeOrdered(stateOf(relevant));
  await chat.write(batch, 'commit', [{ plan: replaceBy(target, signal) }]);
}

/** Commits say where they belong by numbers of messages, which need not be those of this chat. */
function fits(
  { timeline }: ChatGraph,
  commits: readonly Commit[],
  store: OrderedStore | undefined,
  isOwn: boolean,
): boolean {
  const shown = commits.filter((commit) => timeline.shows(commit));
  if (store) return replaceOps(Graph.from({ ...normalizeOrdered(stateOf(shown)) }), store).length === 0;
  if (!isOwn) return shown.length === commits.length;
  // Other swipes of its messages are hidden for good reason.
  return !timeline.isKnown || commits.every(({ floor }) => floor === null || floor < timeline.chat.length);
}
