import { html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';

export type View = 'talk' | 'proposal' | 'changes' | 'profile' | 'sessions';

export interface Tab {
  readonly id: View;
  readonly label: string;
  readonly waits?: boolean;
}

/** The studio’s tabs: all views where it is one at a time, else those beside the conversation. */
export function studioTabs(
  narrow: boolean,
  { waits, looked }: { readonly waits: boolean; readonly looked: boolean },
): readonly Tab[] {
  return [
    ...(narrow ? [{ id: 'talk', label: t('studio.talk') } as const] : []),
    ...(waits ? [{ id: 'proposal', label: t('studio.proposal'), waits } as const] : []),
    ...(looked ? [{ id: 'changes', label: t('studio.changes') } as const] : []),
    { id: 'profile', label: t('studio.profile') },
    ...(narrow ? [{ id: 'sessions', label: t('studio.sessions') } as const] : []),
  ];
}

export function tabRow(tabs: readonly Tab[], shown: string, show: (id: View) => void): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const row = event.currentTarget as HTMLElement;
    const next =
      tabs[tabs.findIndex(({ id }) => id === shown) + (getComputedStyle(row).direction === 'rtl' ? -by : by)];
    if (by === 0 || !next) return;
    event.preventDefault();
    show(next.id);
    row.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${t('studio.views')} @keydown=${key}>${tabs.map(
    ({ id, label, waits }) =>
      html`<button role="tab" data-testid="studio-tab" data-tab=${id} id="tab-${id}" aria-controls="view-${id}" aria-selected=${id === shown} tabindex=${id === shown ? 0 : -1}
        @click=${() => show(id)}>${label}${waits ? html`<span class="count" role="img" aria-label=${t('studio.pending')}></span>` : ''}</button>`,
  )}</div>`;
}
