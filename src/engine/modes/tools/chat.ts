import { RUN_FIELD } from '../../internal-compat.js';
import type { Matcher } from './pattern.js';
import { closed, type LoopContext, type LoopTool, no, ToolFailure, text, whole, words } from './spec.js';

/** One message of a chat; its floor is its place, from 0. */
export interface ChatFloor {
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  readonly name?: string | undefined;
}

export interface ChatSource {
  floors(ctx: LoopContext): readonly ChatFloor[] | Promise<readonly ChatFloor[]>;
}

const MOST_FLOORS = 50;
/** Floors by which a range grows at each end: a group may answer for long. */
const MOST_WIDER = 10;
const MOST_LINES = 100;

/** The tools over a chat: they change nothing. */
export const chatTools = (chat: ChatSource, matcher: Matcher): readonly LoopTool[] => [
  {
    name: 'chat_read_range',
    description: `Reads messages of the chat by their floors, which count from 0; negative ones count from the end, -1 is the last. At most ${MOST_FLOORS} at a time. What was asked and what was answered come together.`,
    parameters: closed({ start: whole('The first floor'), end: whole('The last floor, inclusive') }, ['start', 'end']),
    mode: 'read',
    async exec({ start, end }, ctx) {
      const floors = await chat.floors(ctx);
      const [first, last] = rangeOf(start, end, floors.length);
      const [from, to] = widened(floors, first, last);
      const shown = floors.slice(from, to + 1).map(({ role, name, text: said }, at) => ({
        ...{ floor: from + at, role },
        ...(name !== undefined && { name }),
        text: said,
      }));
      return { ok: true, start: from, end: to, total: floors.length, messages: shown };
    },
  },
  {
    name: 'chat_search',
    description: 'Searches all messages of the chat for a regular expression, and answers the lines as grep does.',
    parameters: closed({ pattern: words('A JavaScript regular expression'), flags: words('Its flags. Default: gm') }, [
      'pattern',
    ]),
    mode: 'read',
    async exec({ pattern, flags }, ctx, call) {
      checkPattern(pattern, 'CHAT_PATTERN_EMPTY');
      const floors = await chat.floors(ctx);
      const texts = floors.map((one) => one.text);
      return searched(matcher, { pattern, flags, texts }, call?.signal ?? ctx[RUN_FIELD]?.abortSignal, (at) => {
        const { role, name = role } = floors[at] ?? {};
        return `${at}:${name ?? ''}`;
      });
    },
  },
];

export function checkPattern(pattern: unknown, code: string): void {
  if (text(pattern) === '') throw new ToolFailure('pattern is empty', code, 'Say what to look for.');
}

/** Lines as grep shows them. A pattern that is none, or that never ends, is an answer as well. */
export async function searched(
  matcher: Matcher,
  { pattern, flags, texts }: { readonly pattern: unknown; readonly flags: unknown; readonly texts: readonly string[] },
  signal: AbortSignal | undefined,
  place: (text: number) => string,
): Promise<object> {
  try {
    const ask = { pattern: String(pattern), flags: text(flags) || 'gm', texts, most: MOST_LINES };
    const { lines, more } = await matcher.match(ask, signal);
    const shown = lines.map((one) => `${place(one.text)}:${one.line}: ${one.words}`);
    return { ok: true, matches: shown.length, ...(more && { more }), lines: shown.join('\n') };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ToolFailure) return no(error.message, error.code, error.hint);
    throw error;
  }
}

function rangeOf(start: unknown, end: unknown, total: number): readonly [number, number] {
  const invalid = () =>
    new ToolFailure(
      `there is no range from ${String(start)} to ${String(end)}: the chat has the floors 0 to ${total - 1}`,
      'CHAT_RANGE_INVALID',
      'Give two whole numbers, the first not after the last; negative ones count from the end.',
    );
  if (!Number.isInteger(start) || !Number.isInteger(end)) throw invalid();
  const resolved = (floor: number) => (floor < 0 ? Math.max(0, total + floor) : floor);
  const first = resolved(start as number);
  const last = Math.min(resolved(end as number), total - 1);
  if (total === 0 || first > last || (end as number) < -total) throw invalid();
  if (last - first >= MOST_FLOORS) {
    throw new ToolFailure(
      `the range has ${last - first + 1} floors`,
      'CHAT_RANGE_TOO_LARGE',
      `Read at most ${MOST_FLOORS} floors at a time.`,
    );
  }
  return [first, last];
}

/** From what the user said, to what was answered. */
function widened(floors: readonly ChatFloor[], first: number, last: number): readonly [number, number] {
  let [from, to] = [first, last];
  const roleAt = (at: number) => floors[at]?.role;
  while (from > 0 && first - from < MOST_WIDER && roleAt(from) !== 'user') from -= 1;
  // Nobody asked: then it is no pair.
  if (roleAt(from) !== 'user') from = first;
  while (to < floors.length - 1 && to - last < MOST_WIDER && roleAt(to) !== 'assistant' && roleAt(to + 1) !== 'user')
    to += 1;
  return [from, to];
}
