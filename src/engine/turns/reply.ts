import type { Completion } from '../base/types.js';
import type { ParsedCall, ReplyParser } from './types.js';

/** A session's answer as the text that the turn loop reads. */
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
