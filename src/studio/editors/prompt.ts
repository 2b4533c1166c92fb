import type { SessionMessage } from '../base/types.js';

/** Characters of earlier messages that a model gets again. */
const MOST = 6_000;

/** What was said before this request, the end of it: what a studio sends of earlier turns are calls and results only. */
export function conversation({ messages }: { readonly messages: readonly SessionMessage[] }, asked: string): string {
  const last = messages.at(-1);
  const earlier = last?.role === 'user' && last.content === asked ? messages.slice(0, -1) : messages;
  const lines = earlier
    .filter(({ content, auto }) => content.trim() !== '' && !auto)
    .map(({ role, content }) => `${role}: ${content}`);
  const text = lines.join('\n');
  return text.length > MOST ? `…${text.slice(-MOST)}` : text;
}

/** Parts of a prompt under headings; what is blank is left out. */
export const sections = (...parts: readonly (readonly [heading: string, text: string])[]): string =>
  parts
    .filter(([, text]) => text.trim() !== '')
    .map(([heading, text]) => `# ${heading}\n${text}`)
    .join('\n\n');
