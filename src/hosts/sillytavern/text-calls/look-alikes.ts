import { DIALECT_NAMES, DIALECTS, type DialectId } from '../../../../worker/protocol/dialects.js';
import { foundCalls } from '../../../text-calls/internal.js';
import { whereabouts } from '../base/chat.js';
import { listenTo, type StoredMessage } from '../base/context.js';
import { make } from '../base/dom.js';
import type { Parts } from '../base/parts.js';
import type { CallChoice } from '../base/settings.js';
import { isWritten } from './answers.js';
import { shownText } from './display.js';
import { FORMAT_KEY, mayCall } from './may-call.js';

interface LookAlikeParts extends Pick<Parts, 'host' | 'context' | 'words' | 'fail'> {
  /** Reads answers of this chat so from now on. */
  readonly choose: (change: Partial<CallChoice>) => Promise<void>;
}

/** The dialect of the calls in a message that were not read, as its file keeps it. */
const formatOf = (message: StoredMessage | undefined): DialectId | undefined =>
  DIALECTS.find((dialect) => dialect === message?.extra?.[FORMAT_KEY]);

/** Shows calls in a format that is not read as what they are, with a button that has them read. */
export class LookAlikes {
  readonly #parts: LookAlikeParts;
  readonly #off: () => void;

  constructor(parts: LookAlikeParts) {
    this.#parts = parts;
    const show = () => this.#show();
    this.#off = listenTo(parts.context(), {
      ...{ CHAT_CHANGED: show, MORE_MESSAGES_LOADED: show, MESSAGE_UPDATED: show, MESSAGE_SWIPED: show },
    });
    show();
  }

  /** Looks for calls in a message of the chat that is open. The text stays as it is; what is shown is the rest of it, and a note. */
  async look(index: number): Promise<void> {
    const { host, context, words } = this.#parts;
    const chat = whereabouts(context())?.chat;
    const text = context().chat[index]?.mes ?? '';
    if (host.status().safeMode || !mayCall(text)) return;
    const tools = host.skills.list().filter(({ enabled }) => enabled);
    if (tools.length === 0) return;
    const parsed = await host.textCalls.parse(text, { dialect: 'auto', tools });
    const [call] = foundCalls(parsed.events, tools);
    const message = context().chat[index];
    if (!call || whereabouts(context())?.chat !== chat || !isWritten(message) || message.mes !== text) return;
    const note = `*${words('calls.looksLike', { format: DIALECT_NAMES[call.dialect] })}*`;
    const display_text = [shownText(text, parsed), note].filter(Boolean).join('\n\n');
    message.extra = { ...message.extra, display_text, [FORMAT_KEY]: call.dialect };
    context().updateMessageBlock(index, message);
    this.#show();
    await context().saveChat();
  }

  close(): void {
    this.#off();
    for (const button of document.querySelectorAll('.bulkhead-read-so')) button.remove();
  }

  /** Puts a button below each message that has such a note. The host draws messages anew when it likes. */
  #show(): void {
    const { context, words, choose, fail } = this.#parts;
    for (const block of document.querySelectorAll<HTMLElement>('#chat .mes')) {
      const message = context().chat[Number(block.getAttribute('mesid'))];
      const dialect = message?.extra?.display_text === undefined ? undefined : formatOf(message);
      const before = block.querySelector('.bulkhead-read-so');
      if (!dialect) before?.remove();
      if (!dialect || before) continue;
      const text = words('calls.readSo');
      const button = make('button', { type: 'button', className: 'menu_button bulkhead-read-so', textContent: text });
      button.addEventListener('click', () => {
        choose({ mode: 'text', dialect }).then(() => this.#forget(dialect), fail);
      });
      block.querySelector('.mes_text')?.after(button);
    }
  }

  /** Answers are read so from now on: nothing is to be pressed any more. */
  #forget(dialect: DialectId): void {
    const { context } = this.#parts;
    for (const message of context().chat) {
      if (formatOf(message) !== dialect) continue;
      const { [FORMAT_KEY]: _format, ...extra } = message.extra ?? {};
      message.extra = extra;
    }
    this.#show();
    context().saveChat().catch(reportError);
  }
}
