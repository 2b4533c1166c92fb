import type { BulkheadError } from '../../worker/protocol/errors.js';
import type { MemoryGrant } from '../../worker/protocol/memory-guests.js';
import { serveRequests } from '../../worker/rpc/requests.js';
import type { MemoryService } from '../contracts/index.js';
import type { GuestAccess } from '../memory/index.js';
import type { CallSession } from './call-session.js';

/** The memory of the page, once it is wanted: it is loaded with the first port. */
export type OpenDoor = () => Promise<GuestAccess>;

/** One port into a chat's memory, on its way to the memory worker. */
export interface MemoryPort {
  readonly port: MessagePort;
  readonly drop: () => Promise<void>;
}

/**
 * Has a call's port served over the chat whose memory is at hand. The guest gets
 * the error that keeps the chat from being opened.
 */
export function openMemoryPort(
  session: CallSession,
  grant: MemoryGrant,
  memory: MemoryService,
  open: OpenDoor,
): MemoryPort {
  const { port1, port2 } = new MessageChannel();
  const access = open();
  const chat = memory.current() ?? '';
  const run = session.simulation ?? session.call.options.staging;
  run?.reachMemory(access);
  let refusing: { close(): Promise<void> } | undefined;
  let over = false;
  const serving = (async () => {
    try {
      const opened = await access;
      await memory.ready?.();
      // The call may be over by now. Then it was ended before anything was served.
      if (over) return port1.close();
      await opened.serve(chat, grant, port1, session.simulation?.forAsk !== true);
    } catch (error) {
      if (over) return;
      if ((error as BulkheadError).code === 'WORKER_LOST') session.control.fail(error as Error);
      else refusing = refuse(port1, error, grant);
    }
  })();
  return {
    port: port2,
    async drop() {
      over = true;
      await refusing?.close();
      // A memory that is gone serves nothing any more.
      await access.then((opened) => opened.drop(grant.grant)).catch(() => {});
      void serving;
    },
  };
}

const refuse = (port: MessagePort, error: unknown, { requestsPerCall, bytesOutPerCall }: MemoryGrant) =>
  serveRequests(port, {
    ...{ requestsPerCall, bytesOutPerCall },
    answer: () => {
      throw error;
    },
  });
