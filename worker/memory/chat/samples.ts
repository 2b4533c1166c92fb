import { BulkheadError } from '../../protocol/errors.js';
import type { GraphInfo } from '../../protocol/memory.js';
import type { SampleOptions } from '../../protocol/memory-table.js';
import { readChatFile } from '../generator/chat-file.js';
import { generateGraph } from '../generator/graph.js';
import { graphFromChat } from '../generator/graph-from-chat.js';
import type { StoreData } from '../records.js';
import type { ChatGraph } from './chat-graph.js';
import { replaceBy } from './replace.js';

const replace = async (chat: ChatGraph, batch: string, target: StoreData): Promise<GraphInfo> => {
  // In its turn: another write may be under way.
  await chat.write(batch, 'commit', [{ plan: replaceBy(target) }]);
  return chat.info;
};

/** Puts a made-up graph in the place of what is there, as one change. */
export const putSample = (
  chat: ChatGraph,
  batch: string,
  { seed = 1, nodes = 200, cjkShare = 0.35 }: SampleOptions,
): Promise<GraphInfo> => replace(chat, batch, generateGraph({ seed, nodes, cjkShare }));

/**
 * Puts what a chat file of SillyTavern tells in the place of what is there, as one change, without any model.
 * @throws `BAD_ARGS` naming the line; nothing is changed.
 */
export async function putChat(chat: ChatGraph, batch: string, text: string): Promise<GraphInfo> {
  const target = graphFromChat(readChatFile(text).messages);
  if (target.nodeSeq === 0) throw new BulkheadError('BAD_ARGS', 'nobody but the user says anything in this chat');
  return replace(chat, batch, target);
}
