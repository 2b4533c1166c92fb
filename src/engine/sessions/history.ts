import { plainCopy } from '../base/plain-copy.js';
import type { Message, ToolCall } from '../base/types.js';

/** The results that follow a message with calls, by the calls' ids, up to the next message of another kind. */
function resultsAfter(records: readonly Message[], at: number): { readonly end: number; readonly ids: Set<string> } {
  const ids = new Set<string>();
  let end = at + 1;
  for (; records[end]?.role === 'tool'; end++) ids.add(records[end]?.toolCallId ?? '');
  return { end, ids };
}

const callsOf = (message: Message | undefined): readonly ToolCall[] => message?.toolCalls ?? [];

/** History as a provider takes it: each call has one result, each result its call. Texts beside open calls stay. */
export function withoutOrphans(records: readonly Message[]): Message[] {
  const kept: Message[] = [];
  for (let at = 0; at < records.length; at++) {
    const message = records[at];
    if (!message || message.role === 'tool') continue;
    const calls = callsOf(message);
    if (calls.length === 0) {
      kept.push(message);
      continue;
    }
    const { end, ids } = resultsAfter(records, at);
    // Each id once: what is taken is not there for another one.
    const answered = calls.filter(({ id }) => ids.delete(id));
    const { toolCalls: _, ...said } = message;
    if (answered.length > 0) kept.push({ ...message, toolCalls: answered });
    else if (message.content !== '') kept.push(said);
    const open = new Set(answered.map(({ id }) => id));
    for (const result of records.slice(at + 1, end)) {
      if (open.delete(result.toolCallId ?? '')) kept.push(result);
    }
    at = end - 1;
  }
  return kept;
}

/** What a model is given of a history and of what is said now: copies, which it may do with what it likes. */
export const promptOf = (records: readonly Message[], fresh: readonly Message[]): Message[] =>
  withoutOrphans([...records, ...fresh]).map(plainCopy);

/** Answers for the calls at the end of some records that nobody has answered: those that are `known`, else `content`. */
export function closingOf(records: readonly Message[], content: string, known: readonly Message[] = []): Message[] {
  const last = records.findLastIndex(({ role }) => role !== 'tool');
  const { ids } = resultsAfter(records, last);
  return callsOf(records[last])
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => known.find(({ toolCallId }) => toolCallId === id) ?? { role: 'tool', toolCallId: id, content });
}

/** A parent's records for a child: without the round that is under way, whose calls are open. */
export function withoutOpenRound(records: readonly Message[]): Message[] {
  const last = records.findLastIndex(({ role }) => role !== 'tool');
  const calls = callsOf(records[last]);
  if (calls.length === 0) return [...records];
  const { ids } = resultsAfter(records, last);
  return calls.every(({ id }) => ids.has(id)) ? [...records] : records.slice(0, last);
}

/** Calls with unique ids: a provider may leave ids out, or repeat one. */
export function distinctCalls(calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Set<string>();
  return calls.map((call, at) => {
    let id = call.id || `call_${at + 1}`;
    while (seen.has(id)) id = `${id}_${at + 1}`;
    seen.add(id);
    return id === call.id ? call : { ...call, id };
  });
}
