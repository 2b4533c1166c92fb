import type { ParsedMessage, TextCallEvent } from '../../../../worker/protocol/text-calls.js';
import type { Host } from '../../../index.js';
import type { TextScan } from '../../../text-calls/internal.js';
import { type Context, listenTo } from '../base/context.js';
import { plainText } from '../base/plain-text.js';
import { readAs } from './dialect.js';
import { callsOf } from './mode.js';

/** What the host's formatter passes with the text that it formats. */
interface Formatted {
  readonly messageId?: unknown;
  readonly isUser?: unknown;
  readonly isReasoning?: unknown;
}

/** One answer while it streams. */
interface Streamed {
  readonly index: number;
  readonly scan: TextScan;
  text: string;
  events: readonly TextCallEvent[];
  /** Something of it was not shown. */
  cut: boolean;
}

/** What is seen of a piece of a message up to a place of it; of a call nothing. Reasoning stays, it is the host's to fold. */
function seen(text: string, event: TextCallEvent, upTo = Number.POSITIVE_INFINITY): string {
  if (event.type !== 'text' && event.type !== 'malformed' && event.type !== 'reasoning') return '';
  const shown = event.type === 'reasoning' ? text.slice(event.start, event.end) : event.text;
  return shown.slice(0, Math.max(0, upTo - event.start));
}

/** What is shown of a message: everything but the calls and what surrounds them. */
export const shownText = (text: string, { events }: Pick<ParsedMessage, 'events'>): string =>
  events
    .map((event) => seen(text, event))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** What can be shown of a text that still arrives: what is certain to be no call, within its first characters. */
export const shownSoFar = (text: string, events: readonly TextCallEvent[], length: number): string =>
  events.map((event) => seen(text, event, length)).join('');

/** The label of a result, which some models write behind their call and wait. */
const INVITES_RESULT = /(^|\n)Observation:\s*$/;

/** Names in the order of their first call, each once, with how often it was called. */
function countedNames(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => (count === 1 ? name : `${name} × ${count}`)).join(', ');
}

/** Shows a message without its calls, by the host's `display_text`. What the model is sent stays; an edit makes the host forget it. */
export function hideCalls(
  context: Context,
  index: number,
  parsed: ParsedMessage,
  note: (names: string) => string,
): void {
  const message = context.chat[index];
  if (!message) return;
  const names = countedNames(parsed.calls.map(({ name }) => plainText(name)));
  const shown = shownText(message.mes ?? '', parsed).replace(INVITES_RESULT, '');
  message.extra = { ...message.extra, display_text: shown === '' ? `*${note(names)}*` : shown };
  context.updateMessageBlock(index, message);
}

/** The host closes a quote or an emphasis that is open so far. */
const CLOSERS = 4;

/** How much of what has arrived the host is about to show; nothing when it has made something else of it. */
export function alike(arrived: string, text: string): number | undefined {
  const [lead, skipped] = [arrived, text].map((one) => one.length - one.trimStart().length) as [number, number];
  let same = 0;
  while (skipped + same < text.length && arrived[lead + same] === text[skipped + same]) same += 1;
  return text.length - skipped - same <= CLOSERS ? lead + same : undefined;
}

/** Hides calls while an answer streams, where the host lets texts be changed before it formats them. The message stays as it is. */
export class StreamDisplay {
  readonly #host: Host;
  readonly #context: () => Context;
  readonly #off: () => void;
  #now: Streamed | undefined;
  #closed = false;

  constructor(host: Host, context: () => Context) {
    this.#host = host;
    this.#context = context;
    const { messageFormatter } = context();
    const stage = messageFormatter?.stage?.BEFORE_REGEX;
    // It cannot be taken out again; without a streaming answer it changes nothing.
    if (stage !== undefined) messageFormatter?.addHook?.((text, about) => this.#shown(text, about), { stage });
    const token = (text: unknown) => this.#token(String(text));
    this.#off = stage === undefined ? () => {} : listenTo(context(), { STREAM_TOKEN_RECEIVED: token });
  }

  /** The answer has arrived: from now on it is shown as it is, or as its calls are hidden. */
  release(): void {
    const now = this.#now;
    this.#now = undefined;
    if (!now) return;
    now.scan.close();
    const message = this.#context().chat[now.index];
    if (now.cut && message) this.#context().updateMessageBlock(now.index, message);
  }

  close(): void {
    this.#closed = true;
    this.#off();
    this.release();
  }

  #token(text: string): void {
    const { streamingProcessor } = this.#context();
    const { dialect, mode } = callsOf(this.#context());
    const index = streamingProcessor?.messageId;
    if (mode !== 'text' || typeof index !== 'number') return;
    const before = this.#now;
    const now = before?.index === index && text.startsWith(before.text) ? before : this.#open(index, dialect);
    const chunk = text.slice(now.text.length);
    now.text = text;
    now.scan.feed(chunk).then(
      (events) => {
        now.events = [...now.events, ...events];
      },
      () => {
        if (this.#now === now) this.release();
      },
    );
  }

  #open(index: number, dialect: string): Streamed {
    this.#now?.scan.close();
    const tools = this.#host.skills.list().filter(({ enabled }) => enabled);
    const scan = this.#host.textCalls.open({ dialect: readAs(dialect), tools });
    this.#now = { index, scan, text: '', events: [], cut: false };
    return this.#now;
  }

  #shown(text: string, { messageId, isUser, isReasoning }: Formatted = {}): string {
    const now = this.#now;
    if (this.#closed || !now || messageId !== now.index || isUser === true || isReasoning === true) return text;
    const length = alike(now.text, text);
    if (length === undefined) return text;
    const shown = shownSoFar(now.text, now.events, length);
    if (shown.trim() === now.text.slice(0, length).trim()) return text;
    now.cut = true;
    return shown;
  }
}
