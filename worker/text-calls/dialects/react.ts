import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const [THOUGHT, ACTION, FINAL] = ['Thought:', 'Action:', 'Final Answer:'];
const INPUT = 'Action Input:';
const OBSERVATION = '\nObservation';
const LINE_ENDS = ['\n'];
const INPUT_ENDS = [OBSERVATION, `\n${FINAL}`, `\n${ACTION}`];
const ANSWERS = [`\n${FINAL}`];
const THOUGHT_ENDS = [`\n${ACTION}`, FINAL];
/** What a message has done already. */
const [ACTED, ANSWERED] = ['acted', 'answered'];

/** A thought, up to the action behind it; emitted while it streams. Beside other dialects a line may begin so by chance. */
function* think(s: Scan): Reading {
  if (s.rules.picky || s.rules.isForeign || s.notes.has(ACTED) || s.notes.has(ANSWERED)) return false;
  yield* s.spaces();
  yield* s.reason(THOUGHT_ENDS);
  return true;
}

/** ReAct: a thought, an action and its input on lines of their own; one message either acts, once, or answers. */
export const react: Dialect = {
  id: 'react',
  openers: [ACTION, FINAL, `\n${THOUGHT}`],
  *start(s) {
    if (s.rules.picky) return false;
    yield* s.spaces();
    return (yield* s.literal(THOUGHT)) && (yield* think(s));
  },
  *read(s, opener) {
    if (opener.endsWith(THOUGHT)) return yield* think(s);
    if (s.notes.has(ACTED)) return false;
    if (opener === FINAL) {
      if (s.rules.picky) return false;
      s.notes.add(ANSWERED);
      s.text('hidden');
      return true;
    }
    const from = s.position;
    if ((yield* s.until(LINE_ENDS)) === undefined || s.position - from > 300) return false;
    const line = s.slice(from, s.position).trim();
    const name = line.split(FINAL)[0]?.trim() ?? '';
    yield* s.spaces();
    if (!(yield* s.literal(INPUT)) || name === '' || /\s/.test(name) || !s.mayMean(name)) return false;
    s.begin(name);
    s.startArguments();
    s.notes.add(ACTED);
    const start = s.position;
    const ending = yield* s.until(INPUT_ENDS);
    if (s.tooLong) return s.fail();
    const end = s.position;
    // What a model observes before it has acted it makes up: read only for whether it answers as well.
    const answers = ending === undefined ? undefined : yield* s.until(ANSWERS);
    s.tooLong = false;
    s.rewind(end);
    if (answers !== undefined || line.includes(FINAL) || s.notes.has(ANSWERED)) return s.broken('conflict');
    const raw = s.slice(start, end).trim();
    return s.call({ arguments: raw, raw });
  },
  write: ({ name, arguments: args }) => `${ACTION} ${name}\n${INPUT} ${JSON.stringify(args)}`,
};
