import type { Completion, CompletionChunk, ToolCall } from '../base/types.js';

/** Puts the pieces of an answer together, as any model may give them. */
export class Pieces {
  readonly #calls: ToolCall[] = [];
  #answer: Completion = { content: null };

  add(piece: unknown): string {
    const given = Object(piece) as Exclude<CompletionChunk, string>;
    const { delta = typeof piece === 'string' ? piece : undefined, toolCalls = [], reasoning, usage } = given;
    const { content, reasoning: thought = '' } = this.#answer;
    this.#calls.push(...toolCalls);
    this.#answer = {
      ...this.#answer,
      content: delta === undefined ? content : (content ?? '') + delta,
      ...(reasoning && { reasoning: thought + reasoning }),
      ...(usage && { usage }),
    };
    return delta ?? '';
  }

  /** What they come to; `null` where none was text. */
  get answer(): Completion {
    return { ...this.#answer, toolCalls: this.#calls };
  }
}
