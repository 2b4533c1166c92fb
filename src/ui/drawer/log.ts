import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { AuditEntry, AuditType, Host } from '../../index.js';
import '../plugins/audit.js';
import { BulkheadElement, type BulkheadEvents, define, listenTo, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { styles } from '../shared/styles.js';

const ENTRIES = 50;

/** What all plugins of a host have done, the newest first. It reads the log when it is shown, and at each change of the host. */
export class BulkheadLog extends BulkheadElement {
  static override properties = reactive<BulkheadLog>({
    host: { attribute: false, initial: null },
    entries: { state: true, initial: [] },
    more: { state: true, initial: false },
    failed: { state: true, initial: null },
  });
  static override styles = [...styles, errorStyles];
  declare host: Host | null;
  declare entries: readonly AuditEntry[];
  declare more: boolean;
  declare failed: ErrorView | null;
  #type: AuditType | undefined;
  #off: (() => void) | undefined;

  constructor() {
    super();
    listenTo(this, 'bh-audit', (asked, event) => {
      // It is about no plugin: nobody outside has a page for it.
      event.stopPropagation();
      this.#type = asked.type;
      void this.#read(asked);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#off?.();
    this.#off = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#follow();
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('host')) this.#follow();
  }

  override render(): TemplateResult {
    return html`${this.failed ? errorBox(this.failed, 'log-failed') : ''}
      <div class="card"><bulkhead-audit .entries=${this.entries} ?more=${this.more}></bulkhead-audit></div>`;
  }

  #follow(): void {
    this.#off?.();
    this.#off = this.host?.onChange(() => {
      // A page further down stays where it is.
      if (this.entries.length <= ENTRIES) void this.#read({});
    });
    void this.#read({});
  }

  async #read({ type = this.#type, before }: Partial<BulkheadEvents['bh-audit']>): Promise<void> {
    const { host } = this;
    if (!host) return;
    const asked = { ...(type && { type }), ...(before !== undefined && { before }), limit: ENTRIES };
    try {
      const entries = await host.audit.query(asked);
      this.entries = before === undefined ? entries : [...this.entries, ...entries];
      this.more = entries.length === ENTRIES;
      this.failed = null;
    } catch (error) {
      this.failed = viewError(error);
    }
  }
}

define('bulkhead-log', BulkheadLog);
