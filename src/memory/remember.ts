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
  let sent: ReadonlySet<string> = new Set();
  const methods: Pick<MemoryGraph, 'remember' | 'forgetMessages'> = {
    async remember(given, { signal: stop, edited: places = [], onProgress } = {}) {
      const { signal } = readArguments({ signal: stop });
      if (!Array.isArray(given)) throw new BulkheadError('BAD_ARGS', 'remember: all messages of the chat as a list');
      const messages = given as readonly (RememberedMessage | null)[];
      await link.follow(messages);
      const edited = new Set(places);
      const all = messages.flatMap((message, floor) => (message ? [saidOf(message, floor)] : []));
      const fresh = all.filter((message) => edited.has(message.floor) || !sent.has(keyOf(message)));
      let added = 0;
      for (let from = 0; from < fresh.length; from += AT_ONCE) {
        const some = fresh.slice(from, from + AT_ONCE);
        const floors = some.map(({ floor }) => floor).filter((floor) => edited.has(floor));
        added += await link.call('remember', { messages: some, edited: floors }, signal);
        onProgress?.({ read: from + some.length, total: fresh.length });
      }
      sent = new Set(all.map(keyOf));
      return added;
    },
    async forgetMessages() {
      sent = new Set();
      return link.call('forgetSaid', {});
    },
  };
  return {
    methods,
    /** Something that was kept has gone: everything is compared anew. */
    gone(): void {
      sent = new Set();
    },
  };
}

function saidOf({ name, mes, swipe_id, send_date }: RememberedMessage, floor: number): SaidMessage {
  const swipe = Number.isSafeInteger(swipe_id) && Number(swipe_id) >= 0 ? Number(swipe_id) : 0;
  const isDate = typeof send_date === 'string' || typeof send_date === 'number';
  return {
    ...{ floor, swipe, name: String(name ?? ''), mes: String(mes ?? '') },
    ...(isDate && { date: send_date }),
  };
}

const keyOf = ({ floor, swipe, name, mes }: SaidMessage): string => JSON.stringify([floor, swipe, name, mes]);
