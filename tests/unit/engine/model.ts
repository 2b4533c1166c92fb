import type { Completion, LLMAdapter, LLMCompleteOptions, LlmTool, Message } from '../../../src/engine/index.js';

/** A model that answers by a script, and what it was asked. */
export interface ScriptedModel extends LLMAdapter {
  readonly calls: { readonly messages: Message[]; readonly tools: readonly string[] }[];
}

type Answer =
  | string
  | Completion
  | ((messages: Message[], options: LLMCompleteOptions) => Completion | Promise<Completion>);

/** Answers one after another; the last one again and again. */
export function scriptedModel(...answers: readonly Answer[]): ScriptedModel {
  const calls: ScriptedModel['calls'] = [];
  let at = 0;
  return {
    calls,
    async complete(messages, options = {}) {
      const tools = (options.tools ?? []) as LlmTool[];
      calls.push({ messages: structuredClone(messages), tools: tools.map(({ name }) => name) });
      const answer = answers[Math.min(at, answers.length - 1)] ?? '';
      at += 1;
      if (typeof answer === 'string') return { content: answer };
      return typeof answer === 'function' ? answer(messages, options) : answer;
    },
  };
}

let ids = 0;
/** An answer that asks for one call, or for more. */
export function calling(...calls: readonly (readonly [name: string, input?: Record<string, unknown>])[]): Completion {
  return {
    content: null,
    toolCalls: calls.map(([name, input = {}]) => {
      ids += 1;
      return { id: `c${ids}`, name, input };
    }),
  };
}

/** What every provider demands: each call has its one result right after it, and each result its call. */
export function orphans(messages: readonly Message[]): string[] {
  const wrong: string[] = [];
  let open: string[] = [];
  for (const { role, toolCalls = [], toolCallId = '' } of messages) {
    if (role === 'tool') {
      if (!open.includes(toolCallId)) wrong.push(`a result without its call: ${toolCallId}`);
      open = open.filter((id) => id !== toolCallId);
      continue;
    }
    wrong.push(...open.map((id) => `a call without its result: ${id}`));
    open = toolCalls.map(({ id }) => id);
  }
  return [...wrong, ...open.map((id) => `a call without its result: ${id}`)];
}
