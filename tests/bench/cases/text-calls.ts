import { jsonrepair } from 'jsonrepair';
import type { DialectId } from '../../../worker/protocol/text-calls.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';
import { atLeast, atMost, type Bench } from '../outcome.js';
import { type Alternative, compare, interleave, type Sample } from '../rounds.js';
import { answerWithCalls, linesOfCalls, streamed, type Written } from '../texts.js';

const [SMALL, LARGE] = [100_000, 1_000_000];

/** Scans a text that comes in these chunks. */
function scan(dialect: DialectId, chunks: readonly string[]): Written[] {
  const scanner = new Scanner({ dialect });
  const found: Written[] = [];
  const see = (events: ReturnType<Scanner['feed']>) => {
    for (const event of events) if (event.type === 'call') found.push([event.name, event.rawArguments]);
  };
  for (const chunk of chunks) see(scanner.feed(chunk));
  see(scanner.end());
  return found;
}

/** What suggests itself: an expression over everything so far, whenever more of it has come. */
function naive(chunks: readonly string[]): Written[] {
  let [text, found] = ['', [] as Written[]];
  for (const chunk of chunks) {
    text += chunk;
    const matches = text.matchAll(/\[CALL:\s*([\w.-]+)\s*(?:\(([\s\S]*?)\))?\s*\]/g);
    found = Array.from(matches, ([, name = '', raw = '']): Written => [name, raw]);
  }
  return found;
}

/** Milliseconds of one of `times` runs, after which the answer of the last is made text. */
function timed(run: () => unknown, times = 1): Sample {
  const began = performance.now();
  for (let i = 1; i < times; i++) run();
  const last = run();
  return { ms: (performance.now() - began) / times, answer: JSON.stringify(last) };
}

const running = (name: string, run: () => unknown, times = 1): Alternative => ({
  name,
  sample: async () => timed(run, times),
});

/** The same without its answer, once that is known to be right: longer texts hold other calls than shorter ones. */
function checked(name: string, chunks: readonly string[], calls: readonly Written[], times = 1): Alternative {
  if (JSON.stringify(scan('bracket-call', chunks)) !== JSON.stringify(calls)) throw new Error(`${name}: not all calls`);
  return { name, sample: async () => ({ ms: timed(() => scan('bracket-call', chunks), times).ms }) };
}

const STREAM = 'pieces of 1 to 7 characters, prose with a bracket call in about every thousand';

/** Calls out of a stream, against an expression over everything so far. */
export const textCallsStream: Bench = {
  name: 'text-calls-stream',
  async run() {
    const [small, large] = [answerWithCalls(SMALL), answerWithCalls(LARGE)];
    const [ours, oursLarge, plain] = ['ours, 100 KB', 'ours, 1 MB', 'expression, 100 KB'];
    const extrapolated = 'expression, 100 KB × 100, extrapolated';
    const chunks = streamed(small.text);
    const rounds = await interleave(
      [
        running(ours, () => scan('bracket-call', chunks), 5),
        running(plain, () => naive(chunks)),
        checked(oursLarge, streamed(large.text), large.calls),
      ],
      5,
    );
    // Ten times the text is ten times the chunks, each with an expression over ten times as much.
    const scaled = {
      ...rounds,
      of: (name: string) => (name === extrapolated ? rounds.of(plain).map((ms) => ms * 100) : rounds.of(name)),
    };
    return [
      compare(scaled, {
        name: 'text-calls-stream',
        what: '1 MB of stream: an expression over all the text so far at each chunk, EXTRAPOLATED / ours',
        goal: atLeast(300, 1_000),
        ours: oursLarge,
        peer: extrapolated,
        inverted: true,
        notes: [
          STREAM,
          'the peer really reads 100 KB; 1 MB would take it 100 times as long, which is what is compared',
        ],
      }),
      compare(rounds, {
        name: 'text-calls-stream-100k',
        what: '100 KB of stream, both really run: an expression over all the text so far at each chunk / ours',
        goal: atLeast(30, 100),
        ours,
        peer: plain,
        inverted: true,
        notes: ['a tenth of the goal for 1 MB: the peer’s time grows with the square of the length'],
      }),
    ];
  },
};

/** Ten times the stream, ten times the time. */
export const textCallsGrowth: Bench = {
  name: 'text-calls-growth',
  async run() {
    const [small, large] = [answerWithCalls(SMALL), answerWithCalls(LARGE)];
    const rounds = await interleave([
      checked('100 KB', streamed(small.text), small.calls, 10),
      checked('1 MB', streamed(large.text), large.calls),
    ]);
    return [
      compare(rounds, {
        name: 'text-calls-growth',
        what: 'a stream of 1 MB / a stream of 100 KB',
        goal: atMost(12),
        ours: '1 MB',
        peer: '100 KB',
        notes: [STREAM],
      }),
    ];
  },
};

/** A whole text at once, against a library that repairs JSON as fast as any. */
export const textCallsWhole: Bench = {
  name: 'text-calls-whole',
  async run() {
    const answer = answerWithCalls(SMALL);
    const mostly = await interleave([
      checked('ours', [answer.text], answer.calls, 20),
      { name: 'jsonrepair', sample: async () => ({ ms: timed(() => jsonrepair(answer.text).length).ms }) },
    ]);
    const lines = linesOfCalls(SMALL);
    const parsed = () =>
      (JSON.parse(jsonrepair(lines)) as { name: string; parameters: unknown }[]).map(
        ({ name, parameters }): Written => [name, JSON.stringify(parameters)],
      );
    const alone = await interleave([
      running('ours', () => scan('llama3-json', [lines]), 10),
      running('jsonrepair', parsed, 3),
    ]);
    return [
      compare(mostly, {
        name: 'text-calls-whole',
        what: 'jsonrepair / ours, on the same 100 KB of an answer: prose with a call in about every thousand characters',
        goal: atLeast(20),
        ours: 'ours',
        peer: 'jsonrepair',
        inverted: true,
        notes: ['jsonrepair makes one list of words of it and finds no calls; ours finds all that were written'],
      }),
      compare(alone, {
        name: 'text-calls-lines',
        what: 'jsonrepair and JSON.parse / ours, on the same 100 KB of calls alone, an object on each line',
        goal: atLeast(3),
        ours: 'ours',
        peer: 'jsonrepair',
        inverted: true,
        notes: ['both read every character as JSON, and find the same calls'],
      }),
    ];
  },
};
