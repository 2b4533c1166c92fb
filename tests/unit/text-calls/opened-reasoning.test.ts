import { expect, test } from 'vitest';
import { joinEvents, toMessage } from '../../../worker/protocol/text-message.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';

const CALL = '<tool_call>\n{"name": "look", "arguments": {"at": "HERE"}}\n</tool_call>';
const call = (at: string) => CALL.replace('HERE', at);

test('where the prompt has opened the reasoning, what comes before its end is reasoning, calls included', () => {
  const text = `I could ${call('thought')} but will not.</think>So: ${call('said')}`;
  const read = (reasoning: boolean) => {
    const scanner = new Scanner({ dialect: 'hermes-json', tools: [{ name: 'look' }], reasoning });
    const { calls, reasoning: thought } = toMessage(joinEvents([...scanner.feed(text), ...scanner.end()]), null);
    return { calls: calls.map(({ arguments: args }) => args), thinks: thought.includes('but will not') };
  };
  expect(read(true)).toEqual({ calls: [{ at: 'said' }], thinks: true });
  expect(read(false).calls).toEqual([{ at: 'thought' }, { at: 'said' }]);
});
