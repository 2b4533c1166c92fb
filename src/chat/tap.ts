import { BulkheadError } from '../../worker/protocol/errors.js';
import type { Completion, CompletionChunk, LLMAdapter, LLMCompleteOptions, Message } from '../engine/index.js';

/** The model of a turn, and the listener to its answer. */
export interface Tap {
  readonly model: LLMAdapter | undefined;
  begin(): unknown;
  piece(text: string): unknown;
  end(answer: Completion): unknown;
}

/** The model of a session. It sends each request to the model of the turn, and passes every piece of an answer to the turn's listener. */
export class ModelTap implements LLMAdapter {
  #tap: Tap | undefined;

  /** Until somebody else listens, requests belong to this turn. */
  listen(tap: Tap): void {
    this.#tap = tap;
  }

  async complete(messages: Message[], options: LLMCompleteOptions = {}): Promise<Completion> {
    const tap = this.#tap;
    if (!tap?.model) throw new BulkheadError('MODEL_FAILED', 'no model is connected');
    const { model } = tap;
    tap.begin();
    const answer = model.stream
      ? await collect(model.stream(messages, options), tap)
      : await model.complete(messages, options);
    options.signal?.throwIfAborted();
    tap.end(answer);
    return answer;
  }
}

async function collect(pieces: AsyncIterable<unknown>, tap: Tap): Promise<Completion> {
  let content = '';
  const toolCalls: NonNullable<Completion['toolCalls']> = [];
  for await (const piece of pieces) {
    const { delta = typeof piece === 'string' ? piece : '', toolCalls: calls = [] } = Object(piece) as Exclude<
      CompletionChunk,
      string
    >;
    content += delta;
    toolCalls.push(...calls);
    if (delta !== '') tap.piece(delta);
  }
  return { content, toolCalls };
}
