import { css, html, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';

/** The parts of the drawer. What an application adds goes into the slot of the same name; without a slot it is among the tools. */
export const DRAWER_TABS = ['tools', 'plugins', 'memory', 'agents', 'studio', 'log'] as const;
/** One of them. */
export type DrawerTab = (typeof DRAWER_TABS)[number];

/** Those that the drawer itself fills. */
export const OWN_TABS: readonly DrawerTab[] = ['plugins', 'log'];

export const drawerTabStyles = css`
  .tabs {
    display: flex;
    gap: 2px;
    overflow-x: auto;
    scrollbar-width: none;
    margin-inline: -6px;
  }
  .tabs button {
    flex: none;
    padding-inline: 8px;
    border-color: transparent;
    background: none;
    color: var(--_muted);
  }
  .tabs button[aria-selected='true'] {
    background: var(--_raised);
    color: var(--_text);
    box-shadow: inset 0 -2px 0 var(--_accent);
  }
  .tab:not([hidden]) {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }
  @media (forced-colors: active) {
    .tabs button[aria-selected='true'] {
      border-color: Highlight;
    }
  }
`;

/** The row of tabs: one is in the tab order, the arrow keys lead to the others. */
export function drawerTabs(
  tabs: readonly DrawerTab[],
  shown: DrawerTab,
  show: (tab: DrawerTab) => void,
): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    const row = event.currentTarget as HTMLElement;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const step = getComputedStyle(row).direction === 'rtl' ? -by : by;
    const next = tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length];
    if (by === 0 || !next) return;
    event.preventDefault();
    show(next);
    row.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${t('drawer.parts')} @keydown=${key}>${tabs.map(
    (
      tab,
    ) => html`<button role="tab" data-testid="drawer-tab" data-tab=${tab} id="tab-${tab}" aria-controls="part-${tab}"
      aria-selected=${tab === shown} tabindex=${tab === shown ? 0 : -1} @click=${() => show(tab)}>${t(`drawer.tab.${tab}`)}</button>`,
  )}</div>`;
}

/** What belongs to one tab. */
export const drawerPart = (tab: DrawerTab, shown: DrawerTab, content: TemplateResult): TemplateResult =>
  html`<div class="tab" role="tabpanel" id="part-${tab}" aria-labelledby="tab-${tab}" ?hidden=${tab !== shown}>${content}</div>`;
