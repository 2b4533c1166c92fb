import type { Completion, LLMAdapter, Message } from '../engine/index.js';
import { BulkheadError } from '../index.js';

/** A step of a recorded model: what it answers as long as the request says nothing of `until`. The last has none. */
interface Step {
  readonly until?: string;
  readonly answer: Completion;
}

/** A conversation with a recorded model: it goes by what has become of the artifact, not by how often it was asked. */
export interface RecordedStudio {
  /** What the user says first. */
  readonly say: string;
  readonly steps: readonly Step[];
}

/** The recorded model. `pace`: waits before each answer, as a model lets wait. */
export function recordedStudioModel({ steps }: RecordedStudio, pace: () => Promise<void>): LLMAdapter {
  const next = (messages: readonly Message[]): Completion => {
    const request = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const step = steps.find(({ until }) => until === undefined || !request.includes(until));
    if (!step) throw new BulkheadError('MODEL_FAILED', 'the recorded conversation is over: choose a model to go on');
    return structuredClone(step.answer);
  };
  return {
    async complete(messages, { signal } = {}) {
      await pace();
      signal?.throwIfAborted();
      return next(messages);
    },
  };
}

/** Reads a file of examples by language. @throws `BAD_ARGS` for what is none. */
export function readRecordedStudio(file: unknown, language: string): RecordedStudio {
  const all = Object(file) as { readonly [language: string]: RecordedStudio | undefined };
  const found = all[language] ?? all.en;
  if (typeof found?.say !== 'string' || !Array.isArray(found.steps))
    throw new BulkheadError('BAD_ARGS', 'this is no recorded example');
  return found;
}
