import type { ChatCall, ChatLine, ChatRecord } from './types.js';

/** Of lines and calls on this page: no two have the same number. */
let [lastLine, lastCall] = [0, 0];

/** A line that nothing is known of but who says it. */
export function emptyLine(role: ChatLine['role'], text = ''): ChatLine {
  lastLine += 1;
  return { id: `line-${lastLine}`, role, text, at: -1, streaming: false, calls: [] };
}

/** A call that has just begun. */
export function emptyCall(tool: string, args: unknown, startedAt: number): ChatCall {
  lastCall += 1;
  return { id: lastCall, tool, args, state: 'running', startedAt, log: [], logDropped: 0 };
}

/** What was said in a session, read from what is kept of it: answers bear their calls, with what these came to. */
export function toLines(records: readonly ChatRecord[]): ChatLine[] {
  const lines: ChatLine[] = [];
  for (const [at, { role, content, toolCalls, ended, run }] of records.entries()) {
    if (role !== 'user' && role !== 'assistant') continue;
    const results = toolCalls && resultsAfter(records, at);
    lines.push({
      ...emptyLine(role, content),
      at,
      calls: (toolCalls ?? []).map(({ id, name, input }) => keptCall(name, input, results?.get(id))),
      ...(ended && { ended }),
      ...(run !== undefined && { run }),
    });
  }
  return lines;
}

/** Records of the message at a place: itself, and the results of its calls. */
export function endOfMessage(records: readonly ChatRecord[], at: number): number {
  let end = at + 1;
  while (records[end]?.role === 'tool') end += 1;
  return end;
}

function resultsAfter(records: readonly ChatRecord[], at: number): ReadonlyMap<string, ChatRecord> {
  const results = records.slice(at + 1, endOfMessage(records, at));
  return new Map(results.map((record) => [record.toolCallId ?? '', record]));
}

function keptCall(tool: string, args: unknown, result: ChatRecord | undefined): ChatCall {
  const call = { ...emptyCall(tool, args, 0), endedAt: result?.ms ?? 0 };
  if (!result) return { ...call, state: 'stopped', failure: { code: 'STOPPED', message: '' } };
  const { failure, content } = result;
  if (!failure) return { ...call, state: 'done', result: { value: readValue(content) } };
  return { ...call, state: failure.code === 'STOPPED' ? 'stopped' : 'failed', failure };
}

/** A result as it was before it was written for a model: data where it is JSON of some, else the text. */
function readValue(content: string): unknown {
  if (!/^\s*[[{]/u.test(content)) return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
