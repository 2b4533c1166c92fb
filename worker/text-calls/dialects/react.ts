import type { Dialect } from '../dialect.js';

const [ACTION, FINAL] = ['Action:', 'Final Answer:'];
const INPUT = 'Action Input:';
const LINE_ENDS = ['\n'];
const ENDS = ['\nObservation', FINAL];

/** ReAct: an action and its input on lines of their own; one message either acts or answers. */
export const react: Dialect = {
  id: 'react',
  openers: [ACTION, FINAL],
  *read(s, opener) {
    if (opener === FINAL) {
      if (s.picky) return false;
      s.notes.add(FINAL);
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
    const start = s.position;
    const end = yield* s.until(ENDS);
    if (s.tooLong) return s.fail();
    if (end === FINAL || line.includes(FINAL) || s.notes.has(FINAL)) return s.broken('conflict');
    const raw = s.slice(start, s.position).trim();
    return s.call({ arguments: raw, raw });
  },
  write: ({ name, arguments: args }) => `${ACTION} ${name}\n${INPUT} ${JSON.stringify(args)}`,
};
