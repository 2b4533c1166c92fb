import type { EdgeRecord, NodeRecord, StoreData } from '../graph/records.js';
import type { ChatMessage } from './chat-file.js';
import { piecesOf } from './sentences.js';

/** A graph without any model: what it takes to look at a chat of one's own. */
export interface FromChatOptions {
  /** Characters of one event at most: a longer message becomes several, in whole sentences. At least 80; default: 600. */
  readonly eventCharacters?: number;
}

/** An event of fewer characters would be no sentence. */
const LEAST_CHARACTERS = 80;

/**
 * Makes a graph out of a chat: an event for each message of both sides, with its `speaker`, a character for each name, and who said
 * what. A turn is a message that is not the user's and is not blank; what came before it since the last one belongs to it.
 *
 * @example
 * import { getMemoryGraphReadApi, graphFromChat } from 'bulkhead/memory';
 * const store = graphFromChat([]);
 * const read = getMemoryGraphReadApi(store);
 */
export function graphFromChat(messages: readonly ChatMessage[], options: FromChatOptions = {}): StoreData {
  const nodes: { [id: string]: NodeRecord } = {};
  const edges: EdgeRecord[] = [];
  const people = new Map<string, string>();
  let nodeSeq = 0;
  let seq = 0;
  let events = 0;
  const add = (node: Pick<NodeRecord, 'type' | 'title' | 'fields' | 'floorRange' | 'seqTo'>): string => {
    nodeSeq += 1;
    const id = `n_${nodeSeq}`;
    const none = { parentId: '', childrenIds: [], semanticDepth: 0, semanticRollup: false, archived: false };
    nodes[id] = { id, level: 'semantic', ...node, ...none };
    return id;
  };
  const most = Math.max(LEAST_CHARACTERS, options.eventCharacters ?? 600);
  messages.forEach((message, floor) => {
    const pieces = piecesOf(message.mes, most);
    if (pieces.length === 0) return;
    // What the user says belongs to the answer that follows.
    const turn = seq + 1;
    if (!message.is_user) seq = turn;
    const speaker = message.name.replace(/\s+/g, ' ').trim();
    for (const summary of pieces) {
      events += 1;
      const event = add({
        ...{ type: 'event', title: `Summary ${events}`, seqTo: turn },
        fields: { summary, ...(speaker !== '' && { speaker }) },
        floorRange: { start: floor, end: floor },
      });
      if (speaker === '') continue;
      const id = people.get(speaker) ?? add({ type: 'character_sheet', title: speaker, fields: {}, seqTo: turn });
      people.set(speaker, id);
      const person = nodes[id];
      if (person) nodes[id] = { ...person, seqTo: turn };
      edges.push({ from: event, to: id, type: 'involved_in', seqTo: turn });
    }
  });
  return {
    nodes,
    edges,
    nodeSeq,
    seqCounter: seq,
    appliedSeqTo: seq,
    loggedSeqTo: seq,
    sourceMessageCount: messages.length,
    lastRecallTrace: [],
    lastRecallProjection: null,
  };
}
