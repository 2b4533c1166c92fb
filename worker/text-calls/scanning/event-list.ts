import type { TextCallEvent } from '../../protocol/text-calls.js';

const breaksAtEnd = (text: string): number => {
  let from = text.length;
  while (from > 0 && text.charCodeAt(from - 1) === 10) from -= 1;
  return text.length - from;
};

/** What a scan says, in order. Neighbours of one kind are one event; line breaks at the end of a text wait for what follows. */
export class EventList {
  #events: TextCallEvent[] = [];
  /** Line breaks at the end of the text so far: a call that follows takes them along. */
  #breaks = 0;

  /** What has been said since the last time. */
  take(): TextCallEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  add(event: TextCallEvent): void {
    this.#events.push(event);
  }

  /** Says what a reader sees of a span; `token`: it is a control token, which stays an event of its own. */
  say(type: 'text' | 'reasoning', start: number, end: number, text: string, token?: string): void {
    if (end === start) return;
    const breaks = type === 'text' ? breaksAtEnd(text) : 0;
    if (breaks > 0 && breaks === text.length) {
      this.#breaks += breaks;
      return;
    }
    this.endBreaks(type === 'reasoning' || text !== '', start);
    this.#push(type, start, end - breaks, text.slice(0, text.length - breaks), token);
    this.#breaks = breaks;
  }

  /** Line breaks before what begins at `end` are shown, or go with the call that follows them. */
  endBreaks(shown: boolean, end: number): void {
    const breaks = this.#breaks;
    this.#breaks = 0;
    if (breaks > 0) this.#push('text', end - breaks, end, shown ? '\n'.repeat(breaks) : '');
  }

  #push(type: 'text' | 'reasoning', start: number, end: number, text: string, token?: string): void {
    const last = this.#events.at(-1);
    if (token !== undefined) this.add({ type: 'text', start, end, text, token });
    else if (last?.type === type && last.end === start && !('token' in last)) {
      this.#events[this.#events.length - 1] = { type, start: last.start, end, text: last.text + text };
    } else this.add({ type, start, end, text });
  }
}
