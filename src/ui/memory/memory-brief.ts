import { html, nothing, type TemplateResult } from 'lit';
import type { Fields, NodeBriefView } from '../../index.js';
import { longText } from '../shared/long-text.js';
import { stranger } from '../shared/strangers.js';
import '../shared/json.js';
import { t } from '../i18n/text.js';
import { fieldName } from './memory-fields.js';

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
