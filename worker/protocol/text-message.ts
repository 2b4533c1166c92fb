import type { DialectId, ParsedMessage, TextCallEvent } from './text-calls.js';

/** Puts the events of a whole scan together. */
export function toMessage(events: readonly TextCallEvent[], dialect: DialectId | null): ParsedMessage {
  let [visibleText, reasoning] = ['', ''];
  for (const event of events) {
    if (event.type === 'text' || event.type === 'malformed') visibleText += event.text;
    else if (event.type === 'reasoning') reasoning += event.text;
  }
  const calls = events.flatMap((event) => {
    if (event.type !== 'call') return [];
    const { type: _type, ...call } = event;
    return [call];
  });
  const nothing = visibleText.trim() === '' || calls.some(({ bare }) => bare);
  return { events, calls, visibleText, content: nothing ? null : visibleText, reasoning, dialect };
}

/** The same events whatever the chunks were: neighbours of one kind are one, and arguments in the making are left out. */
export function joinEvents(events: readonly TextCallEvent[]): TextCallEvent[] {
  const joined: TextCallEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === 'call-arguments') continue;
    if (
      (event.type === 'text' || event.type === 'reasoning') &&
      last?.type === event.type &&
      last.end === event.start
    ) {
      joined[joined.length - 1] = { ...last, end: event.end, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
