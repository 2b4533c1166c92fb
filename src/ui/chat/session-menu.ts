import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/text.js';
import { formatCount } from '../shared/format.js';
import { said } from '../shared/strangers.js';
import type { SessionRow } from './session-rows.js';

/** What may be done with a session. */
export interface SessionUse {
  rename(): void;
  fork(): void;
  archive(): void;
  remember(): void;
  extract(): void;
  remove(): void;
  close(): void;
}

/** A session's name as it is shown. */
export const nameOf = ({ label }: SessionRow): string => (label.trim() === '' ? t('sessions.unnamed') : label);

/** The menu of one session. */
export function sessionMenu(session: SessionRow, use: SessionUse): TemplateResult {
  const act = (work: () => void) => () => {
    use.close();
    work();
  };
  return html`<div class="menu" role="menu" popover="auto" data-testid="session-menu" aria-label=${t('sessions.actions', { name: nameOf(session) })}
    @keydown=${(event: KeyboardEvent) => menuKey(event, use)} @toggle=${(event: ToggleEvent) => event.newState === 'closed' && use.close()}>
    <button role="menuitem" class="plain" data-testid="session-rename" @click=${act(use.rename)}>${t('sessions.rename')} <kbd>F2</kbd></button>
    <button role="menuitem" class="plain" data-testid="session-fork" @click=${act(use.fork)}>${t('sessions.fork')}</button>
    <button role="menuitem" class="plain" data-testid="session-put" @click=${act(use.archive)}>${t(session.archived ? 'sessions.unarchive' : 'sessions.archive')}</button>
    <button role="menuitemcheckbox" class="plain" data-testid="session-remember" aria-checked=${session.remembers === true} title=${t('sessions.rememberWhat')} @click=${act(use.remember)}>${session.remembers ? '✓ ' : ''}${t('sessions.remember')}</button>
    <button role="menuitemcheckbox" class="plain" data-testid="session-extract" aria-checked=${session.extracts === true} title=${t('sessions.extractWhat')} @click=${act(use.extract)}>${session.extracts ? '✓ ' : ''}${t('sessions.extract')}${costOf(session)}</button>
    <button role="menuitem" class="plain stop" data-testid="session-remove" @click=${act(use.remove)}>${t('sessions.remove')} <kbd>Del</kbd></button></div>`;
}

/** What the model was asked for the session's memory since the page was opened, and why the last request failed. */
function costOf({ extraction }: SessionRow): TemplateResult | typeof nothing {
  if (!extraction || extraction.requests === 0) return nothing;
  const { requests, charsIn, charsOut, lastError } = extraction;
  const cost = { requests: formatCount(requests), sent: formatCount(charsIn), received: formatCount(charsOut) };
  return html`<span class="small muted cost" data-testid="session-cost">${said('sessions.extractCost', cost)}
    ${lastError ? html`<br />${said('sessions.extractFailed', { message: lastError.message })}` : nothing}</span>`;
}

/** Opens a menu below a line, or above it where there is no room; the keyboard goes on in it. */
export function openBeside(menu: HTMLElement, line: Element): void {
  menu.showPopover();
  const box = line.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(innerWidth - width - 4, box.right - width))}px`;
  menu.style.top = `${box.bottom + height > innerHeight ? Math.max(4, box.top - height) : box.bottom}px`;
  menu.querySelector<HTMLElement>('button')?.focus();
}

function menuKey(event: KeyboardEvent, { close }: SessionUse): void {
  const menu = event.currentTarget as HTMLElement;
  const items = [...menu.querySelectorAll<HTMLElement>('button')];
  const at = items.findIndex((item) => item.matches(':focus'));
  const steps: { readonly [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (event.key === 'Escape' || event.key === 'Tab') close();
  else if (step !== undefined) items.at(step % items.length)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
