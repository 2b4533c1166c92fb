import type { DialectChoice } from '../../../worker/protocol/text-calls.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';
import { atMost, type Bench } from '../outcome.js';
import { type Alternative, compare, interleave } from '../rounds.js';

/** A text that is hard to read, of any length. */
interface Hostile {
  readonly name: string;
  readonly dialect: DialectChoice;
  readonly chars: number;
  readonly start: string;
  readonly unit: string;
}

const hard = (dialect: DialectChoice, chars: number, unit: string, start = ''): Hostile => ({
  name: `${dialect}: ${start === '' ? '' : `${JSON.stringify(start)} and `}${JSON.stringify(unit)}, ${chars / 1_000} KB`,
  ...{ dialect, chars, start, unit },
});

const INPUTS: readonly Hostile[] = [
  hard('bracket-call', 100_000, ' ', '[CALL: a('),
  hard('bracket-call', 100_000, '['),
  hard('auto', 100_000, '['),
  hard('llama3-json', 100_000, '{'),
  hard('bracket-call', 100_000, '[CALL: a('),
  hard('auto', 100_000, '<tool_call>'),
  hard('hermes-json', 100_000, '<tool_call>{\\"'),
  hard('functionary', 100_000, '>>>a\n{\\"'),
  hard('bracket-call', 100_000, '[CALL: a("'),
  hard('pythonic', 100_000, "[f('''\\"),
  hard('bracket-call', 1_000_000, 'it never ends ', '[CALL: a('),
  hard('hermes-json', 1_000_000, 'it never ends ', '<tool_call>{"name":"a","arguments":{"b":"'),
  hard('qwen3-coder-xml', 1_000_000, 'it never ends ', '<tool_call><function=a><parameter=b>'),
  hard('glm45-argkey', 1_000_000, 'it never ends ', '<tool_call>a<arg_key>b</arg_key><arg_value>'),
  hard('invoke-xml', 1_000_000, 'it never ends ', '<function_calls><invoke name="a"><parameter name="b">'),
];

/** Characters that each sample reads at least, in as many scans as it takes: the clock is coarse. */
const SAMPLE_CHARS = 2_000_000;
const ROUNDS = 7;

function reading({ name, dialect, chars, start, unit }: Hostile, factor: 1 | 2): Alternative {
  const text = start + unit.repeat((chars * factor) / unit.length);
  // Open brackets and markers are candidates each, and slower: fewer scans are long enough.
  const times = Math.ceil(SAMPLE_CHARS / (text.length * (start === '' ? 5 : 1)));
  return {
    name: factor === 1 ? name : `${name}, twice`,
    sample: async () => {
      const began = performance.now();
      for (let i = 0; i < times; i++) {
        const scanner = new Scanner({ dialect });
        const seen = [...scanner.feed(text), ...scanner.end()].at(-1);
        if (seen === undefined || !('end' in seen) || seen.end !== text.length) throw new Error(`${name}: not read`);
      }
      return { ms: (performance.now() - began) / times };
    },
  };
}

/** Whatever the text, twice as much of it takes twice as long. */
export const textCallsHostile: Bench = {
  name: 'text-calls-hostile',
  async run() {
    const outcomes = [];
    for (const input of INPUTS) {
      const [once, twice] = [reading(input, 1), reading(input, 2)];
      const rounds = await interleave([once, twice], ROUNDS);
      outcomes.push(
        compare(rounds, {
          name: 'text-calls-hostile',
          what: 'a hostile text of twice the length / of the length, the worst of all',
          goal: atMost(2.5),
          ours: twice.name,
          peer: once.name,
        }),
      );
    }
    const [worst] = outcomes.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
    if (!worst) return [];
    const notes = outcomes.map(({ ratio }, turn) => `${ratio?.toFixed(2)}: ${INPUTS[turn]?.name}`);
    return [{ ...worst, notes, alternatives: outcomes.flatMap(({ alternatives }) => alternatives) }];
  },
};
