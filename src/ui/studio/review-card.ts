import { html, nothing, type TemplateResult } from 'lit';
import { markWords } from '../../../worker/studio/diff/words.js';
import type { ChangeBody, ChangeHead, Decision, DiffRow, Hunk, Payload } from '../../studio/internal.js';
import { type TextKey, t } from '../i18n/text.js';
import { errorBox } from '../shared/error.js';
import { viewError } from '../shared/error-text.js';
import { asWritten, said } from '../shared/strangers.js';
import { withUnseen } from '../shared/unseen.js';
import { diffRows, lettersOf, stretches } from './diff-rows.js';
import { divider, type SplitWork } from './divider.js';
import type { ReviewAction } from './review-keys.js';
import type { Verdict } from './review-state.js';

/** How much of a change is shown: its head, a long text’s beginning, or all of it. */
export type Fold = 'shut' | 'open' | 'whole';

/** A text is folded beyond so many lines, or letters. */
const MOST_LINES = 18;
const MOST_LETTERS = 900;
/** More is only shown enlarged, where what is not seen is not drawn. */
const MOST_DRAWN = 300;

export interface CardWork {
  /** Without a hunk: the whole change. What was decided so already is taken back. */
  decide(decision: Decision, hunk?: string): void;
  look(on: boolean): void;
  fold(fold: Fold): void;
  enlarge(): void;
  at(hunk?: string): void;
  retry(): void;
  expand(gap: DiffRow): void;
  act(action: ReviewAction): void;
  readonly split: SplitWork;
}

export interface CardView {
  readonly head: ChangeHead;
  readonly label: string;
  readonly place: number;
  readonly count: number;
  readonly body: ChangeBody | undefined;
  readonly failure: unknown;
  readonly slot: string | undefined;
  readonly verdict: Verdict;
  readonly reviewed: boolean;
  decided(hunk: string): Decision | undefined;
  /** Where the keyboard is: on the change, or on one of its hunks. */
  readonly at: boolean;
  readonly atHunk: string | undefined;
  readonly pending: boolean;
  readonly fold: Fold;
  readonly side: boolean;
  readonly split: number;
}

export const hunksOf = (body: ChangeBody | undefined): readonly Hunk[] =>
  body && body.hunks.length > 1 ? body.hunks : [];

export const isLong = ({ lines, rows }: ChangeBody): boolean =>
  lines && (rows.length > MOST_LINES || lettersOf(rows) > MOST_LETTERS);

export function reviewCard(view: CardView, work: CardWork): TemplateResult {
  const { head, verdict, at, fold, place, count } = view;
  const here = at && view.atHunk === undefined;
  return html`<article class="change ${verdict} ${fold} ${at ? 'near' : ''} ${here ? 'at' : ''}" data-testid="review-change" data-row=${head.id} data-verdict=${verdict}
    data-reviewed=${view.reviewed} data-fold=${fold} tabindex="-1" aria-posinset=${place + 1} aria-setsize=${count} aria-label=${name(view)}
    @pointerdown=${() => work.at()}>
    ${headLine(view, work)}
    ${fold === 'shut' ? nothing : html`<div class="content">${content(view, work)}</div>`}</article>`;
}

function name({ head, label, verdict, body, place, count, pending }: CardView): string {
  const parts = [t('review.place', { place: place + 1, count }), label, t(`review.kind.${head.kind}`)];
  if (hunksOf(body).length > 0) parts.push(t('review.parts', { count: hunksOf(body).length }));
  if (pending) parts.push(t(VERDICTS[verdict]));
  return parts.join(', ');
}

const VERDICTS: { readonly [verdict in Verdict]: TextKey } = {
  open: 'review.open',
  partly: 'review.partly',
  accept: 'review.accepted',
  reject: 'review.rejected',
  mixed: 'review.mixed',
};

function headLine(view: CardView, work: CardWork): TemplateResult {
  const { head, label, verdict, reviewed, pending, fold, body, at } = view;
  const toggle = fold === 'shut' ? 'open' : 'shut';
  // By Tab one comes to what concerns the change where the keyboard is.
  const tab = at ? 0 : -1;
  return html`<header class="row head">
    <button class="plain fold" data-testid="review-fold" aria-expanded=${fold !== 'shut'} aria-label=${t(fold === 'shut' ? 'review.show' : 'review.hide')} tabindex=${tab}
      @click=${() => work.fold(toggle)}><span class="chevron" aria-hidden="true">›</span></button>
    <h3 class="path foreign" title=${label === head.path ? nothing : withUnseen(head.path)}>${asWritten(label)}</h3>
    <span class="kind small ${head.kind}">${t(`review.kind.${head.kind}`)}</span>
    ${head.from === undefined ? nothing : html`<span class="small muted foreign">${said('review.from', { path: withUnseen(head.from) })}</span>`}
    <span class="row acts">
    ${pending && (verdict === 'mixed' || verdict === 'partly') ? html`<span class="small muted">${t(VERDICTS[verdict])}</span>` : nothing}
      ${
        pending
          ? html`<label class="looked small"><input type="checkbox" data-testid="review-looked" tabindex=${tab} .checked=${reviewed}
              @change=${(event: Event) => work.look((event.target as HTMLInputElement).checked)} /> ${t('review.looked')}</label>
            ${answers(verdict, (decision) => work.decide(decision), 'review', tab)}`
          : nothing
      }
      ${
        body?.lines
          ? html`<button class="plain small" data-testid="review-enlarge" tabindex=${tab} aria-label=${t('review.enlargeOf', { path: label })} @click=${() => work.enlarge()}>${t('review.enlarge')}</button>`
          : nothing
      }</span></header>`;
}

export function answers(
  said: Verdict | undefined,
  decide: (decision: Decision) => void,
  id: string,
  tab: number,
): TemplateResult {
  const one = (decision: Decision, glyph: string, words: TextKey) =>
    html`<button class="answer small ${decision}" data-testid="${id}-${decision}" tabindex=${tab} aria-pressed=${said === decision} @click=${() => decide(decision)}><span aria-hidden="true">${glyph}</span> ${t(words)}</button>`;
  return html`<span class="answers">${one('reject', '✕', said === 'reject' ? 'review.rejected' : 'review.reject')}${one('accept', '✓', said === 'accept' ? 'review.accepted' : 'review.accept')}</span>`;
}

export function content(view: CardView, work: CardWork): TemplateResult | typeof nothing {
  const { body, failure, slot, head } = view;
  if (failure !== undefined)
    return html`<div class="pad stack">${errorBox(viewError(failure), 'review-failure', t('review.failed'))}<div><button @click=${() => work.retry()}>${t('review.again')}</button></div></div>`;
  if (!body)
    return html`<div class="waiting" data-testid="review-waiting" aria-label=${t('review.loading')} role="status"><span></span><span></span></div>`;
  if (slot !== undefined) return html`<div class="pad"><slot name=${slot}></slot></div>`;
  const { beforePayload, afterPayload } = body;
  if (head.kind === 'moved' && beforePayload.text === afterPayload.text)
    return html`<p class="pad small muted">${t('review.movedOnly')}</p>`;
  return body.lines ? lines(body, view, work) : values(body, view);
}

function values({ beforePayload, afterPayload }: ChangeBody, { side }: CardView): TemplateResult {
  const both = !beforePayload.missing && !afterPayload.missing;
  const parts = both ? markWords(withUnseen(beforePayload.text), withUnseen(afterPayload.text)) : undefined;
  const shown = ({ text, missing }: Payload, only: 'removed' | 'added') => {
    if (missing)
      return html`<div class="cell none"><span class="sign"></span><span class="text muted">${t('review.missing')}</span></div>`;
    const inner = parts
      ? parts[only === 'added' ? 'after' : 'before'].map(({ text: one, marked }) =>
          marked ? html`<mark>${one}</mark>` : one,
        )
      : withUnseen(text);
    const sign = html`<span class="sign" aria-hidden="true">${only === 'added' ? '+' : '−'}</span>`;
    return html`<div class="cell ${only}">${sign}${only === 'added' ? html`<ins class="text foreign">${inner}</ins>` : html`<del class="text foreign">${inner}</del>`}</div>`;
  };
  const [before, after] = [shown(beforePayload, 'removed'), shown(afterPayload, 'added')];
  if (side && both) return html`<div class="diff short side"><div class="pair">${before}${after}</div></div>`;
  return html`<div class="diff short">${beforePayload.missing ? nothing : before}${afterPayload.missing ? nothing : after}</div>`;
}

function shownRows(body: ChangeBody, { fold, atHunk }: CardView): { rows: readonly DiffRow[]; all: boolean } {
  const { rows, hunks } = body;
  if (fold === 'whole' || !isLong(body)) {
    const wanted = atHunk === undefined ? -1 : hunks.findIndex(({ key }) => key === atHunk);
    const end = wanted < 0 ? 0 : rows.findLastIndex(({ hunk }) => hunk === wanted) + 1;
    const most = Math.max(MOST_DRAWN, end);
    return { rows: rows.slice(0, most), all: rows.length <= most };
  }
  const some: DiffRow[] = [];
  let letters = 0;
  for (const row of rows) {
    if (some.length >= MOST_LINES || letters >= MOST_LETTERS) break;
    some.push(row);
    letters += lettersOf([row]);
  }
  return { rows: some, all: false };
}

function lines(body: ChangeBody, view: CardView, work: CardWork): TemplateResult {
  const { rows, all } = shownRows(body, view);
  const { fold, split, label } = view;
  // What has one side only is not shown beside nothing.
  const side = view.side && !body.beforePayload.missing && !body.afterPayload.missing;
  const hunks = hunksOf(body);
  const look = { side, expand: (gap: DiffRow) => work.expand(gap) };
  const more = body.rows.length > MOST_DRAWN && fold === 'whole';
  return html`<div class="diff ${side ? 'side' : ''} ${all ? '' : 'cut-off'}">
      ${side ? divider(split, work.split, t('review.columns', { path: label }), view.at ? 0 : -1) : nothing}
      ${stretches(rows).map(({ hunk, rows: some }) => {
        const one = hunk === undefined ? undefined : hunks[hunk];
        return one === undefined || hunk === undefined ? diffRows(some, look) : hunkView(one, hunk, some, view, work);
      })}</div>
    ${
      all && fold !== 'whole'
        ? nothing
        : html`<div class="more">${
            more || (!all && fold === 'whole')
              ? html`<button class="plain small" data-testid="review-more" @click=${() => work.enlarge()}>${t('review.allEnlarged', { count: body.rowCount })}</button>`
              : isLong(body)
                ? html`<button class="plain small" data-testid="review-more" aria-expanded=${fold === 'whole'} @click=${() => work.fold(fold === 'whole' ? 'open' : 'whole')}>${
                    fold === 'whole' ? t('fold.less') : t('review.all')
                  }</button>`
                : nothing
          }</div>`
    }`;
}

function hunkView(hunk: Hunk, index: number, rows: readonly DiffRow[], view: CardView, work: CardWork): TemplateResult {
  const { key } = hunk;
  const said = view.decided(key);
  const here = view.atHunk === key;
  const words = hunkWords(hunk, index, hunksOf(view.body).length);
  const state = view.pending ? `, ${t(VERDICTS[said ?? 'open'])}` : '';
  return html`<section class="hunk ${said ?? 'open'} ${here ? 'at' : ''}" data-testid="review-hunk" data-hunk=${key} data-verdict=${said ?? 'open'} tabindex="-1" role="group" aria-label=${words + state}
    @pointerdown=${(event: Event) => {
      event.stopPropagation();
      work.at(key);
    }}>
    <div class="row hunk-bar"><span class="small muted">${words}</span>${view.pending ? answers(said, (decision) => work.decide(decision, key), 'hunk', view.at ? 0 : -1) : nothing}</div>
    ${said !== undefined && view.pending && view.fold !== 'whole' ? nothing : diffRows(rows, { side: view.side, expand: (gap) => work.expand(gap) })}</section>`;
}

export function hunkWords(hunk: Hunk, index: number, count: number): string {
  const { afterStart, afterCount, beforeStart, beforeCount } = hunk;
  const [from, lines] = afterCount > 0 ? [afterStart, afterCount] : [beforeStart, beforeCount];
  const place = lines > 1 ? t('review.lines', { from, to: from + lines - 1 }) : t('review.line', { from });
  return `${t('review.part', { number: index + 1, count })} · ${place}`;
}
