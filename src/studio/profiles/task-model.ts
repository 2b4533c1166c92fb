import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { LLMAdapter, LlmTool, Message } from '../../engine/internal.js';
import { pagePacer, type RequestLimits, requestTurn } from '../base/requests.js';
import type { StudioContext, TaskAnswer, TaskMessage, ToolDefinition } from '../base/types.js';

export interface TaskModelOptions extends RequestLimits {
  /** Requests at most; those that are made again count. */
  readonly most: number;
  readonly tooMany: string;
}

/** `context.generateTask` as a model of a run, at the pace of all studios. @throws `MODEL_FAILED` after too many requests. */
export function taskModel(
  context: StudioContext,
  { most, tooMany, ...limits }: TaskModelOptions,
): LLMAdapter & { readonly asked: number } {
  let asked = 0;
  return {
    get asked() {
      return asked;
    },
    async complete(messages, { tools = [], signal = new AbortController().signal } = {}) {
      if (asked >= most) throw new BulkheadError('MODEL_FAILED', tooMany);
      const request = {
        ...{ messages: messages.map(toTask), tools: (tools as readonly LlmTool[]).map(toDefinition) },
        ...{ toolChoice: 'auto' as const, apiPresetName: '', llmPresetName: '', runtimeWorldInfo: null },
      };
      const { text, toolCalls } = await requestTurn<TaskAnswer>({
        async ask(attempt) {
          asked += 1;
          return context.generateTask({ ...request, signal: attempt });
        },
        // Whether an answer fits is the run’s to say.
        check: () => undefined,
        ...limits,
        ...{ pacer: pagePacer, signal },
      });
      return {
        content: text,
        toolCalls: toolCalls.map(({ id = '', name, args }) => ({ id, name, ...inputOf(args) })),
      };
    },
  };
}

/** Arguments, or what the model has written in their place. */
function inputOf(args: unknown): { readonly input: Record<string, unknown>; readonly malformed?: string } {
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return { input: { ...args } };
  return { input: {}, malformed: typeof args === 'string' ? args : (JSON.stringify(args) ?? '') };
}

const toDefinition = ({ name, description, inputSchema }: LlmTool): ToolDefinition => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
});

const toTask = ({ role, content, toolCalls = [], toolCallId }: Message): TaskMessage => ({
  ...{ role, content },
  ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
  ...(toolCalls.length > 0 && {
    tool_calls: toolCalls.map(({ id, name, input }) => ({
      ...{ id, type: 'function' as const },
      function: { name, arguments: JSON.stringify(input) },
    })),
  }),
});
