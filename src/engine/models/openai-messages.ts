import type { LLMCompleteOptions, Message } from '../base/types.js';
import { toEntry } from '../tools/registry.js';
import { toLlmTool } from '../tools/tool-list.js';

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

export const toWireTools = (tools: NonNullable<LLMCompleteOptions['tools']>): object[] =>
  tools
    .map((tool) => ('execute' in tool ? toLlmTool(toEntry(tool)) : tool))
    .map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    }));
