import { type EdgeRecord, NO_COUNTERS, type NodeRecord, type StoreData } from '../graph/records.js';
import { chatCommits, type FromChatOptions } from './chat-commits.js';
import type { ChatMessage } from './chat-file.js';

export type { FromChatOptions };

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
  let counters = NO_COUNTERS;
  for (const commit of chatCommits(messages, options)) {
    counters = commit.counters;
    for (const op of commit.ops) {
      if (op.op === 'upsert_node') nodes[op.node.id] = op.node;
      else if (op.op === 'upsert_edge') edges.push(op.edge);
    }
  }
  const traces = { lastRecallTrace: [], lastRecallProjection: null };
  return { nodes, edges, ...counters, sourceMessageCount: messages.length, ...traces };
}
