import { html, nothing, type TemplateResult } from 'lit';
import { isolated } from '../../../worker/protocol/display-text.js';
import { t } from '../i18n/text.js';
import { stranger } from '../shared/strangers.js';
import { nameOf } from './session-menu.js';
import type { SessionRow, TreeLine } from './session-rows.js';

/** What a line of the tree does when it is pressed, and how it stands. */
export interface LineUse {
  readonly index: number;
  /** The keyboard is on it. */
  readonly at: boolean;
  readonly current: boolean;
  readonly renaming: boolean;
  /** Its menu is open. */
  readonly menu: boolean;
  open(): void;
  fold(): void;
  more(): void;
  /** A key in the field of its name. */
  key(event: KeyboardEvent): void;
  leave(): void;
}

/** Only the innermost of what was pressed does something. */
const only = (work: () => void) => (event: Event) => {
  event.stopPropagation();
  work();
};

/** One line of a tree of sessions. */
export function sessionLine({ session, level, open, place, siblings }: TreeLine, use: LineUse): TemplateResult {
  const { index, at, current } = use;
  return html`<div class="line ${at ? 'at' : ''} ${session?.archived ? 'archived' : ''}" role="treeitem" id="line-${index}" data-index=${index}
    data-testid=${session ? 'session' : 'session-archive'} data-session=${session?.id ?? nothing} aria-level=${level} aria-posinset=${place} aria-setsize=${siblings}
    aria-expanded=${open ?? nothing} aria-selected=${at} aria-current=${current ? 'true' : nothing} @click=${use.open}>
    ${open === null ? html`<span class="twist"></span>` : html`<span class="twist" aria-hidden="true" data-testid="session-twist" @click=${only(use.fold)}>${open ? '▾' : '▸'}</span>`}
    ${session ? sessionWords(session, use) : html`<span class="label muted">${t('sessions.archived')}</span>`}</div>`;
}

function sessionWords(session: SessionRow, { renaming, menu, more, key, leave }: LineUse): TemplateResult {
  const name = nameOf(session);
  if (renaming) {
    return html`<input class="name" data-testid="session-name" aria-label=${t('sessions.renameName', { name })} maxlength="200" .value=${session.label}
      @click=${only(() => {})} @keydown=${key} @blur=${leave} />`;
  }
  const turns = t('sessions.turns', { count: session.turns });
  return html`<span class="label cut foreign ${session.label.trim() === '' ? 'unnamed' : ''}" title=${isolated(name)}>${stranger(name, 200)}</span>
    ${session.busy ? html`<span class="busy" role="img" aria-label=${t('sessions.busy')} title=${t('sessions.busy')}></span>` : nothing}
    <span class="turns muted" title=${turns}><span aria-hidden="true">${session.turns}</span><span class="visually-hidden">${turns}</span></span>
    <button class="plain more" tabindex="-1" data-testid="session-more" aria-haspopup="menu" aria-expanded=${menu} aria-label=${t('sessions.actions', { name })} @click=${only(more)}><span aria-hidden="true">⋯</span></button>`;
}
