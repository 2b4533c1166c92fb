import { BulkheadError } from '../../../worker/protocol/errors.js';
import type { Completion, CompletionChunk, LLMAdapter, LLMCompleteOptions, Message } from '../base/types.js';
import { Pieces } from './pieces.js';

/** What a model has answered, one answer after another. */
export interface Recording {
  readonly format: 'bulkhead-recording';
  readonly version: 1;
  readonly answers: readonly Completion[];
}

/** A model that is none: it says what was recorded, whatever it is asked. */
export interface ScriptedModel extends LLMAdapter {
  /** For whoever shows it: nobody is to take it for a model. */
  readonly scripted: true;
  readonly left: number;
  stream(messages: Message[], options?: LLMCompleteOptions): AsyncIterable<CompletionChunk>;
}

/** Words with what follows them: so a stream of a model comes. */
const WORDS = /\S*\s*/gu;

/**
 * Replays a recorded conversation. At its end it rejects with `MODEL_FAILED`; with `again` it begins anew.
 *
 * @example
 * import { scriptedModel } from 'bulkhead/engine';
 * const answers = [{ content: 'Welcome to the inn.' }];
 * const model = scriptedModel({ format: 'bulkhead-recording', version: 1, answers });
 * const { content } = await model.complete([{ role: 'user', content: 'Hello' }]);
 */
export function scriptedModel({ answers }: Recording, { again = false } = {}): ScriptedModel {
  let at = 0;
  const next = (signal: AbortSignal | undefined): Completion => {
    signal?.throwIfAborted();
    if (at >= answers.length && again) at = 0;
    const answer = answers[at];
    if (!answer) throw new BulkheadError('MODEL_FAILED', 'the recorded conversation is over: choose a model to go on');
    at += 1;
    return structuredClone(answer);
  };
  return {
    scripted: true,
    get left() {
      return answers.length - at;
    },
    complete: async (_, { signal } = {}) => next(signal),
    async *stream(_, { signal } = {}) {
      const { content, toolCalls = [], reasoning, usage } = next(signal);
      if (reasoning) yield { reasoning };
      for (const delta of content?.match(WORDS) ?? []) {
        signal?.throwIfAborted();
        if (delta !== '') yield { delta };
      }
      yield { toolCalls, ...(usage && { usage }) };
    },
  };
}

/**
 * A model as it is, and a recording of what it answers. What fails is not recorded.
 *
 * @example
 * import { openAiModel, recordingModel } from 'bulkhead/engine';
 * const model = recordingModel(openAiModel({ endpoint: 'https://models.example/v1', model: 'small' }));
 * await model.complete([{ role: 'user', content: 'Hello' }]);
 * const file = JSON.stringify(model.recording());
 */
export function recordingModel(llm: LLMAdapter): LLMAdapter & { recording(): Recording } {
  const answers: Completion[] = [];
  const { stream } = llm;
  return {
    recording: () => ({ format: 'bulkhead-recording', version: 1, answers: structuredClone(answers) }),
    async complete(messages, options) {
      const answer = await llm.complete(messages, options);
      answers.push(structuredClone(answer));
      return answer;
    },
    ...(stream && {
      async *stream(messages: Message[], options?: LLMCompleteOptions) {
        const pieces = new Pieces();
        for await (const piece of stream.call(llm, messages, options)) {
          pieces.add(piece);
          yield piece;
        }
        answers.push(structuredClone(pieces.answer));
      },
    }),
  };
}
