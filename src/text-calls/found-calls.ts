import type { TextCall, TextCallEvent, TextTool } from '../../worker/protocol/text-calls.js';

/**
 * The calls among events, in their order. One of these tools that cannot be read is among them, with what was expected in
 * its place, so that the model gets its error; but not one that was only cut off.
 *
 * @example
 * import { createHost } from 'bulkhead';
 * import { foundCalls } from 'bulkhead/text-calls';
 * const { skills, textCalls } = createHost();
 * const tools = skills.list();
 * const { events } = await textCalls.parse('[CALL: roll_dice(notation=2d6)]', { dialect: 'auto', tools });
 * const { results } = await skills.run(foundCalls(events, tools));
 */
export function foundCalls(events: readonly TextCallEvent[], tools: readonly TextTool[]): TextCall[] {
  const known = new Set(tools.map(({ name }) => name));
  return events.flatMap((event): TextCall[] => {
    if (event.type === 'call') return [event];
    return event.type === 'malformed' && event.reason !== 'unfinished' && known.has(event.name)
      ? [unreadable(event)]
      : [];
  });
}

const unreadable = (event: TextCallEvent & { readonly type: 'malformed' }): TextCall => ({
  ...{ id: event.id, dialect: 'bracket-call', name: event.name, arguments: {}, rawArguments: event.text },
  ...{ repaired: false, start: event.start, end: event.end },
  issues: [{ path: '', expected: EXPECTED[event.reason] ?? 'a call in the given form.', got: event.text.slice(0, 80) }],
});

const EXPECTED: { readonly [reason: string]: string } = {
  'too-long': 'shorter arguments.',
  conflict: 'either a call or a final answer, not both.',
  arguments: 'arguments in the given form.',
  id: 'an id with the place of the call, such as functions.name:0.',
};
