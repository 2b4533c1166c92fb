import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { capabilityFacts } from '../../../worker/protocol/permission-facts.js';
import type { Ask, Asks, Scope } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { focused, isTyping } from '../shared/focus.js';
import { formatClock } from '../shared/format.js';
import { markStyles } from '../shared/marks.js';
import { said } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';
import { askRow } from './ask-row.js';
import { asksStyles } from './asks-styles.js';

/** So long after it has appeared a question takes no yes. */
const FRESH_MS = 500;
const LAST_MS = 60_000;
const SKIP_MS = 600_000;
const ONCE: Scope = { kind: 'call' };

/** The questions that wait, as one list in the page; with the attribute `bar` as one that scrolls in itself. It never takes the keyboard from a text, and Enter never says yes to what cannot be undone. */
export class BulkheadAsks extends BulkheadElement {
  static override properties = reactive<BulkheadAsks>({
    asks: { attribute: false, initial: [] },
    skipping: { attribute: false, initial: [] },
    skippable: { type: Boolean, initial: false },
  });
  static override styles = [...styles, listStyles, markStyles, asksStyles];
  declare asks: readonly Ask[];
  /** Plugins whose questions are skipped, and the `Date.now()` at which that ends. */
  declare skipping: Asks['skipping'];
  /** Skipping is offered, for the questions that it answers. */
  declare skippable: boolean;
  /** Ask → the index of the scope that is chosen. */
  readonly #chosen = new Map<number, number>();
  /** Ask → when it was shown first. */
  readonly #seen = new Map<number, number>();
  /** The row that has just been answered here: the keyboard goes on from it. */
  #answered: number | null = null;
  /** What had the keyboard before. */
  #before: Element | null = null;

  override willUpdate(): void {
    this.toggleAttribute('empty', this.asks.length + this.#skips().length === 0);
    const now = performance.now();
    for (const { id } of this.asks) if (!this.#seen.has(id)) this.#seen.set(id, now);
  }

  override updated(changed: PropertyValues): void {
    this.#wake();
    if (!changed.has('asks')) return;
    const before = (changed.get('asks') as readonly Ask[] | undefined) ?? [];
    if (this.#answered !== null && this.asks.length < before.length) {
      const index = Math.min(this.#answered, this.asks.length - 1);
      this.#answered = null;
      if (isTyping()) return;
      if (index >= 0) this.#go(index);
      else if (this.#before instanceof HTMLElement) this.#before.focus();
    } else if (before.length === 0 && this.asks.length > 0 && !isTyping()) {
      this.#before = focused();
      this.#go(0);
    }
  }

  override render(): TemplateResult {
    const { asks } = this;
    const count = asks.length;
    return html`
      <p class="visually-hidden" role="status">${count === 0 ? '' : t(count === 1 ? 'asks.titleOne' : 'asks.title', { count })}</p>
      ${this.#skips().map(
        ({
          plugin,
          until,
        }) => html`<div class="card row banner" data-testid="skipping" data-plugin=${plugin}><p class="grow">${said('asks.skipping', { plugin, time: formatClock(until) })}</p>
          <button data-testid="stop-skipping" @click=${() => this.emit('bh-skip', { ms: 0, plugin })}>${t('asks.stopSkipping')}</button></div>`,
      )}
      ${count === 0 ? nothing : this.#list()}`;
  }

  #skips = (): Asks['skipping'] => this.skipping.filter(({ until }) => until > Date.now());

  #list(): TemplateResult {
    const { asks } = this;
    const count = asks.length;
    const allowable = asks.every(
      ({ destructive, readIn, scopes, permission }) =>
        !destructive &&
        !readIn &&
        !(permission && capabilityFacts(permission.cap).asksEach) &&
        scopes.some(({ kind }) => kind === 'call'),
    );
    const fresh = asks.some(({ id }) => this.#isFresh(id));
    return html`<section class="card questions stack" aria-labelledby="title" data-testid="asks" @keydown=${this.#key}>
      <div class="row top ${count === 1 ? 'one' : ''}"><h2 id="title" class="grow">${t(count === 1 ? 'asks.titleOne' : 'asks.title', { count })}</h2>
        ${count > 1 ? html`<span class="small muted keys"><kbd>j</kbd> <kbd>k</kbd> <kbd>y</kbd> <kbd>n</kbd> ${t('asks.keys')}</span>` : nothing}</div>
      ${
        count > 1
          ? html`<div class="row"><button data-testid="asks-no-all" @click=${() => this.#all(null)}>${t('asks.noAll')}</button>
              ${allowable ? html`<button data-testid="asks-yes-all" ?disabled=${fresh} @click=${() => this.#all(ONCE)}>${t('asks.yesAll')}</button>` : nothing}</div>`
          : nothing
      }
      <ul>${repeat(
        asks,
        ({ id }) => id,
        (ask) => this.#row(ask),
      )}</ul>
    </section>`;
  }

  #row(ask: Ask): TemplateResult {
    return askRow({
      ask,
      scope: this.#scope(ask),
      fresh: this.#isFresh(ask.id),
      secondsLeft: (ask.until - Date.now()) / 1_000,
      choose: (index) => {
        this.#chosen.set(ask.id, index);
        this.requestUpdate();
      },
      yes: () => this.#answer(ask, this.#scope(ask)),
      no: () => this.#answer(ask, null),
      ...(this.skippable &&
        ask.skippable && { skip: () => this.emit('bh-skip', { ms: SKIP_MS, plugin: ask.plugin.id }) }),
    });
  }

  #scope = ({ id, scopes }: Ask): Scope => scopes[this.#chosen.get(id) ?? 0] ?? ONCE;

  #isFresh = (id: number): boolean => performance.now() - (this.#seen.get(id) ?? 0) < FRESH_MS;

  #answer(ask: Ask, scope: Scope | null): void {
    if (scope !== null && this.#isFresh(ask.id)) return;
    this.#answered = this.asks.indexOf(ask);
    this.emit('bh-answer', { id: ask.id, scope });
  }

  #all(scope: Scope | null): void {
    for (const { id } of this.asks) this.emit('bh-answer', { id, scope });
  }

  /** Draws again when something about the time changes: a row becomes answerable, a minute is left, skipping ends. */
  #wake(): void {
    const now = Date.now();
    const waits = this.asks.flatMap(({ id, until }) => {
      const left = until - now;
      return [
        left > LAST_MS ? left - LAST_MS : left > 0 ? 1_000 : 0,
        (this.#seen.get(id) ?? 0) + FRESH_MS - performance.now(),
      ];
    });
    const next = Math.min(...[...waits, ...this.skipping.map(({ until }) => until - now)].filter((wait) => wait > 0));
    this.redrawAfter(Number.isFinite(next) ? next + 1 : undefined);
  }

  #go(index: number): void {
    this.renderRoot.querySelectorAll<HTMLElement>('[data-testid=ask-no]')[index]?.focus();
  }

  #key = (event: KeyboardEvent): void => {
    const path = event.composedPath();
    const row = path.find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset.ask !== undefined);
    const index = this.asks.findIndex(({ id }) => String(id) === row?.dataset.ask);
    const ask = this.asks[index];
    if (!ask || event.ctrlKey || event.metaKey || event.altKey || path[0] instanceof HTMLSelectElement) return;
    if (event.key === 'j') this.#go(Math.min(index + 1, this.asks.length - 1));
    else if (event.key === 'k') this.#go(Math.max(index - 1, 0));
    else if (event.key === 'y') this.#answer(ask, this.#scope(ask));
    else if (event.key === 'n' || event.key === 'Escape') this.#answer(ask, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

define('bulkhead-asks', BulkheadAsks);
