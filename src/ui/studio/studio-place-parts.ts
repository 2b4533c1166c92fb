import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isolated } from '../../../worker/protocol/display-text.js';
import { t } from '../i18n/text.js';
import { formatAgo, formatTime } from '../shared/format.js';
import { stranger } from '../shared/strangers.js';
import type { StudioKept, StudioKind, StudioOffer } from './studio-controller.js';

export interface OfferUse {
  readonly opening: string;
  open(offer: string, session: string | null): void;
}

export function studioKind(kind: StudioKind, offers: readonly StudioOffer[], use: OfferUse): TemplateResult {
  const own = offers.filter((offer) => offer.kind === kind);
  const fresh = own.find(({ name }) => name === undefined);
  const existing = own.filter(({ name }) => name !== undefined);
  return html`<section class="card kind" aria-labelledby="kind-${kind}" data-testid="begin-kind" data-kind=${kind}>
    <h3 id="kind-${kind}">${t(`begin.${kind}`)}</h3>
    <p class="muted">${t(`begin.${kind}Teach`)}</p>
    ${fresh ? html`<div>${begin(fresh, t(`begin.${kind}New`), use)}</div>` : nothing}
    ${kind === 'plugin' ? installed(existing, use) : choices(existing, use)}
  </section>`;
}

const begin = ({ id }: StudioOffer, words: string, { opening, open }: OfferUse): TemplateResult =>
  html`<button data-testid="begin-new" data-offer=${id} ?disabled=${opening !== ''} @click=${() => open(id, null)}>${opening === id ? t('begin.opening') : words}</button>`;

function installed(plugins: readonly StudioOffer[], use: OfferUse): TemplateResult {
  if (plugins.length === 0) return html`<p class="small muted">${t('begin.pluginNone')}</p>`;
  return html`<div><h4 class="small muted" id="installed">${t('begin.pluginOf')}</h4><ul class="existing" aria-labelledby="installed">${repeat(
    plugins,
    ({ id }) => id,
    ({ id, name = '' }) =>
      html`<li class="row"><span class="grow cut foreign" title=${isolated(name ?? '')}>${stranger(name, 200)}</span>
        <button class="act small" data-testid="begin-edit" data-offer=${id} aria-label=${t('begin.pluginRepairName', { name })} ?disabled=${use.opening !== ''}
          @click=${() => use.open(id, null)}>${use.opening === id ? t('begin.opening') : t('begin.pluginRepair')}</button></li>`,
  )}</ul></div>`;
}

function choices(offers: readonly StudioOffer[], use: OfferUse): TemplateResult | typeof nothing {
  if (offers.length === 0) return nothing;
  return html`<div class="row">${offers.map(
    ({ id, name }) =>
      html`<button data-testid="begin-edit" data-offer=${id} ?disabled=${use.opening !== ''} @click=${() => use.open(id, null)}>${use.opening === id ? t('begin.opening') : stranger(name ?? '', 200)}</button>`,
  )}</div>`;
}

export function keptSessions(
  kept: readonly StudioKept[],
  offers: readonly StudioOffer[],
  use: OfferUse,
): TemplateResult {
  return html`<ul class="kept">${repeat(
    kept,
    ({ offer, id }) => `${offer}\n${id}`,
    ({ id, offer, kind, summary, updatedAt, turns, waits }) => {
      const name = summary || t('begin.unnamed');
      const of = offers.find((one) => one.id === offer)?.name;
      return html`<li class="row" data-testid="begin-kept" data-session=${id}>
        <span class="say grow"><span class="cut foreign ${summary ? '' : 'muted'}" title=${isolated(name ?? '')}>${stranger(name, 200)}</span>
          <span class="small muted cut">${t(`begin.${kind}`)}${of === undefined ? nothing : html` · <span class="foreign">${stranger(of)}</span>`} · <time title=${formatTime(updatedAt)}>${formatAgo(updatedAt)}</time> · ${t('begin.turns', { count: turns })}${waits ? html` · <span class="warn" data-testid="begin-waits">${t('studio.lineWaits')}</span>` : nothing}</span></span>
        <button class="act" data-testid="begin-go-on" aria-label=${t('begin.goOnName', { name })} ?disabled=${use.opening !== ''}
          @click=${() => use.open(offer, id)}>${use.opening === id ? t('begin.opening') : t('begin.goOn')}</button></li>`;
    },
  )}</ul>`;
}
