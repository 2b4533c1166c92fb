import { BulkheadError } from '../protocol/errors.js';
import type { SoughtCall } from '../protocol/quotations.js';
import type { TextCallsContract } from '../protocol/text-calls.js';
import { joinEvents, toMessage } from '../protocol/text-message.js';
import type { Service } from '../rpc/serve.js';
import { Scanner } from './dialects/scanner.js';
import { writePrompt } from './prompt/index.js';
import { findQuotations } from './quotations/find.js';

/** Scans that may be open; the oldest is forgotten first, for who opened it has not read on for long. */
const OPEN_SCANS = 64;

/** Reads texts of models, several at once, each in its own scan. */
export function textCallsService(): Service<TextCallsContract> {
  const scans = new Map<number, Scanner>();
  let opened = 0;
  const find = (scan: number): Scanner => {
    const scanner = scans.get(scan);
    if (!scanner) throw new BulkheadError('BAD_ARGS', `scan ${scan} is over`);
    return scanner;
  };
  return {
    open(options) {
      opened += 1;
      scans.set(opened, new Scanner(options));
      const [oldest] = scans.keys();
      if (scans.size > OPEN_SCANS && oldest !== undefined) scans.delete(oldest);
      return { scan: opened };
    },
    feed: ({ scan, chunk }) => find(scan).feed(chunk),
    end({ scan }) {
      const scanner = find(scan);
      scans.delete(scan);
      return { events: scanner.end(), dialect: scanner.dialect ?? null };
    },
    drop({ scan }) {
      scans.delete(scan);
      return null;
    },
    parse({ text, options }) {
      const scanner = new Scanner(options);
      const events = [...scanner.feed(text), ...scanner.end()];
      return toMessage(joinEvents(events), scanner.dialect ?? null);
    },
    quotations: ({ calls, material }) => ({ found: findQuotations(calls as readonly SoughtCall[], material) }),
    prompt: writePrompt,
  };
}
