import type { Material } from '../../worker/protocol/quotations.js';
import type { Message } from '../engine/internal.js';

/** Results of calls and what runs have handed on, since the user has said something last. */
export function broughtIn(messages: readonly Message[]): readonly Material[] {
  const names = new Map<string, string>();
  for (const { toolCalls = [] } of messages) for (const { id, name } of toolCalls) names.set(id, name);
  const last = messages.findLastIndex(({ role, automatic }) => role === 'user' && !automatic);
  return messages.slice(last + 1).flatMap(({ role, content, toolCallId = '', automatic }): Material[] => {
    if (role === 'tool') return [{ source: { kind: 'tool', name: names.get(toolCallId) ?? 'a tool' }, text: content }];
    return automatic ? [{ source: { kind: 'guidance' }, text: content }] : [];
  });
}
