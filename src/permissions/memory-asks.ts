import type { GuestAccess, GuestListener } from '../memory/index.js';
import type { Policy } from '../questions/index.js';
import type { AuditLog } from './audit.js';
import type { CallPorts } from './call-ports.js';

/** A request waits for a permission. */
export interface Asked {
  readonly grant: string;
  readonly permission: string;
  readonly what: string;
}

export interface MemoryAsksOptions {
  readonly ports: () => CallPorts;
  readonly audit: AuditLog;
  readonly policy: Policy;
  /** Asks the user; whatever goes wrong is a no. */
  readonly ask: (ask: Asked) => Promise<boolean>;
  readonly access: () => Promise<GuestAccess>;
}

/** Listens to events of plugins' ports into chats' memory. */
export function listenToMemory({ ports, audit, policy, ask, access }: MemoryAsksOptions): GuestListener {
  const decide = async (asked: Asked) => {
    // An answer about the chat that is open now does not hold for another chat.
    const here = () => policy.memory() === ports().holder(asked.grant)?.call.options.memory;
    const allowed = here() && (await ask(asked)) && here();
    await (await access()).decide({ grant: asked.grant, permission: asked.permission, allowed });
  };
  return {
    onEvent(event) {
      if ('ask' in event) void decide(event.ask).catch(() => {});
      else if ('forged' in event) ports().forgedOver(event.forged);
      else for (const note of event.notes) audit.note(note);
    },
    lost: (error) => ports().lose('memory', error),
  };
}
