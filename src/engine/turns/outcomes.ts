import type { Completion, Message } from '../base/types.js';
import type { ParsedCall, ReplyParser, ToolOutcome } from './types.js';

/** Characters of one result that a model is given. A longer result is cut, and says so at its end. */
export const RESULT_CHARS = 256 * 1_024;

/** JSON of results: written once, because a getter of a result may do something else the next time. */
const written = new WeakMap<ToolOutcome, string>();

/** What a call came to. @throws where what it came to cannot be written down. */
export function outcomeOf(outcome: ToolOutcome): ToolOutcome {
  // A function, for one, has no JSON.
  const text = JSON.stringify(outcome.data) ?? 'null';
  const made = text === 'null' ? { ...outcome, data: null } : outcome;
  written.set(made, text);
  return made;
}

const jsonOf = (outcome: ToolOutcome): string => written.get(outcome) ?? JSON.stringify(outcome.data) ?? 'null';

/** The text that a session is sent after a round. */
export function envelopeOf(outcomes: readonly ToolOutcome[]): string {
  const parts = outcomes.map((outcome) => {
    const { toolCallId, toolName, args, success, error } = outcome;
    const head = JSON.stringify({ toolCallId, toolName, args, success }).slice(0, -1);
    return `${head},"data":${jsonOf(outcome)},"error":${JSON.stringify(error)}}`;
  });
  return `{"toolResults":[${parts.join(',')}]}`;
}

export const toMessages = (outcomes: readonly ToolOutcome[]): Message[] =>
  outcomes.map((outcome) => ({
    role: 'tool',
    toolCallId: outcome.toolCallId ?? '',
    content: cut(outcome.success ? textOf(outcome) : outcome.error || 'Unknown error'),
  }));

function textOf(outcome: ToolOutcome): string {
  const { data } = outcome;
  return typeof data === 'string' ? data : data === null || data === undefined ? '' : jsonOf(outcome);
}

/** A model that is given half a result is to know it. */
function cut(text: string): string {
  if (text.length <= RESULT_CHARS) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(RESULT_CHARS - 1));
  const kept = text.slice(0, isSplit ? RESULT_CHARS - 1 : RESULT_CHARS);
  return `${kept}\n[cut here: the first ${kept.length} of ${text.length} characters]`;
}

/**
 * A session's answer as the text that the turn loop reads.
 *
 * @example
 * import { serializeSessionSendResult, sessionSendResultParser } from 'bulkhead/engine';
 * const call = { id: 'call-1', name: 'room_price', input: { room: 'attic' } };
 * const text = serializeSessionSendResult({ content: null, toolCalls: [call] });
 * const { toolCalls } = sessionSendResultParser.parse(text);
 */
export const serializeSessionSendResult = ({ content, toolCalls = [] }: Completion): string =>
  JSON.stringify({
    content,
    toolCalls: toolCalls.map(({ id, name, input, malformed, refused }) => ({
      id,
      name,
      args: input,
      ...(malformed && { malformed }),
      ...(refused !== undefined && { refused }),
    })),
  });

/** Reads what `serializeSessionSendResult` has written. */
export const sessionSendResultParser: ReplyParser = {
  parse(raw) {
    const given: unknown = JSON.parse(raw);
    if (typeof given !== 'object' || given === null) throw new TypeError('an answer is an object');
    const { content = null, toolCalls } = given as { content?: unknown; toolCalls?: unknown };
    return {
      content: typeof content === 'string' ? content : null,
      toolCalls: Array.isArray(toolCalls) ? toolCalls.map(toCall) : [],
    };
  },
};

function toCall(given: unknown): ParsedCall {
  const { id, name, args, input, malformed, refused } = Object(given) as { readonly [field: string]: unknown };
  const object = args ?? input;
  return {
    id: typeof id === 'string' ? id : null,
    name: String(name ?? ''),
    args: typeof object === 'object' && object !== null ? (object as Record<string, unknown>) : {},
    ...(typeof malformed === 'string' && { malformed }),
    ...(typeof refused === 'string' && { refused }),
  };
}
