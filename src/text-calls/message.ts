import type { CallPrompt, DialectChoice, DialectId, PromptLanguage } from '../../worker/protocol/text-calls.js';
import type { ConfirmQuotation } from '../contracts/index.js';
import type { Generated } from './answer.js';

/** One message of a conversation, as models take it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A model that calls tools by writing, and the prompt for it. */
export interface WritingModel {
  /** Asks the model: answers with text, or with pieces of it as they come. The signal aborts when the call or turn is stopped. */
  readonly generate: (
    messages: readonly ChatMessage[],
    options: { readonly signal: AbortSignal },
  ) => Generated | Promise<Generated>;
  /** The dialect that the prompt asks for. Default: `bracket-call`. */
  readonly dialect?: DialectId;
  /** The dialects that are read. Default: the one that the prompt asks for. */
  readonly read?: DialectChoice;
  readonly language?: PromptLanguage;
  readonly budgetTokens?: number;
  /** The role of messages with results. Default: `system`; some servers take only `user` in the middle of a conversation. */
  readonly resultRole?: 'system' | 'user';
  /**
   * Asks about a call that the model has taken from a result, or from something else that has come in since the user's last
   * message. Default: as `textCalls.askAbout` does; without it such calls are refused, and the model gets the refusal.
   */
  readonly confirmQuotation?: ConfirmQuotation | undefined;
}

/** The messages for a model: instructions for calling, the conversation, and a reminder at the end. */
export function toRequest(messages: readonly ChatMessage[], { system, reminder }: CallPrompt): readonly ChatMessage[] {
  if (system === '') return [...messages];
  const [first, ...rest] = messages;
  const request: ChatMessage[] =
    first?.role === 'system'
      ? [{ ...first, content: `${first.content}\n\n${system}` }, ...rest]
      : [{ role: 'system', content: system }, ...messages];
  const last = request.findLastIndex(({ role }) => role === 'user');
  const user = request[last];
  if (user) request[last] = { ...user, content: `${user.content}\n\n${reminder}` };
  return request;
}
