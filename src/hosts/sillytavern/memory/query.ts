import type { StoredMessage } from '../base/context.js';

/** The last messages of the user that are searched for, and how much of each. */
const MESSAGES = 2;
const CHARS = 2_000;
const WORDS = 80;

const IDEOGRAPHS = /[\u4e00-\u9fff]+/g;
const PIECES = /[a-z0-9]+|[\u4e00-\u9fff]+/g;

/** Words that stand in every text, and so find every text. */
const COMMON = new Set(
  (
    'a an and any are as at be been but by can did do does for from had has have he her here him his how i if in into is it its ' +
    'me my no not of on or our out s she so t than that the their them then there they this to up us was we were what when ' +
    'where which who why will with would yes you your'
  ).split(' '),
);

/** What is searched for in a chat: the words of the user's last messages, each once. */
export function queryOf(messages: readonly StoredMessage[]): string {
  const last = messages.filter(({ is_user, is_system }) => is_user === true && is_system !== true).slice(-MESSAGES);
  const words = last.reverse().flatMap(({ mes = '' }) => pieces(mes.slice(0, CHARS)));
  return [...new Set(words)].slice(0, WORDS).join(' ');
}

/** Messages that a recall gets: it searches the last few, and leaves out what repeats one of them. How much of each it gets. */
const RECALLED = 50;

/** The last messages of a chat as a recall takes them, the newest last; none before the user has said something. */
export function recalledFor(
  messages: readonly StoredMessage[],
): readonly { readonly mes: string; readonly send_date?: string | number }[] {
  const seen = messages.filter(({ is_system }) => is_system !== true);
  if (queryOf(seen) === '') return [];
  return seen.slice(-RECALLED).map(({ mes = '', send_date }) => ({
    mes: mes.slice(-CHARS),
    ...((typeof send_date === 'string' || typeof send_date === 'number') && { send_date }),
  }));
}

/** The words of a query that stand in a text. */
export function matches(query: string, text: string): string[] {
  const lower = text.toLowerCase();
  const words = new Set(lower.match(/[a-z0-9]+/g) ?? []);
  const found = pieces(query).flatMap((word) => {
    if (!/[\u4e00-\u9fff]/.test(word)) return words.has(word) ? [word] : [];
    return pairs(word).filter((pair) => lower.includes(pair));
  });
  return [...new Set(found)];
}

const pieces = (text: string): string[] => (text.toLowerCase().match(PIECES) ?? []).filter((word) => !COMMON.has(word));

/** Ideographs are searched for two by two. */
const pairs = (run: string): string[] =>
  (run.match(IDEOGRAPHS) ?? []).flatMap((one) =>
    one.length === 1 ? [one] : Array.from({ length: one.length - 1 }, (_, at) => one.slice(at, at + 2)),
  );
