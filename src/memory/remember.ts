import { BulkheadError } from '../../worker/protocol/errors.js';
import type { SaidMessage } from '../../worker/protocol/said.js';
import type { RememberedMessage } from '../contracts/index.js';
import { readArguments } from './arguments.js';
import type { GraphLink } from './graph-link.js';
import type { MemoryGraph } from './types.js';

/** Messages that cross to the worker at once. */
const AT_ONCE = 500;

/** Keeps what is said in a chat, message by message; what was sent before and is the same is not sent again. */
export function rememberOf(link: GraphLink) {
  /** By place: what was sent last. */
  let sent: readonly (SaidMessage | undefined)[] = [];
  /** How often something that was kept has gone. */
  let losses = 0;
  const gone = (): void => {
    losses += 1;
    sent = [];
  };
  const methods: Pick<MemoryGraph, 'remember' | 'forgetMessages'> = {
    async remember(given, { signal: stop, edited: places = [], onProgress } = {}) {
      const { signal } = readArguments({ signal: stop });
      if (!Array.isArray(given)) throw new BulkheadError('BAD_ARGS', 'remember: all messages of the chat as a list');
      const messages = given as readonly (RememberedMessage | null)[];
      await link.follow(messages);
      const edited = new Set(places);
      const before = losses;
      const all = messages.map((message, floor) => (message ? saidOf(message, floor) : undefined));
      const fresh = all
        .filter((said) => said !== undefined)
        .filter((said) => edited.has(said.floor) || !isSame(said, sent[said.floor]));
      let added = 0;
      for (let from = 0; from < fresh.length; from += AT_ONCE) {
        const some = fresh.slice(from, from + AT_ONCE);
        const floors = some.map(({ floor }) => floor).filter((floor) => edited.has(floor));
        added += await link.call('remember', { messages: some, edited: floors }, signal);
        onProgress?.({ read: from + some.length, total: fresh.length });
      }
      if (losses === before) sent = all;
      return added;
    },
    async forgetMessages() {
      gone();
      return link.call('forgetSaid', {});
    },
  };
  /** `gone`: something that was kept has gone, and everything is compared anew. */
  return { methods, gone };
}

function saidOf({ name, mes, swipe_id, send_date }: RememberedMessage, floor: number): SaidMessage {
  const swipe = Number.isSafeInteger(swipe_id) && Number(swipe_id) >= 0 ? Number(swipe_id) : 0;
  const isDate = typeof send_date === 'string' || typeof send_date === 'number';
  return {
    ...{ floor, swipe, name: String(name ?? ''), mes: String(mes ?? '') },
    ...(isDate && { date: send_date }),
  };
}

const isSame = (a: SaidMessage, b: SaidMessage | undefined): boolean =>
  a.swipe === b?.swipe && a.name === b.name && a.mes === b.mes;
