import { toEntry } from '../tools/registry.js';
import { toLlmTool } from '../tools/tool-list.js';
import type { LLMCompleteOptions, Message, ToolCall } from '../types.js';

/** Messages as the chat completions API takes them. */
export const toWireMessages = (messages: readonly Message[]): object[] =>
  messages.map(({ role, content, toolCalls = [], toolCallId }) => ({
    role,
    content: toolCalls.length > 0 && content === '' ? null : content,
    ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map(({ id, name, input }) => ({
        ...{ id, type: 'function' },
        function: { name, arguments: JSON.stringify(input) },
      })),
    }),
  }));

/** Tools as it takes them. */
export const toWireTools = (tools: NonNullable<LLMCompleteOptions['tools']>): object[] =>
  tools
    .map((tool) => ('execute' in tool ? toLlmTool(toEntry(tool)) : tool))
    .map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    }));

/** A call while it is put together from its pieces. */
export interface WireCall {
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
  readonly index?: number;
}

/** Puts the calls of an answer together: whole ones, or pieces of them in order. */
export class CallPieces {
  readonly #calls: { id: string; name: string; text: string }[] = [];

  add(pieces: unknown): void {
    if (!Array.isArray(pieces)) return;
    for (const [at, piece] of (pieces as readonly WireCall[]).entries()) {
      const { id, index = this.#placeOf(id, at), function: called = {} } = piece;
      this.#calls[index] ??= { id: '', name: '', text: '' };
      const call = this.#calls[index];
      if (id) call.id = id;
      // Some servers say the name with each piece, some in parts.
      if (called.name && called.name !== call.name) call.name += called.name;
      call.text += called.arguments ?? '';
    }
  }

  /** The calls. Arguments that are no JSON object are told as they are, for the model to mend. */
  get calls(): ToolCall[] {
    return this.#calls.filter(Boolean).map(({ id, name, text }) => ({ id, name, ...argumentsOf(text) }));
  }

  /** Where a piece without a number belongs: to its id's call, or to the last one. */
  #placeOf(id: string | undefined, at: number): number {
    const known = this.#calls.findIndex((call) => id !== undefined && call?.id === id);
    if (known >= 0) return known;
    return id === undefined ? Math.max(0, this.#calls.length - 1) : Math.max(at, this.#calls.length);
  }
}

function argumentsOf(text: string): Pick<ToolCall, 'input' | 'malformed'> {
  if (text.trim() === '') return { input: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { input: value as Record<string, unknown> };
    }
  } catch {
    // Told below.
  }
  return { input: {}, malformed: text };
}
