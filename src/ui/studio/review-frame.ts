import { html, nothing, type TemplateResult } from 'lit';
import type { ChangeHead, Comparison } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import { errorBox } from '../shared/error.js';
import { viewError } from '../shared/error-text.js';
import type { ReviewChoice } from './review-choices.js';
import { keyFor, type ReviewAction, type ReviewKeys } from './review-keys.js';
import type { ReviewSaid } from './review-said.js';
import type { Verdict } from './review-state.js';

export interface HeadView {
  readonly changes: readonly ChangeHead[];
  readonly said: ReviewSaid;
  readonly verdict: (change: string) => Verdict;
  readonly pending: boolean;
  readonly narrow: boolean;
  readonly choice: ReviewChoice;
  act(action: ReviewAction): void;
  readonly find: FindView;
}

export interface FindView {
  /** What it came to; `null` before anything was typed. */
  readonly found: { readonly at: number; readonly count: number } | null;
  look(text: string, by: -1 | 0 | 1): void;
  leave(): void;
}

const FIND_FROM = 12;

function finder({ found, look, leave }: FindView): TemplateResult {
  const words = found?.count === 0 ? t('review.foundNone') : found ? t('review.found', found) : '';
  const key = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') leave();
    else look((event.target as HTMLInputElement).value, event.shiftKey ? -1 : 1);
  };
  return html`<span class="finder"><input type="search" data-testid="review-find" aria-label=${t('review.find')} placeholder=${t('review.find')}
      @input=${(event: InputEvent) => look((event.target as HTMLInputElement).value, 0)} @keydown=${key} />
    <span class="small muted" role="status" data-testid="review-found">${words}</span></span>`;
}

export function reviewHead(view: HeadView): TemplateResult {
  const { changes, said, pending, narrow, choice, act } = view;
  const count = changes.length;
  const verdicts = changes.map(({ id }) => view.verdict(id));
  const looked = changes.filter(({ id }) => said.decided.reviewed(id)).length;
  const open = verdicts.filter((one) => one === 'open' || one === 'partly').length;
  const rejected = verdicts.filter((one) => one === 'reject').length;
  const sums = [
    [count - open - rejected, 'review.sumAccepted'],
    [rejected, 'review.sumRejected'],
    [open, 'review.sumOpen'],
  ] as const;
  const sum = sums.flatMap(([number, words]) => (number > 0 ? [t(words, { count: number })] : [])).join(' · ');
  const some = open > 0 && open < count;
  return html`<div class="row top">
    <div class="sum"><h2>${count === 1 ? t('review.countOne') : t('review.count', { count })}</h2>
      ${
        pending
          ? html`<span class="small muted" data-testid="review-progress">${t('review.progress', { done: looked, count })}</span>
            ${open === count ? nothing : html`<span class="small muted" data-testid="review-sum">${sum}</span>`}`
          : nothing
      }</div>
    <div class="row tools">
      ${count < FIND_FROM ? nothing : finder(view.find)}
      ${narrow ? nothing : views(choice, act)}
      ${
        pending
          ? html`<button class="plain small" data-testid="review-undo" ?disabled=${!said.undoable} @click=${() => act('undo')}>${t('review.undo')}</button>
            ${
              count < 2
                ? nothing
                : html`<button class="plain small" data-testid="review-reject-rest" @click=${() => act('rejectRest')}>${t(some ? 'review.rejectRest' : 'review.rejectAll')}</button>
            <button class="plain small" data-testid="review-accept-rest" @click=${() => act('acceptRest')}>${t(some ? 'review.acceptRest' : 'review.acceptAll')}</button>`
            }`
          : nothing
      }
      <button class="plain small help" data-testid="review-help" @click=${() => act('help')}>${t('review.keys')}</button></div>
    ${pending ? html`<svg class="progress" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true"><rect width=${count === 0 ? 0 : (looked / count) * 100} height="2"></rect></svg>` : nothing}
  </div>`;
}

export function views(choice: ReviewChoice, act: (action: ReviewAction) => void): TemplateResult {
  const one = (view: ReviewChoice['view']) =>
    html`<button class="small" data-testid="review-${view}" aria-pressed=${choice.view === view} @click=${() => choice.view !== view && act('view')}>${t(`review.${view}`)}</button>`;
  return html`<span class="views" role="group" aria-label=${t('review.view')}>${one('side')}${one('inline')}</span>`;
}

/** The keys one needs most, and what becomes of what nobody decides. */
export function reviewFoot(pending: boolean, keys: ReviewKeys): TemplateResult {
  const hint = (actions: readonly ReviewAction[], words: string) =>
    html`<span class="hint">${actions.map((action) => html`<kbd>${keyFor(action, keys)}</kbd>`)} ${words}</span>`;
  return html`<div class="foot small muted">
    ${pending ? html`<span class="rest">${t('review.rest')}</span>` : nothing}
    <span class="hints" aria-hidden="true">${hint(['next', 'previous'], t('review.hintMove'))}${
      pending
        ? html`${hint(['accept'], t('review.accept'))}${hint(['reject'], t('review.reject'))}${hint(['undo'], t('review.undo'))}${hint(['reviewed'], t('review.hintLooked'))}${hint(['approve'], t('review.hintApprove'))}`
        : nothing
    }</span></div>`;
}

/** In place of the changes: they are being compared, there are none, or they cannot be shown. */
export function reviewEmpty(failure: unknown, comparison: Comparison | null | undefined): TemplateResult {
  if (failure !== undefined)
    return html`<div class="empty" data-testid="review-cannot">${errorBox(viewError(failure), 'review-failure', t('review.cannot'))}</div>`;
  if (comparison === undefined)
    return html`<div class="waiting" data-testid="review-waiting" role="status" aria-label=${t('review.loading')}><span></span><span></span><span></span></div>`;
  return html`<div class="empty" data-testid="review-none"><h2>${t('review.none')}</h2><p class="muted">${t('review.noneTeach')}</p></div>`;
}
