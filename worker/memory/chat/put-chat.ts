import { BulkheadError } from '../../protocol/errors.js';
import type { GraphInfo } from '../../protocol/memory.js';
import { swipeOf } from '../commits/chat.js';
import type { Chat } from '../commits/types.js';
import { type ChatMessage, readChatFile } from '../transfer/chat-file.js';
import { graphFromChat } from '../transfer/graph-from-chat.js';
import { saidTexts } from '../transfer/said.js';
import type { ChatGraph } from './chat-graph.js';
import { receiveStop } from './receive-stop.js';
import { remember } from './remember.js';
import { replaceBy } from './replace.js';

/**
 * Makes the graph from a SillyTavern chat file, without a model. A file of the very chat that is open, which keeps nothing yet, is
 * remembered message by message: what is remembered of a message goes and comes with it and its swipe. Any other is one change.
 * @throws `BAD_ARGS` naming the line, the signal's reason.
 */
export async function putChat(chat: ChatGraph, batch: string, text: string, signal?: AbortSignal): Promise<GraphInfo> {
  const { messages } = readChatFile(text);
  const said = messages.map(({ name, mes, swipe_id, send_date }, floor) => ({
    ...{ floor, swipe: swipeOf(swipe_id), name, mes, date: send_date },
  }));
  if (said.every((one) => saidTexts(one).length === 0))
    throw new BulkheadError('BAD_ARGS', 'nobody says anything in this chat');
  const { timeline } = chat;
  await receiveStop(signal);
  if (chat.info.commits === 0 && timeline.isKnown && isSame(timeline.chat, messages)) {
    await remember(chat, said, new Set(), signal);
    return chat.info;
  }
  // In its turn: another write may be under way.
  await chat.write(batch, 'commit', [{ plan: replaceBy(graphFromChat(messages), signal) }]);
  return chat.info;
}

/** True for the same messages of the same sides, as far as both say them. */
const isSame = (chat: Chat, messages: readonly ChatMessage[]): boolean =>
  chat.length === messages.length &&
  messages.every(({ is_user, mes }, floor) => {
    const open = chat[floor];
    return open?.is_user === is_user && (typeof open.mes !== 'string' || open.mes === mes);
  });
