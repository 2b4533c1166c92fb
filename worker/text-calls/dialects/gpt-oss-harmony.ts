import { closing, jsonArguments } from '../readers/arguments.js';
import type { Dialect } from '../scanning/dialect.js';
import type { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';

const [START, CHANNEL, MESSAGE] = ['<|start|>assistant', '<|channel|>', '<|message|>'];
const HEADER_ENDS = [MESSAGE];
const ENDS = ['<|call|>', '<|end|>', '<|return|>'];
const STOPS = [...ENDS, '<|start|>', CHANNEL];
const HEADER_CHARS = 300;

/** Reads the rest of a header and the message behind it; `s` stands in the header. */
function* segment(s: Scan, began: number): Reading {
  if ((yield* s.until(HEADER_ENDS)) === undefined || s.position - began > HEADER_CHARS) return false;
  const header = s.slice(began, s.position);
  s.at += MESSAGE.length;
  const recipient = /(?:^|[\s>])to=([\w.-]+)/.exec(header)?.[1] ?? '';
  const channel = /<\|channel\|>\s*(\w+)/.exec(header)?.[1] ?? 'final';
  if (recipient.startsWith('functions.')) {
    const name = recipient.slice('functions.'.length);
    s.begin(name);
    const found = yield* jsonArguments(s, STOPS);
    if (!found) return s.fail();
    s.call(found);
    yield* closing(s, ENDS);
    return true;
  }
  s.text('hidden');
  // What goes to others, like a browser, is not for the reader.
  s.flow = channel === 'analysis' || recipient !== '' ? 'reasoning' : 'text';
  s.limit = Number.POSITIVE_INFINITY;
  yield* s.until(STOPS);
  s.stopFlow();
  yield* closing(s, ENDS);
  return true;
}

/** GPT-OSS: messages with a channel and a recipient. */
export const gptOssHarmony: Dialect = {
  id: 'gpt-oss-harmony',
  openers: [START, CHANNEL],
  // The prompt ends behind the role, so a recipient may come first.
  *start(s) {
    const began = s.position;
    if ((yield* s.oneOf([' to=', 'to='])) === undefined) return false;
    return yield* segment(s, began);
  },
  read: (s, opener) => segment(s, s.position - opener.length),
  write: ({ name, arguments: args }) =>
    `${CHANNEL}commentary to=functions.${name} <|constrain|>json${MESSAGE}${JSON.stringify(args)}<|call|>`,
};
