import { type SaidMessage, saidId } from '../../protocol/said.js';
import { type Commit, NO_COUNTERS } from '../graph/records.js';
import { fieldTexts } from '../search/node-text.js';
import { isSaidBatch, saidBatch, saidCommit, saidTexts, speakerOf } from '../transfer/said.js';
import type { ChatGraph } from './chat-graph.js';
import { shortName } from './names.js';

/** Messages that are looked at in one step. */
const AT_ONCE = 100;
/** Fewer messages are written one after the other. */
const FEW = 10;
/** Parts of a message at most. */
const MOST_PIECES = 1_000;

/**
 * Keeps messages of the open chat word for word, each in a commit of its own. What is kept already stays, and so does what somebody has
 * changed or deleted since; `edited`: floors whose message was changed, which are written anew. @returns how many messages were new.
 */
export async function remember(
  chat: ChatGraph,
  messages: readonly SaidMessage[],
  edited: ReadonlySet<number>,
  signal?: AbortSignal,
): Promise<number> {
  // All at once where nothing is kept yet.
  const first = await firstCommits(chat, messages);
  if (first.length > 0 && (await chat.fill(first, 'its messages were put in its place'))) return first.length;
  let added = 0;
  for (let from = 0; from < messages.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    const some = messages.slice(from, from + AT_ONCE);
    added += await chat.add(async (isKnown) => {
      const commits: Commit[] = [];
      const people = new Map<string, string | undefined>();
      const personOf = (name: string): string | undefined => {
        if (!people.has(name)) people.set(name, personCalled(chat, name));
        return people.get(name);
      };
      for (const message of some) {
        const commit = await commitOf(chat, message, { isEdited: edited.has(message.floor), isKnown, personOf });
        if (commit) commits.push(commit);
      }
      return commits;
    });
  }
  return added;
}

/** The commits of all messages for a memory that keeps nothing; none for another. */
async function firstCommits(chat: ChatGraph, messages: readonly SaidMessage[]): Promise<readonly Commit[]> {
  if (!chat.isUnwritten() || messages.length < FEW) return [];
  const commits: Commit[] = [];
  let counters = NO_COUNTERS;
  const looking = { isEdited: false, isKnown: async () => false, personOf: () => undefined };
  for (const message of messages) {
    const commit = await commitOf(chat, message, looking);
    if (!commit) continue;
    counters = { ...counters, seqCounter: Math.max(counters.seqCounter, commit.counters.seqCounter) };
    commits.push({ ...commit, counters });
  }
  return commits;
}

/** Takes away everything that is kept word for word. @returns how many messages that were. */
export async function forgetSaid(chat: ChatGraph): Promise<number> {
  const { kept } = await chat.story();
  const batches = kept.map(({ batch }) => batch).filter(isSaidBatch);
  if (batches.length > 0) {
    const name = `drop-${shortName(batches.join())}-${batches.length}-${kept.length}`;
    await chat.amend({ kind: 'drop', batch: name, batches });
  }
  return batches.length;
}

interface Looking {
  readonly isEdited: boolean;
  readonly isKnown: (batch: string) => Promise<boolean>;
  readonly personOf: (name: string) => string | undefined;
}

async function commitOf(
  chat: ChatGraph,
  message: SaidMessage,
  { isEdited, isKnown, personOf }: Looking,
): Promise<Commit | undefined> {
  const { graph, timeline } = chat;
  const texts = saidTexts(message);
  const before = eventsOf(chat, message);
  if (texts.length === 0 && before.length === 0) return undefined;
  if (before.length === texts.length && before.every((id, at) => textOf(chat, id) === texts[at])) return undefined;
  let batch = saidBatch(message);
  // What is in the graph is not what the message says: somebody has changed the memory, and not the message.
  if (before.length > 0 && !isEdited && (await isKnown(batch))) return undefined;
  // A message that was deleted may be said again.
  for (let again = 1; await isKnown(batch); again++) batch = `${saidBatch(message)}.${again}`;
  const turn = timeline.turnAt(message.floor);
  const person = personOf(speakerOf(message));
  return { batch, ...saidCommit(message, { turn, counters: graph.counters, person, before }) };
}

/** Ids of the events that keep a message now, also of those that were archived. */
function eventsOf({ graph: { nodes } }: ChatGraph, { floor, swipe }: SaidMessage): readonly string[] {
  const ids: string[] = [];
  while (ids.length < MOST_PIECES) {
    const id = saidId(floor, swipe, ids.length);
    if (nodes.find(id) < 0) break;
    ids.push(id);
  }
  return ids;
}

function textOf({ graph: { nodes } }: ChatGraph, id: string): string | undefined {
  return fieldTexts(nodes.fields(nodes.find(id))).find(({ name }) => name === 'summary')?.text;
}

/** The character of this name that somebody else has written. */
function personCalled({ graph: { nodes }, reads }: ChatGraph, name: string): string | undefined {
  if (name === '') return undefined;
  const { matches } = reads.api.findByName({ query: name, types: ['character_sheet'] });
  const same = matches.find(
    ({ id, title }) => title.toLowerCase() === name.toLowerCase() && !id.startsWith('said_by_'),
  );
  return same && nodes.find(same.id) >= 0 ? same.id : undefined;
}
