import type { LLMAdapter, Message } from '../base/types.js';

/** What is asked: instructions, and what they are about. */
export interface TextRequest {
  readonly system: string;
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** Asks a model for one text, without tools. `tokens`: what that has cost, where the model says so. */
export async function askText(
  model: LLMAdapter,
  { system, prompt, signal }: TextRequest,
): Promise<{ readonly text: string; readonly tokens?: number }> {
  const messages: Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ];
  const { content, usage } = await model.complete(messages, { signal });
  return { text: content ?? '', ...(usage && { tokens: usage.inputTokens + usage.outputTokens }) };
}
