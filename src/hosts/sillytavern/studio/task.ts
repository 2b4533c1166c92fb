import type { TextCalls } from '../../../index.js';
import { untilAborted } from '../../../primitives/index.js';
import type { TaskAnswer, TaskRequest } from '../../../studio/internal.js';
import { askModel } from '../../../studio/internal.js';
import type { Context } from '../base/context.js';
import type { Words } from '../base/words.js';
import { sillyTavernModel } from '../modes/model.js';
import { worldInfoText } from './world-info.js';

/** Tokens of an answer at least: the host's own number is for messages of a chat, and would cut a program off. */
const REPLY_TOKENS = 4_096;

export interface TaskParts {
  readonly context: () => Context;
  readonly words: Words;
  readonly textCalls: TextCalls;
}

/** What an extension may leave out of a request. */
export type TaskInput = Pick<TaskRequest, 'messages'> & Partial<TaskRequest>;

/**
 * Asks the model that the host is connected to, or the one that is named, without anything of the chat, in which nothing of
 * it is seen. @throws the signal’s reason, `MODEL_FAILED`.
 */
export async function generateTask(parts: TaskParts, task: TaskInput): Promise<TaskAnswer> {
  const { apiPresetName = '', llmPresetName = '', signal = new AbortController().signal } = task;
  signal.throwIfAborted();
  const model = sillyTavernModel({
    ...parts,
    replyTokens: () => REPLY_TOKENS,
    presets: { profile: apiPresetName, preset: llmPresetName },
  });
  const request: TaskRequest = {
    messages: task.messages,
    tools: task.tools ?? [],
    toolChoice: 'auto',
    ...{ apiPresetName, llmPresetName, signal },
    runtimeWorldInfo: worldInfoText(task.runtimeWorldInfo),
  };
  return untilAborted(askModel(model, request), signal);
}
