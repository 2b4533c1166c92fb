import type { EdgeRecord, NodeRecord, StoreData } from '../graph/records.js';
import type { ChatMessage } from './chat-file.js';

/** As much of a message as an event shows, in whole words where it has words. */
function summaryOf(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= characters) return line;
  const space = line.lastIndexOf(' ', characters);
  // Chinese has no spaces to cut at, and half a surrogate pair is no character.
  const end =
    space > characters / 2 ? space : /[\ud800-\udbff]/.test(line[characters - 1] ?? '') ? characters - 1 : characters;
  return `${line.slice(0, end).trimEnd()}…`;
}

/** A graph without any model: what it takes to look at a chat of one's own. */
export interface FromChatOptions {
  /** Characters of an event's summary. Default: 200. */
  readonly summaryCharacters?: number;
}

/**
 * Makes a graph out of a chat: an event for each answered turn, a character for each name, and who was involved in what.
 * A turn is a message that is not the user's and is not blank; what came before it since the last one belongs to it.
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
  let start = 0;
  const add = (node: Pick<NodeRecord, 'type' | 'title' | 'fields' | 'floorRange'>): string => {
    nodeSeq += 1;
    const id = `n_${nodeSeq}`;
    const none = { parentId: '', childrenIds: [], semanticDepth: 0, semanticRollup: false, archived: false };
    nodes[id] = { id, level: 'semantic', ...node, ...none, seqTo: seq };
    return id;
  };
  messages.forEach((message, floor) => {
    if (message.is_user || message.mes.trim() === '') return;
    seq += 1;
    const event = add({
      type: 'event',
      title: `Summary ${seq}`,
      fields: { summary: summaryOf(message.mes, options.summaryCharacters ?? 200) },
      floorRange: { start, end: floor },
    });
    const names = messages.slice(start, floor + 1).map(({ name }) => name.replace(/\s+/g, ' ').trim());
    for (const name of new Set(names)) {
      if (name === '') continue;
      const id = people.get(name) ?? add({ type: 'character_sheet', title: name, fields: {} });
      people.set(name, id);
      const person = nodes[id];
      if (person) nodes[id] = { ...person, seqTo: seq };
      edges.push({ from: event, to: id, type: 'involved_in', seqTo: seq });
    }
    start = floor + 1;
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
