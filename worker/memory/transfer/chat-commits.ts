import { swipeOf } from '../commits/chat.js';
import type { Commit, GraphOp, NodeRecord } from '../graph/records.js';
import type { ChatMessage } from './chat-file.js';
import { piecesOf } from './sentences.js';

/** A graph without any model: what it takes to look at a chat of one's own. */
export interface FromChatOptions {
  /** Characters of one event at most: a longer message becomes several, in whole sentences. At least 80; default: 600. */
  readonly eventCharacters?: number;
}

/** An event of fewer characters would be no sentence. */
const LEAST_CHARACTERS = 80;
const NONE = { parentId: '', childrenIds: [], semanticDepth: 0, semanticRollup: false, archived: false } as const;

type Made = Pick<NodeRecord, 'type' | 'title' | 'fields' | 'floorRange'>;

/**
 * What each message of a chat adds to its memory: an event with who says it, that one as a character, and a link between them. Each
 * commit belongs to its message and swipe, so that it goes and comes with them.
 */
export function* chatCommits(messages: readonly ChatMessage[], options: FromChatOptions = {}): Generator<Commit> {
  const most = Math.max(LEAST_CHARACTERS, options.eventCharacters ?? 600);
  const people = new Map<string, NodeRecord>();
  let [nodeSeq, seq, events] = [0, 0, 0];
  const made = (node: Made, seqTo: number): NodeRecord => {
    nodeSeq += 1;
    return { id: `n_${nodeSeq}`, level: 'semantic', ...node, ...NONE, seqTo };
  };
  for (const [floor, message] of messages.entries()) {
    const pieces = piecesOf(message.mes, most);
    if (pieces.length === 0) continue;
    // What the user says belongs to the answer that follows.
    const turn = seq + 1;
    if (!message.is_user) seq = turn;
    const speaker = message.name.replace(/\s+/g, ' ').trim();
    const ops: GraphOp[] = [];
    for (const summary of pieces) {
      events += 1;
      const { send_date: date } = message;
      const fields = { summary, ...(speaker !== '' && { speaker }), ...(date !== undefined && { date }) };
      const floorRange = { start: floor, end: floor };
      const event = made({ type: 'event', title: `Summary ${events}`, fields, floorRange }, turn);
      ops.push({ op: 'upsert_node', node: event });
      if (speaker === '') continue;
      const person = people.get(speaker) ?? made({ type: 'character_sheet', title: speaker, fields: {} }, turn);
      const node = { ...person, seqTo: turn };
      people.set(speaker, node);
      ops.push({ op: 'upsert_node', node });
      ops.push({ op: 'upsert_edge', edge: { from: event.id, to: node.id, type: 'involved_in', seqTo: turn } });
    }
    const counters = { nodeSeq, seqCounter: seq, appliedSeqTo: seq, loggedSeqTo: seq };
    yield { batch: `chat-${floor}`, floor, swipe: swipeOf(message.swipe_id), ops, counters, answer: null };
  }
}
