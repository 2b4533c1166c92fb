import { untilAborted } from '../../../primitives/index.js';
import { askModel, type TaskAnswer, type TaskRequest } from '../../../studio/internal.js';
import type { TextCalls } from '../../../text-calls/internal.js';
import { fieldsOf } from '../base/context.js';
import type { Parts } from '../base/parts.js';
import { sillyTavernModel } from '../modes/model.js';

/** Tokens of an answer at least: the host's own number is for messages of a chat, and would cut a program off. */
const REPLY_TOKENS = 4_096;

interface TaskParts extends Pick<Parts, 'context' | 'words'> {
  readonly textCalls: TextCalls;
}

/** What an extension may leave out of a request. */
export type TaskInput = Pick<TaskRequest, 'messages'> & Partial<TaskRequest>;

/** Asks the model that is connected or named, apart from the chat. @throws the signal’s reason, `MODEL_FAILED`. */
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

/** Fields of what the host answers about world info, in the order in which they stand in its prompts. */
const TEXTS = ['worldInfoBefore', 'worldInfoAfter'] as const;

/** World info as text for a model: what the host answers of its own, a text, or else JSON. Empty where there is nothing. */
export function worldInfoText(info: unknown): string {
  if (typeof info === 'string') return info.trim();
  if (typeof info !== 'object' || info === null) return '';
  const fields = fieldsOf(info);
  const known = [...TEXTS, 'worldInfoString'].some((field) => typeof fields[field] === 'string');
  if (!known) return JSON.stringify(info);
  const texts = TEXTS.map((field) => fields[field]).filter((text) => typeof text === 'string' && text.trim() !== '');
  return texts.length > 0 ? texts.join('\n') : String(fields.worldInfoString ?? '').trim();
}
