import type { LLMCompleteOptions, Message } from '../../../engine/internal.js';
import { toWireMessages, toWireTools } from '../../../engine/internal.js';
import type { Context } from '../base/context.js';

interface RequestOptions {
  readonly tools: NonNullable<LLMCompleteOptions['tools']>;
  readonly stream: boolean;
  readonly replyTokens: number | undefined;
  /** Settings in the place of those that are chosen. */
  readonly settings?: object | undefined;
}

/** A request as the host would make it of its settings, with these messages in the place of the chat's and these tools. */
export async function chatRequest(
  context: Context,
  messages: readonly Message[],
  { tools, stream, replyTokens = 0, settings = {} }: RequestOptions,
): Promise<object> {
  const { ChatCompletionService: service, chatCompletionSettings: chosen } = context;
  const wire = toWireMessages(messages);
  const payload = await service?.presetToGeneratePayload({ ...chosen, ...settings }, {}, { messages: wire });
  const tokens = Number((Object(payload) as { max_tokens?: unknown }).max_tokens) || 0;
  return {
    ...payload,
    messages: wire,
    model: context.getChatCompletionModel?.(),
    stream,
    ...(replyTokens > tokens && { max_tokens: replyTokens }),
    ...(tools.length > 0 && { tools: toWireTools(tools), tool_choice: 'auto' }),
  };
}
