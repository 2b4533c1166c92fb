import type { Message } from '../../../engine/types.js';
import type { Context, StoredMessage } from '../context.js';

/** What agents are told of the chat that is open: who plays, what the world holds, open notes, and its last messages. */
export async function tellOf(context: Context, count: number, notes: string): Promise<Message[]> {
  const shown = context.chat.filter(({ is_system, mes }) => !is_system && mes !== undefined && mes !== '');
  const about = [cardOf(context), await worldOf(context, shown), notes].filter((part) => part !== '');
  const last = shown.slice(-count);
  return [...about.map((content): Message => ({ role: 'system', content })), ...last.map(toMessage)];
}

const roleOf = ({ is_user, extra }: StoredMessage): 'user' | 'assistant' | 'system' =>
  is_user ? 'user' : extra?.type === 'narrator' ? 'system' : 'assistant';

/** With who says it: in groups, and for agents that look from outside, the role alone does not tell. */
const toMessage = (message: StoredMessage): Message => ({
  role: roleOf(message),
  content: `${message.name ?? ''}: ${message.mes ?? ''}`,
});

/** The card as the host would tell a model of it. */
function cardOf(context: Context): string {
  const fields = Object(context.getCharacterCardFields?.()) as { readonly [field: string]: unknown };
  const part = (title: string, name: string) => {
    const text = fields[name];
    return typeof text === 'string' && text.trim() !== '' ? [`## ${title}\n${text.trim()}`] : [];
  };
  const parts = [
    ...part('Character', 'description'),
    ...part('Personality', 'personality'),
    ...part('Scenario', 'scenario'),
    ...part('Player', 'persona'),
  ];
  return parts.length === 0 ? '' : [`# ${context.name2} and ${context.name1}`, ...parts].join('\n');
}

/** Entries of world books that these messages bring up; looked up without any of the effects of a real request. */
async function worldOf(context: Context, messages: readonly StoredMessage[]): Promise<string> {
  const lines = messages.map(({ name = '', mes = '' }) => `${name}: ${mes}`).reverse();
  try {
    const found: unknown = await context.getWorldInfoPrompt?.(lines, context.maxContext ?? 4_096, true, {});
    const { worldInfoString: text } = Object(found) as { worldInfoString?: unknown };
    return typeof text === 'string' && text.trim() !== '' ? `# World\n${text.trim()}` : '';
  } catch (error) {
    console.info('Bulkhead: world info could not be looked up for a run:', error);
    return '';
  }
}
