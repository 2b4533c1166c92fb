import type { MalformedReason, TextCall, TextCallEvent } from '../../../worker/protocol/text-calls.js';

/** A stretch of a message as its reader sees it. */
export interface TextPart {
  readonly kind: 'text' | 'reasoning';
  readonly key: number;
  readonly text: string;
  /** It begins with what was taken for a call and is none. */
  readonly noCall?: { readonly name: string; readonly reason: MalformedReason };
}

/** A call in the text. */
export interface CallPart {
  readonly kind: 'call';
  readonly key: number;
  /** Its id within the scan. */
  readonly id: number;
  readonly name: string;
  /** The beginning of its arguments, as they are written. */
  readonly written: string;
  /** What it came to, once it is whole. */
  readonly call: TextCall | null;
  /** Counts the calls of the message that are whole, from 0; -1 before it is. */
  readonly order: number;
}

/** What a message is made of. */
export type StreamPart = TextPart | CallPart;

/** A block of text that is longer settles at its next line: it is never looked at again. */
const BLOCK_CHARS = 1_000;
/** What a line shows of arguments, at most. */
const WRITTEN_CHARS = 200;

/** Puts the events of one message together, as they arrive: only what is new is read, and only the last parts change. */
export class StreamParts {
  #parts: StreamPart[] = [];
  #read = 0;
  #last: TextCallEvent | undefined;
  #keys = 0;
  #calls = 0;

  get parts(): readonly StreamPart[] {
    return this.#parts;
  }

  /** Reads all events so far: those that were read before are passed over, unless this is another message. */
  read(events: readonly TextCallEvent[]): void {
    if (events.length < this.#read || (this.#read > 0 && events[this.#read - 1] !== this.#last)) {
      this.#parts = [];
      this.#calls = 0;
      this.#read = 0;
    }
    for (; this.#read < events.length; this.#read += 1) {
      const event = events[this.#read];
      if (event) this.#take(event);
      this.#last = event;
    }
  }

  #take(event: TextCallEvent): void {
    if (event.type === 'text' || event.type === 'reasoning') this.#say(event.type, event.text);
    else if (event.type === 'call-start') this.#begin(event.id, event.name);
    else this.#change(event.id, (part) => this.#grow(part, event));
  }

  #begin(id: number, name: string): void {
    this.#settle();
    this.#parts.push({ kind: 'call', key: this.#key(), id, name, written: '', call: null, order: -1 });
  }

  #grow(part: CallPart, event: TextCallEvent): StreamPart {
    if (event.type === 'call-arguments') {
      if (part.written.length >= WRITTEN_CHARS) return part;
      return { ...part, written: (part.written + event.text).slice(0, WRITTEN_CHARS) };
    }
    if (event.type === 'call') {
      this.#calls += 1;
      return { ...part, name: event.name, call: event, order: this.#calls - 1 };
    }
    if (event.type !== 'malformed') return part;
    const { name, reason, text } = event;
    return { kind: 'text', key: part.key, text, noCall: { name, reason } };
  }

  #say(kind: TextPart['kind'], text: string): void {
    const last = this.#parts.at(-1);
    if (last?.kind !== kind) {
      const begun = last?.kind === 'text' ? text : withoutLead(text);
      if (begun !== '') this.#parts.push({ kind, key: this.#key(), text: begun });
      return;
    }
    // Only where a line ends may a block end: each is a paragraph of its own.
    const settles = kind === 'text' && (last.noCall || last.text.length + text.length > BLOCK_CHARS);
    const at = settles ? text.indexOf('\n') + 1 : 0;
    const before = at > 0 ? text.slice(0, at) : text;
    this.#parts[this.#parts.length - 1] = { ...last, text: last.text + before };
    if (at > 0 && at < text.length) this.#parts.push({ kind, key: this.#key(), text: text.slice(at) });
    else if (at > 0) this.#parts.push({ kind, key: this.#key(), text: '' });
  }

  /** Before a call, text loses the space at its end. */
  #settle(): void {
    const last = this.#parts.at(-1);
    if (last?.kind !== 'text') return;
    const text = last.text.trimEnd();
    if (text === '') this.#parts.pop();
    else this.#parts[this.#parts.length - 1] = { ...last, text };
  }

  #change(id: number, change: (part: CallPart) => StreamPart): void {
    const at = this.#parts.findLastIndex((part) => part.kind === 'call' && part.id === id);
    const part = this.#parts[at];
    if (part?.kind === 'call') this.#parts[at] = change(part);
  }

  #key(): number {
    this.#keys += 1;
    return this.#keys;
  }
}

/** After a call, text loses empty lines and the space behind a chip; a line of its own keeps its indent. */
function withoutLead(text: string): string {
  const lines = text.replace(/^(?:[ \t]*\n)+/, '');
  return lines === text ? text.trimStart() : lines;
}
