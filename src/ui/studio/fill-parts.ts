import { html } from 'lit';
import type { Studio } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import './composer.js';
import type { StudioParts } from './parts.js';
import './proposal.js';
import './sessions.js';
import './status.js';
import './talk.js';

/** Shows in each part what there is now; the adapter’s panel is drawn by itself. */
export function fillParts(studio: Studio, parts: StudioParts): void {
  const { adapter, view } = studio;
  const { session, sessions, autoApply } = view;
  const busy = view.phase !== 'idle';
  const waiting = session.messages.find(({ id }) => id === session.pendingApproval?.messageId);
  const name = sessions.find(({ current }) => current)?.summary || t('studio.newSession');
  const source = session.sourceName === '' ? '' : ` · ${t('studio.character', { name: session.sourceName })}`;
  parts.fill('sub', html`<span class="foreign">${name + source}</span>`);
  parts.fill('status', html`<bulkhead-studio-status .view=${view}></bulkhead-studio-status>`);
  parts.fill('conversation', html`<bulkhead-studio-talk .studio=${studio} .view=${view}></bulkhead-studio-talk>`);
  parts.fill(
    'pending',
    waiting
      ? html`<bulkhead-studio-proposal .studio=${studio} .message=${waiting} .busy=${busy}></bulkhead-studio-proposal>`
      : html``,
  );
  parts.fill(
    'input',
    html`<bulkhead-studio-composer .session=${`${adapter.id} ${session.id}`} .busy=${busy} .autoApply=${autoApply}></bulkhead-studio-composer>`,
  );
  parts.fill(
    'history',
    html`<bulkhead-studio-sessions .sessions=${sessions} .busy=${busy}></bulkhead-studio-sessions>`,
  );
}
