import type { DialectId, ParsedMessage, TextCallEvent } from './text-calls.js';

/** Dialects whose content ends where their first call begins: what follows is ignored. */
const CONTENT_BEFORE_CALLS: readonly (DialectId | undefined)[] = ['mistral-json-array', 'deepseek-v31'];

/** Puts the events of a whole scan together. */
export function toMessage(events: readonly TextCallEvent[], dialect: DialectId | null): ParsedMessage {
  let [visibleText, content, reasoning, over] = ['', '', '', false];
  for (const event of events) {
    if (event.type === 'reasoning') reasoning += event.text;
    if (event.type === 'call') over ||= CONTENT_BEFORE_CALLS.includes(event.dialect);
    if (event.type !== 'text' && event.type !== 'malformed') continue;
    visibleText += event.text;
    if (!over) content += (event.type === 'text' && event.token) || event.text;
  }
  const calls = events.flatMap((event) => {
    if (event.type !== 'call') return [];
    const { type: _type, ...call } = event;
    return [call];
  });
  const nothing = content.trim() === '' || calls.some(({ bare }) => bare);
  return { events, calls, visibleText, content: nothing ? null : content, reasoning, dialect };
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
      last.end === event.start &&
      !('token' in last || 'token' in event)
    ) {
      joined[joined.length - 1] = { ...last, end: event.end, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
