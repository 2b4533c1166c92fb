import { BulkheadError } from '../../protocol/errors.js';
import type { GraphInfo } from '../../protocol/memory.js';
import { readChatFile } from '../transfer/chat-file.js';
import { graphFromChat } from '../transfer/graph-from-chat.js';
import type { ChatGraph } from './chat-graph.js';
import { receiveStop } from './receive-stop.js';
import { replaceBy } from './replace.js';

/** Makes the graph from a SillyTavern chat file, without a model. @throws `BAD_ARGS` naming the line, the signal's reason. */
export async function putChat(chat: ChatGraph, batch: string, text: string, signal?: AbortSignal): Promise<GraphInfo> {
  const target = graphFromChat(readChatFile(text).messages);
  if (target.nodeSeq === 0) throw new BulkheadError('BAD_ARGS', 'nobody says anything in this chat');
  await receiveStop(signal);
  // In its turn: another write may be under way.
  await chat.write(batch, 'commit', [{ plan: replaceBy(target, signal) }]);
  return chat.info;
}
