import type { AuditEntry, AuditNote, AuditType } from '../../worker/protocol/audit.js';
import { BulkheadError } from '../../worker/protocol/errors.js';
import { show } from '../../worker/protocol/show.js';
import { debounce } from '../primitives/index.js';
import type { Broker } from '../workers/index.js';

/** How long a note waits for others to go with it. */
const FLUSH_MS = 200;
const MOST = 1_000;

/** The audit log, as `host.audit`: stored on this device, never sent. */
export interface Audit {
  /** Entries, the newest first. `before`: the last `seq` of the page before. `limit`: 1 to 1,000, default 100. @throws `BAD_ARGS`, `STORE_*`. */
  query(options?: {
    readonly plugin?: string;
    readonly type?: AuditType;
    readonly before?: string;
    readonly limit?: number;
  }): Promise<readonly AuditEntry[]>;
  /** The whole log as JSON lines, the oldest first. @throws `STORE_*`. */
  export(): Promise<string>;
}

/** The page's part of the log: collects notes and hands them to the broker. */
export class AuditLog implements Audit {
  readonly #broker: Broker;
  #notes: AuditNote[] = [];
  readonly #soon = debounce(FLUSH_MS, () => void this.flush());

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  note(note: AuditNote): void {
    this.#notes.push(note);
    this.#soon.soon();
  }

  /** Hands over what waits. A store that is not there loses it: a call must not fail for its log. */
  async flush(): Promise<void> {
    this.#soon.cancel();
    const notes = this.#notes;
    this.#notes = [];
    if (notes.length > 0) await this.#broker.call('note', { notes }).catch(() => {});
  }

  async query(options?: Parameters<Audit['query']>[0]): Promise<readonly AuditEntry[]> {
    const { plugin, type, before, limit = 100 } = options ?? {};
    if (!(Number.isInteger(limit) && limit > 0 && limit <= MOST))
      throw new BulkheadError('BAD_ARGS', `limit: 1 to ${MOST}; got ${show(limit)}`);
    await this.flush();
    return this.#broker.call('audit', {
      limit,
      ...(plugin !== undefined && { plugin }),
      ...(type !== undefined && { type }),
      ...(before !== undefined && { before }),
    });
  }

  async export(): Promise<string> {
    await this.flush();
    return this.#broker.call('exportAudit', {});
  }
}
