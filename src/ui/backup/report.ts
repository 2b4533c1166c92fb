import { html, nothing, type TemplateResult } from 'lit';
import type { BackupCounts, EarlierGrant, LeftOut, RestoreReport, StorageState } from '../../index.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { formatBytes } from '../shared/format.js';
import { said, stranger } from '../shared/strangers.js';

const COUNTED = [
  'plugins',
  'memories',
  'quarantined',
  'conversations',
  'profiles',
  'studioSessions',
  'secrets',
  'modelKeys',
  'mcpServers',
] as const;
const LEFT = ['secrets', 'modelKey', 'mcpServer', 'autoApply', 'log', 'unreadable'] as const satisfies LeftOut[];

/** How many things there are, in words: a list without what is not there. */
export function countList(counts: BackupCounts): TemplateResult {
  const lines = COUNTED.flatMap((what) => {
    const count = counts[what];
    if (count === 0) return [];
    return [
      count === 1 ? t(`backup.one.${what}`) : t(`backup.many.${what}`, { count: count.toLocaleString(language()) }),
    ];
  });
  return lines.length === 0
    ? html`<p class="muted">${t('backup.hereNone')}</p>`
    : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** What a backup has left out; nothing where it has everything. */
export function leftList(leftOut: RestoreReport['leftOut']): TemplateResult | typeof nothing {
  const left = LEFT.filter((what) => (leftOut[what] ?? 0) > 0);
  if (left.length === 0) return nothing;
  return html`<div><p class="muted">${t('backup.left')}</p><ul data-testid="backup-left">
    ${left.map((what) => html`<li>${t(`backup.left.${what}`)}</li>`)}</ul></div>`;
}

/** What the earlier device had allowed, as what it is: over. */
export function earlierList(earlier: readonly EarlierGrant[]): TemplateResult | typeof nothing {
  if (earlier.length === 0) return nothing;
  return html`<div><p>${t('backup.off')}</p><p class="muted">${t('backup.earlier')}</p>
    <ul data-testid="backup-earlier">${earlier.map(({ plugin, permissions }) => {
      const count = Object.values(permissions).filter((scopes) => scopes.length > 0).length;
      const words = count === 0 ? 'backup.earlierNone' : count === 1 ? 'backup.earlierOne' : 'backup.earlierMany';
      return html`<li>${stranger(plugin, 64)}: ${t(words, { count })}</li>`;
    })}</ul></div>`;
}

/** Whether the browser keeps the data, and how much of it there is. */
export function storageLines(storage: StorageState, ask: () => void): TemplateResult {
  const { kept, canAsk, usageBytes, quotaBytes } = storage;
  const used = usageBytes === undefined ? undefined : formatBytes(usageBytes);
  const quota = quotaBytes === undefined ? undefined : formatBytes(quotaBytes);
  return html`<div class="small stack" data-testid="backup-storage" data-kept=${kept}>
    <p class=${kept ? 'muted' : 'warn'}>${t(kept ? 'backup.kept' : 'backup.notKept')}</p>
    ${used !== undefined && quota !== undefined ? html`<p class="muted">${said('backup.used', { used, quota })}</p>` : nothing}
    ${!kept && canAsk ? html`<div><button class="small" data-testid="backup-ask" @click=${ask}>${t('backup.ask')}</button></div>` : nothing}
  </div>`;
}
