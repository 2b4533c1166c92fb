import type { ChatCall, ChatLine } from '../../chat/index.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { viewError } from '../shared/error-text.js';
import type { CallView } from '../tools/call-history.js';
import type { ChatItem } from './chat-item.js';

const NOTE = '-note';

/** The line that an item is about: a note stands for the one before it. */
export const lineOf = (item: string): string => (item.endsWith(NOTE) ? item.slice(0, -NOTE.length) : item);

/** Lines of a chat as its view takes them; what has not changed is the same object again. */
export class ChatItems {
  readonly #known = new WeakMap<
    ChatLine,
    { readonly item: ChatItem; readonly retry: boolean; readonly language: string }
  >();

  /** `still`: nothing may be changed, as the session is archived. `busy`: an answer to the last one may yet come. */
  of(lines: readonly ChatLine[], still: boolean, busy: boolean): readonly ChatItem[] {
    const items: ChatItem[] = [];
    for (const [index, line] of lines.entries()) {
      // Of the answers to one message the last one is that which can be written anew.
      const isLast = lines[index + 1]?.role !== 'assistant';
      const unanswered = isLast && line.role === 'user' && !(busy && index === lines.length - 1);
      const retry = !still && isLast && line.role === 'assistant';
      const follows = line.role === 'assistant' && lines[index - 1]?.role === 'assistant';
      items.push(this.#item(line, retry, still, follows));
      const note = noteOf(line) || (unanswered ? t('chat.failed') : '');
      if (note !== '')
        items.push({ id: `${line.id}${NOTE}`, role: 'system', text: note, canRetry: !still && unanswered });
    }
    return items;
  }

  #item(line: ChatLine, retry: boolean, still: boolean, follows: boolean): ChatItem {
    const known = this.#known.get(line);
    if (known && known.retry === retry && known.language === language()) return known.item;
    const { id, role, text, streaming, calls, failure } = line;
    const item: ChatItem = {
      ...{ id, role, text, streaming, canRetry: retry, canEdit: !still && role === 'user', follows },
      ...(calls.length > 0 && { calls: calls.map(toView) }),
      ...(failure !== undefined && { error: viewError(failure) }),
    };
    this.#known.set(line, { item, retry, language: language() });
    return item;
  }
}

function toView({ failure, ...call }: ChatCall): CallView {
  return { ...call, simulated: false, ...(failure !== undefined && { error: viewError(failure) }) };
}

function noteOf({ ended }: ChatLine): string {
  if (ended === 'stopped') return t('talk.stopped');
  return ended === 'rounds' ? t('talk.rounds') : '';
}
