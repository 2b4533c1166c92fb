import { type Context, fieldsOf } from './context.js';

/** One message of a request, as `CHAT_COMPLETION_PROMPT_READY` shows it. */
export interface PromptMessage {
  role?: unknown;
  content?: unknown;
}

/** Positions of the host's `setExtensionPrompt`: a message of its own among the system prompts, or none. */
const IN_PROMPT = 0;
export const NOWHERE = -1;

/** Puts a text of ours into what is not composed yet. */
export const putPrompt = (context: Context, key: string, text: string): void =>
  context.setExtensionPrompt(key, text, IN_PROMPT, 0);

/** Takes it out of there. */
export function takeOutPrompt(context: Context, key: string): void {
  if (Object.hasOwn(context.extensionPrompts ?? {}, key)) context.setExtensionPrompt(key, '', NOWHERE, 0);
}

/** Adds a text behind the first system prompts of a request that is composed. */
export function addToRequest(messages: PromptMessage[], content: string): void {
  const first = messages.findIndex(({ role }) => role !== 'system');
  messages.splice(first < 0 ? messages.length : first, 0, { role: 'system', content });
}

/** Whether a message says this, in any of its parts. */
export function holds(content: unknown, text: string): boolean {
  if (typeof content === 'string') return content.includes(text.trim());
  return Array.isArray(content) && content.some((part) => holds(fieldsOf(part).text, text));
}
