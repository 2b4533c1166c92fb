import { html, nothing, type TemplateResult } from 'lit';
import type { Fields, LinkDirection, NeighborView, NodeBriefView } from '../../../worker/protocol/memory-types.js';
import { t } from '../i18n/text.js';
import { formatCount } from '../shared/format.js';
import { longText } from '../shared/long-text.js';
import { stranger } from '../shared/strangers.js';
import type { NodeDetail } from './memory-detail.js';
import { fieldName } from './memory-fields.js';
import { typeName } from './memory-words.js';

/** Links of one relation that are shown at first. */
const FIRST = 8;

/** What can be done with a node's links. */
export interface LinkWork {
  /** Relations that are shown whole. */
  readonly more: ReadonlySet<string>;
  readonly show: (key: string) => void;
  readonly go: (id: string) => void;
  readonly unlink: (link: {
    readonly to: string;
    readonly relation: string;
    readonly direction: LinkDirection;
  }) => void;
}

/** A node's neighbours, relation by relation. */
export function linksOfNode({ node, neighbors }: NodeDetail, work: LinkWork): TemplateResult {
  const groups = new Map<string, NeighborView[]>();
  for (const one of neighbors) {
    const group = groups.get(keyOf(one)) ?? [];
    group.push(one);
    groups.set(keyOf(one), group);
  }
  return html`<div class="stack links" data-testid="node-links"><h3>${t('memory.column.links')} <span class="muted">${formatCount(neighbors.length)}</span></h3>
    ${neighbors.length === 0 ? html`<p class="small muted">${t('memory.noLinks')}</p>` : nothing}
    ${[...groups].map(([key, members]) => {
      const [first] = members;
      const shown = work.more.has(key) ? members.slice(0, 500) : members.slice(0, FIRST);
      return html`<div data-testid="relation" data-relation=${first?.edgeType ?? ''} data-direction=${first?.direction ?? ''}>
        <p class="small relation"><span class="foreign">${stranger(first?.edgeType ?? '')}</span> <span class="muted"><span aria-hidden="true">${first?.direction === 'out' ? '→' : '←'}</span><span class="visually-hidden">${t(first?.direction === 'out' ? 'memory.out' : 'memory.in')}</span> ${formatCount(members.length)}</span></p>
        <ul>${shown.map((one) => link(one, node.archived, work))}</ul>
        ${shown.length < Math.min(members.length, 500) ? html`<button class="plain small" data-testid="links-more" @click=${() => work.show(key)}>${t('json.more', { count: formatCount(Math.min(members.length, 500) - shown.length) })}</button>` : nothing}
      </div>`;
    })}
  </div>`;
}

const keyOf = ({ edgeType, direction }: NeighborView): string => `${direction} ${edgeType}`;

function link({ node, edgeType, direction }: NeighborView, fixed: boolean, work: LinkWork): TemplateResult {
  const way = direction === 'out' ? 'outgoing' : 'incoming';
  return html`<li><button class="plain to foreign" data-testid="node-link" data-node=${node.id} @click=${() => work.go(node.id)}>${stranger(node.title, 200)} <span
      class="small muted">${stranger(typeName(node.type))}</span></button>${
        fixed
          ? nothing
          : html`<button class="plain small muted" data-testid="link-remove" aria-label=${t('memory.removeLink', { relation: edgeType, title: node.title })}
      @click=${() => work.unlink({ to: node.id, relation: edgeType, direction: way })}>${t('plugins.remove')}</button>`
      }</li>`;
}

/** A node as the model that chooses for a recall is shown it. */
export function briefOfNode(brief: NodeBriefView): TemplateResult {
  const { keyValues, rowValues, summary, exposure, edgeSummary, childCount } = brief;
  const cells = (name: 'brief-keys' | 'brief-row', values: Fields) =>
    html`<dl class="cells" data-testid=${name}>${Object.entries(values).map(
      ([column, text]) =>
        html`<dt class="small muted">${stranger(fieldName(column))}</dt><dd class="foreign">${longText(String(text))}</dd>`,
    )}</dl>`;
  const filled = (values: Fields): boolean => Object.keys(values).length > 0;
  return html`<details class="brief" data-testid="node-brief"><summary>${t('memory.brief')}</summary>
    <div class="stack">
      <p class="small muted">${t(exposure === 'full' ? 'memory.exposure.full' : 'memory.exposure.high')}${
        childCount > 0 ? html` · ${t('memory.childCount', { count: childCount })}` : nothing
      }${brief.alwaysInject ? html` · ${t('memory.injected.always')}` : nothing}</p>
      ${filled(keyValues) ? html`<h3>${t('memory.keyValues')}</h3>${cells('brief-keys', keyValues)}` : nothing}
      ${filled(rowValues) ? html`<h3>${t('memory.rowValues')}</h3>${cells('brief-row', rowValues)}` : nothing}
      ${!filled(rowValues) && summary !== '' ? html`<p class="foreign">${longText(summary)}</p>` : nothing}
      ${
        edgeSummary
          ? html`<h3>${t('memory.edges', { count: edgeSummary.degree })}</h3><ul class="relations">${edgeSummary.relations.map(
              ({ relation, direction, count }) =>
                html`<li class="small"><span class="foreign">${stranger(relation)}</span> ${direction === 'out' ? '→' : '←'} ${count}</li>`,
            )}</ul>`
          : html`<p class="small muted">${t('memory.edgesLater')}</p>`
      }
    </div></details>`;
}
