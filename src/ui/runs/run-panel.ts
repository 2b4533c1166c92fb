import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { RunRound, RunStatus, RunView, TraceEvent } from '../../engine/internal.js';
import type { Effects } from '../../index.js';
import { stranger } from '../shared/strangers.js';
import '../questions/effects.js';
import { BulkheadElement, define } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import type { ErrorView } from '../shared/error-text.js';
import '../shared/fold.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { formatMs } from '../shared/format.js';
import { styles } from '../shared/styles.js';
import { bar, paired, type Span, sectionView } from './run-section.js';
import { runStyles } from './run-styles.js';
import { compareWith, saveTrace, type TraceSaid, traceSaid } from './run-trace.js';

const GLYPHS: { readonly [status in RunStatus]: string } = {
  ...{ running: '●', committed: '✓', aborted: '■', error: '✕', budget_exhausted: '■' },
};
/** A long run stays quick: what is older is shown when it is asked for. */
const ROUNDS = 60;
const SECTIONS = 40;
/** Rounds that are open by themselves. */
const OPEN = 3;
/** How often the clocks of a run that goes on are drawn. */
const TICK_MS = 250;

/** What became of the effects of a simulated run. */
export type EffectsState = 'asked' | 'committed' | 'discarded' | ErrorView;

/** One run while it happens, and after: its rounds with what was said and called, its time and its tokens. */
export class BulkheadRunPanel extends BulkheadElement {
  static override properties = {
    run: { attribute: false },
    trace: { attribute: false },
    effects: { attribute: false },
    effectsState: { attribute: false },
    said: { state: true },
    rounds: { state: true },
  };
  static override styles = [
    ...styles,
    errorStyles,
    runStyles,
    css`
      input[type='file'] {
        display: none;
      }
    `,
  ];
  declare run: RunView | null;
  /** What can be saved and compared; without it neither is offered. */
  declare trace: readonly TraceEvent[] | null;
  declare effects: Effects | null;
  declare effectsState: EffectsState;
  declare said: TraceSaid | null;
  declare rounds: number;
  readonly #toggled = new Map<string, boolean>();
  /** How many sections of a round are shown, where that is more than usual. */
  readonly #more = new Map<string, number>();
  #shown: string | undefined;
  #follows = true;

  constructor() {
    super();
    this.run = null;
    this.trace = null;
    this.effects = null;
    this.effectsState = 'asked';
    this.said = null;
    this.rounds = ROUNDS;
  }

  /** However often it changes, it is drawn once a frame. A hidden page has no frames, so it is drawn at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && !document.hidden) await new Promise((resolve) => requestAnimationFrame(resolve));
    super.scheduleUpdate();
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('run') || this.run?.id === this.#shown) return;
    this.#shown = this.run?.id;
    this.#toggled.clear();
    this.#more.clear();
    this.#follows = true;
    this.rounds = ROUNDS;
    this.said = null;
  }

  override updated(): void {
    const list = this.renderRoot.querySelector('.rounds');
    if (list && this.#follows && this.run?.status === 'running') list.scrollTop = list.scrollHeight;
    this.redrawAfter(this.run?.status === 'running' ? TICK_MS : undefined);
  }

  override render(): TemplateResult {
    const { run } = this;
    return html`<section class="card stack" aria-labelledby="title" data-testid="run-panel" data-status=${run?.status ?? 'none'}>
      <div class="row head"><h2 id="title">${t('runs.title')}</h2>
        <div class="row facts grow">${run ? facts(run) : nothing}</div>
        <button class="stop" data-testid="run-stop" ?disabled=${run?.status !== 'running'} @click=${() => this.emit('bh-stop-run', {})}>${t('runs.stop')}</button></div>
      ${run ? this.#body(run) : html`<div class="empty stack" data-testid="run-empty"><p>${t('runs.none')}</p><p class="muted">${t('runs.teach')}</p></div>`}
    </section>`;
  }

  #body(run: RunView): TemplateResult {
    const hidden = Math.max(0, run.rounds.length - this.rounds);
    const span = { from: run.startedAt, to: run.endedAt ?? Date.now() };
    const open = new Set(run.rounds.slice(-OPEN).map(({ id }) => id));
    return html`${run.error === undefined ? nothing : html`<p class="danger foreign" role="alert" data-testid="run-error">${stranger(run.error, DESCRIPTION_CHARS)}</p>`}
      ${
        hidden > 0
          ? html`<div><button class="plain small" data-testid="run-earlier" @click=${() => {
              this.rounds += ROUNDS;
            }}>${t('runs.earlier', { count: Math.min(hidden, ROUNDS) })}</button></div>`
          : nothing
      }
      <ol class="rounds" tabindex="0" aria-label=${t('runs.list')} @scroll=${this.#scrolled}>${repeat(
        run.rounds.slice(hidden),
        ({ id }) => id,
        (round) =>
          this.#round(round, span, this.#toggled.get(round.id) ?? (open.has(round.id) || round.status === 'running')),
      )}</ol>
      ${run.capsule ? html`<div class="capsule stack" data-testid="run-capsule"><h3>${t('runs.capsule')}</h3><bulkhead-fold prose .text=${run.capsule}></bulkhead-fold></div>` : nothing}
      ${this.effects ? this.#effects(this.effects) : nothing}
      ${this.trace ? this.#trace(run, this.trace) : nothing}`;
  }

  #round(round: RunRound, run: Span, open: boolean): TemplateResult {
    const { id, agent, status, sections } = round;
    const times = { from: round.startedAt, to: round.endedAt ?? run.to };
    return html`<li class="round" data-testid="run-round" data-agent=${agent} data-status=${status}>
      <div class="line"><button class="plain toggle" aria-expanded=${open} @click=${() => this.#toggle(id, !open)}>
        <span class="chevron" aria-hidden="true">${open ? '▾' : '▸'}</span>${state(status)}
        <span class="agent cut foreign">${agent === '' ? t('runs.theRun') : stranger(agent)}</span></button>
        ${bar(status, times, run)}<span class="time small muted">${formatMs(times.to - times.from)}</span></div>
      ${open ? this.#sections(id, sections, run, status === 'running') : nothing}</li>`;
  }

  #sections(round: string, all: RunRound['sections'], span: Span, running: boolean): TemplateResult {
    if (all.length === 0)
      return html`<p class="sections small muted">${t(running ? 'runs.waiting' : 'runs.nothing')}</p>`;
    const shown = paired(all);
    const most = this.#more.get(round) ?? SECTIONS;
    const hidden = Math.max(0, shown.length - most);
    return html`<ol class="sections">${
      hidden > 0
        ? html`<li><button class="plain small" data-testid="run-earlier-sections" @click=${() => {
            this.#more.set(round, most + SECTIONS);
            this.requestUpdate();
          }}>${t('runs.earlierSections', { count: Math.min(hidden, SECTIONS) })}</button></li>`
        : nothing
    }${repeat(
      shown.slice(hidden),
      ({ section }) => section.id,
      (one) => {
        const open = this.#toggled.get(one.section.id) ?? false;
        const toggle = () => this.#toggle(one.section.id, !open);
        return html`<li data-testid="run-section" data-kind=${one.section.kind} data-status=${one.section.status}>${sectionView(one, { open, toggle, span })}</li>`;
      },
    )}</ol>`;
  }

  #toggle(id: string, open: boolean): void {
    this.#toggled.set(id, open);
    this.requestUpdate();
  }

  /** It follows what happens as long as its end is looked at. */
  #scrolled = ({ target }: Event): void => {
    const { scrollTop, scrollHeight, clientHeight } = target as HTMLElement;
    this.#follows = scrollHeight - scrollTop - clientHeight < 24;
  };

  #effects(effects: Effects): TemplateResult {
    const { effectsState: now } = this;
    const answer = (what: 'commit' | 'discard') => () => this.emit('bh-run-effects', { what });
    return html`<div class="effects stack" data-testid="run-effects"><h3>${t('runs.effects')}</h3>
      <bulkhead-effects .effects=${effects}></bulkhead-effects>
      ${
        now === 'committed' || now === 'discarded'
          ? html`<p class=${now === 'committed' ? 'done' : 'muted'} role="status">${t(now === 'committed' ? 'effects.committed' : 'runs.discarded')}</p>`
          : html`<div class="row"><button class="primary" data-testid="run-commit" ?disabled=${effects.items.length === 0 || effects.unvalidated} @click=${answer('commit')}>${t('effects.commit')}</button>
              <button data-testid="run-discard" @click=${answer('discard')}>${t('runs.discard')}</button></div>`
      }
      ${typeof now === 'object' ? errorBox(now, 'run-commit-error', t('plugins.failed')) : nothing}</div>`;
  }

  #trace({ id, status }: RunView, trace: readonly TraceEvent[]): TemplateResult {
    const over = status !== 'running';
    return html`<div class="row"><button data-testid="run-save" ?disabled=${trace.length === 0} @click=${() => {
      this.said = saveTrace(id, trace);
    }}>${t('runs.save')}</button>
      <button data-testid="run-compare" ?disabled=${!over || trace.length === 0} @click=${() => this.#input?.click()}>${t('runs.compare')}</button>
      <input type="file" accept=".jsonl,.json,application/x-ndjson" aria-label=${t('runs.compare')} data-testid="run-file" @change=${this.#chosen} /></div>
      <div role="status" data-testid="run-said">${this.said ? traceSaid(this.said) : nothing}</div>`;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input[type=file]');
  }

  #chosen = async (): Promise<void> => {
    const input = this.#input;
    const file = input?.files?.[0];
    if (!input || !file) return;
    this.said = await compareWith(file, this.trace ?? []);
    // The same file can be chosen again.
    input.value = '';
  };
}

const state = (status: RunStatus): TemplateResult =>
  html`<span class="state ${status === 'error' ? 'failed' : status}"><span aria-hidden="true">${GLYPHS[status]}</span> ${t(`runs.${status}`)}</span>`;

function facts({ mode, status, rounds, usage, simulated, startedAt, endedAt }: RunView): TemplateResult {
  const { inputTokens, outputTokens } = usage;
  const number = (value: number) => value.toLocaleString(language());
  return html`<span role="status" data-testid="run-status">${state(status)}</span><span>${t(`runs.mode.${mode}`)}</span>
    ${simulated ? html`<span class="warn" title=${t('runs.simulatedTeach')} data-testid="run-simulated">${t('runs.simulated')}</span>` : nothing}
    <span class="small muted">${rounds.length === 1 ? t('runs.round') : t('runs.rounds', { count: rounds.length })}</span>
    ${inputTokens + outputTokens > 0 ? html`<span class="small muted" data-testid="run-tokens">${t('runs.tokens', { read: number(inputTokens), written: number(outputTokens) })}</span>` : nothing}
    <span class="small muted">${formatMs((endedAt ?? Date.now()) - startedAt)}</span>`;
}

define('bulkhead-run-panel', BulkheadRunPanel);
