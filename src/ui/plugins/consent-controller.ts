import type { AuditEntry, AuditType, Host, PluginReview, PluginUsage } from '../../index.js';
import { t } from '../i18n/text.js';
import { type BulkheadEvents, listenTo } from '../shared/element.js';
import { viewError } from '../shared/error-text.js';
import { saveFile } from '../shared/save-file.js';

/** Shows news and failures. */
export interface News {
  news: string;
  fail(error: unknown): void;
}

/** The page of a plugin that is open. */
export interface OpenPage {
  readonly id: string;
  readonly review: PluginReview;
  readonly usage: PluginUsage | null;
  readonly audit: readonly AuditEntry[];
  readonly more: boolean;
}

/** An answer of the consent sheet. */
type Said = BulkheadEvents['bh-consent'];

const AUDIT_PAGE = 100;
/** As many entries as a host gives at once. */
const AUDIT_MOST = 1_000;

/** What is done about permissions, secrets and the log. `changed` is called after each step. */
export class ConsentController {
  readonly #host: () => Host | null;
  readonly #changed: () => Promise<void>;
  readonly #controller: News;
  #type: AuditType | undefined;
  /** What the consent sheet is about. */
  review: PluginReview | null = null;
  /** It is not what the last answer was about. */
  replaced = false;
  /** Answers whoever waits for the sheet about a plugin that is not installed yet. */
  #proposal: ((said: Said | null) => void) | undefined;
  /** The page that is open. */
  page: OpenPage | null = null;
  /** Stands for the page that is being read. */
  #opening: object | undefined;

  constructor(host: () => Host | null, changed: () => Promise<void>, controller: News) {
    this.#host = host;
    this.#changed = changed;
    this.#controller = controller;
  }

  get safeMode(): boolean {
    return this.#host()?.status().safeMode ?? false;
  }

  /** Answers the events of the elements inside. */
  listen(element: EventTarget): void {
    listenTo(element, 'bh-revoke', ({ id, permission }) => this.#do(({ plugins }) => plugins.revoke(id, permission)));
    listenTo(element, 'bh-secret', ({ id, name, value }) =>
      this.#do(({ secrets }) => (value === null ? secrets.delete(id, name) : secrets.set(id, name, value))),
    );
    listenTo(element, 'bh-plugin-stop', ({ id }) => this.#do(({ plugins }) => plugins.disable(id)));
    listenTo(element, 'bh-audit', ({ type, before }) => this.#log(type, before));
    listenTo(element, 'bh-export', () =>
      this.#do(async ({ audit }) => {
        this.#controller.news = t('plugins.exported', { file: saveFile('bulkhead-audit.jsonl', await audit.export()) });
      }),
    );
  }

  /** Opens the consent sheet about a plugin. */
  async ask(id: string): Promise<void> {
    this.withdraw();
    await this.#do(async ({ plugins }) => {
      this.replaced = false;
      this.review = await plugins.review(id);
    });
  }

  /** Opens the consent sheet about a plugin before it replaces another. @returns what was said, for `decide`; `null` for a no. */
  async propose(review: PluginReview): Promise<Said | null> {
    this.withdraw();
    this.replaced = false;
    this.review = review;
    const said = new Promise<Said | null>((resolve) => {
      this.#proposal = resolve;
    });
    await this.#changed();
    return said;
  }

  /** Closes the sheet about a plugin that is not installed yet, as a no: its installation is over, or another sheet opens. */
  withdraw(): void {
    const proposal = this.#proposal;
    if (!proposal) return;
    this.#proposal = undefined;
    this.review = null;
    proposal(null);
  }

  /** Carries out what was said to the sheet. @returns true when the plugin is on. */
  async decide(said: Said): Promise<boolean> {
    const { id, allow, expected, secrets } = said;
    const proposal = this.#proposal;
    this.#proposal = undefined;
    this.review = null;
    proposal?.(allow === null ? null : said);
    if (proposal || allow === null) {
      await this.#changed();
      return false;
    }
    let on = false;
    await this.#do(async (host) => {
      try {
        await host.plugins.enable(id, { allow, ...(expected && { expected }) });
        on = true;
      } catch (error) {
        if (viewError(error).code !== 'PLUGIN_CHANGED') throw error;
        // The sheet shows what is there now.
        this.replaced = true;
        this.review = await host.plugins.review(id);
        return;
      }
      // A secret is for the plugin that was shown, so not before that is sure.
      for (const [name, value] of Object.entries(secrets)) await host.secrets.set(id, name, value);
    });
    return on;
  }

  /** Opens the page of a plugin. */
  async open(id: string): Promise<void> {
    this.#type = undefined;
    const opening = {};
    this.#opening = opening;
    await this.#do(async () => {
      const page = await this.#read(id);
      // Everything may have been closed meanwhile, or another page asked for.
      if (this.#opening === opening) this.page = page;
    });
  }

  /** Closes the page and the sheet, at once, and a page that is still being read. */
  leave(): void {
    this.#opening = undefined;
    this.review = null;
    this.page = null;
  }

  /** Shows the open page, and the open sheet, as they are now. */
  renew = (): Promise<boolean> => this.#do((host) => this.#renewSheet(host));

  /** Another tab may have replaced the plugin that the sheet is about, or removed it. */
  async #renewSheet({ plugins }: Host): Promise<void> {
    const { review } = this;
    // What is only proposed is nowhere else; if what it is to replace changes, the installation fails.
    if (!review || this.#proposal) return;
    const now = await plugins.review(review.plugin.id).catch((error) => {
      if (viewError(error).code !== 'PLUGIN_NOT_FOUND') throw error;
      return null;
    });
    // It may have been answered meanwhile.
    if (this.review === review) this.review = now;
  }

  async close(): Promise<void> {
    this.#opening = undefined;
    this.page = null;
    await this.#changed();
  }

  kill = (): Promise<boolean> => this.#do((host) => host.kill());
  resume = (): Promise<boolean> => this.#do((host) => host.resume());

  async #read(id: string): Promise<OpenPage | null> {
    const host = this.#host();
    if (!host) return null;
    const [review, usage, audit] = await Promise.all([
      host.plugins.review(id),
      host.plugins.usage(id),
      host.audit.query(this.#query(id)),
    ]);
    return { id, review, usage, audit, more: audit.length >= AUDIT_PAGE };
  }

  /** What has been leafed through stays in sight. */
  #query = (plugin: string, before?: string) => ({
    plugin,
    limit:
      before === undefined && this.page?.id === plugin
        ? Math.min(AUDIT_MOST, Math.max(AUDIT_PAGE, this.page.audit.length))
        : AUDIT_PAGE,
    ...(this.#type && { type: this.#type }),
    ...(before !== undefined && { before }),
  });

  async #log(type: AuditType | undefined, before: string | undefined): Promise<void> {
    const { page } = this;
    const host = this.#host();
    if (!page || !host) return;
    this.#type = type;
    try {
      const found = await host.audit.query(this.#query(page.id, before));
      // Another page may have been opened meanwhile.
      if (this.page?.id !== page.id || this.#type !== type) return;
      const audit = before === undefined ? found : [...this.page.audit, ...found];
      this.page = { ...this.page, audit, more: found.length === AUDIT_PAGE };
    } catch (error) {
      this.#controller.fail(error);
    }
    await this.#changed();
  }

  /** Does it, says what failed, and shows the open page as it is now. */
  async #do(work: (host: Host) => unknown): Promise<boolean> {
    const host = this.#host();
    if (!host) return false;
    let done = false;
    try {
      await work(host);
      done = true;
      const { page } = this;
      const read = page && (await this.#read(page.id));
      // It may have been closed, or another one opened, meanwhile.
      if (read && this.page?.id === read.id) this.page = read;
    } catch (error) {
      // What the page was about is gone: so is the page.
      if (done) this.page = null;
      if (!done || viewError(error).code !== 'PLUGIN_NOT_FOUND') this.#controller.fail(error);
    }
    await this.#changed();
    return done;
  }
}
