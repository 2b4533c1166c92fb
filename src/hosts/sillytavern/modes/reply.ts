import { CallPieces, type Completion, type ToolCall } from '../../../engine/internal.js';
import { type Fields, fieldsOf, listOf } from '../base/context.js';

/** What a model has said and called, in the shape of chat completions, Claude (`tool_use`), Gemini (`functionCall`) or Cohere. */
export function readReply(answer: unknown): Completion {
  if (typeof answer === 'string') return { content: answer };
  const given = fieldsOf(answer);
  const message = fieldsOf(fieldsOf(listOf(given.choices)[0]).message ?? given.message);
  const parts = listOf(given.content).map(fieldsOf);
  const google = listOf(fieldsOf(given.responseContent).parts).map(fieldsOf);
  const pieces = new CallPieces();
  pieces.add(message.tool_calls);
  const toolCalls = [
    ...pieces.calls,
    ...parts.filter(({ type }) => type === 'tool_use').map(({ id, name, input }) => toCall(id, name, input)),
    ...google.flatMap(({ functionCall }) => {
      const { id, name, args } = fieldsOf(functionCall);
      return name === undefined ? [] : [toCall(id, name, args)];
    }),
  ];
  const reasoning = textOf(message.reasoning_content) ?? textOf(message.reasoning);
  return {
    ...{ content: textOf(message.content) ?? textOf(given.content) ?? null, toolCalls },
    ...(reasoning && { reasoning }),
    ...usageOf(fieldsOf(given.usage)),
  };
}

/** By the names of either API. */
function usageOf(usage: Fields): Pick<Completion, 'usage'> {
  const [input, output] = [usage.prompt_tokens ?? usage.input_tokens, usage.completion_tokens ?? usage.output_tokens];
  if (typeof input !== 'number' && typeof output !== 'number') return {};
  return { usage: { inputTokens: Number(input) || 0, outputTokens: Number(output) || 0 } };
}

const toCall = (id: unknown, name: unknown, input: unknown): ToolCall => ({
  id: typeof id === 'string' ? id : '',
  name: String(name),
  input: { ...fieldsOf(input) },
});

/** A text, or the texts among parts of a message. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const texts = listOf(content).flatMap((part) => {
    const { text } = fieldsOf(part);
    return typeof text === 'string' ? [text] : [];
  });
  return texts.length > 0 ? texts.join('') : undefined;
}
