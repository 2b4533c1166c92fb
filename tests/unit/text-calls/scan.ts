import type { ScanOptions, TextCallEvent } from '../../../worker/protocol/text-calls.js';
import { joinEvents, toMessage } from '../../../worker/protocol/text-message.js';
import { Scanner } from '../../../worker/text-calls/dialects/scanner.js';

/** Reads a text in these pieces. */
export function scanChunks(chunks: Iterable<string>, options: Partial<ScanOptions> = {}) {
  const scanner = new Scanner({ dialect: 'bracket-call', ...options });
  const events: TextCallEvent[] = [];
  for (const chunk of chunks) events.push(...scanner.feed(chunk));
  events.push(...scanner.end());
  return toMessage(joinEvents(events), scanner.dialect ?? null);
}

/** Reads a whole text. */
export const scan = (text: string, options?: Partial<ScanOptions>) => scanChunks([text], options);

/** Names and arguments of the calls in a text. */
export const callsIn = (text: string, options?: Partial<ScanOptions>) =>
  scan(text, options).calls.map(({ name, arguments: args }) => [name, args]);
