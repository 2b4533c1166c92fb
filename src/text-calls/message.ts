import type { CallPrompt } from '../../worker/protocol/text-calls.js';

/** One message of a conversation, as models take it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a model is sent: the conversation, with what tells it how to call in front, and a reminder where it looks last. */
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
