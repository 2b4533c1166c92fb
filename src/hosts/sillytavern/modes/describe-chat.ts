import type { Material } from '../../../../worker/protocol/quotations.js';
import type { Message } from '../../../engine/internal.js';
import { broughtIn } from '../../../text-calls/internal.js';
import { roleOf } from '../base/chat.js';
import { type Context, fieldsOf, type StoredMessage } from '../base/context.js';
import type { Lore } from './lore.js';

const WORLD = '# World\n';
const NOTES = 'Open Notes\n';

/** What agents may have taken calls from: world info and notes, which come with files, and what their run has brought. */
export function broughtToModes(messages: readonly Message[]): readonly Material[] {
  const prompts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return [
    ...prompts
      .filter((text) => text.startsWith(WORLD))
      .map((text): Material => ({ source: { kind: 'world-info' }, text })),
    ...prompts
      .filter((text) => text.startsWith(NOTES))
      .map((text): Material => ({ source: { kind: 'guidance' }, text })),
    ...broughtIn(messages),
  ];
}

/** Describes the open chat to agents: its characters, world info, open notes, and its last messages. */
export async function describeChat(context: Context, lore: Lore, count: number, notes: string): Promise<Message[]> {
  const shown = context.chat.filter(({ is_system, mes }) => !is_system && mes !== undefined && mes !== '');
  const world = await lore.look(shown.map(lineOf).reverse());
  const about = [cardOf(context), world === '' ? '' : `${WORLD}${world}`, notes].filter((part) => part !== '');
  const last = shown.slice(-count);
  return [...about.map((content): Message => ({ role: 'system', content })), ...last.map(toMessage)];
}

/** With the name of the speaker: in groups, and for agents outside the conversation, the role is not enough. */
const lineOf = ({ name = '', mes = '' }: StoredMessage): string => `${name}: ${mes}`;

const toMessage = (message: StoredMessage): Message => ({ role: roleOf(message), content: lineOf(message) });

/** The card as the host would describe it to a model. */
function cardOf(context: Context): string {
  const fields = fieldsOf(context.getCharacterCardFields?.());
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
