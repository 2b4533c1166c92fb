import { html, render, type TemplateResult } from 'lit';
import type { Studio } from '../../studio/internal.js';
import { t } from '../i18n/text.js';
import './composer.js';
import './proposal.js';
import './sessions.js';
import './status.js';
import './talk.js';

export const PARTS = ['sub', 'status', 'conversation', 'pending', 'input', 'profile', 'history'] as const;
export type PartName = (typeof PARTS)[number];

/** The parts of a studio, slotted from the page itself: extensions find them by their ids, and style the adapter’s HTML. */
export class StudioParts {
  readonly popupId: string;
  readonly #parts: ReadonlyMap<PartName, HTMLElement>;

  constructor(popupId: string, within: HTMLElement) {
    this.popupId = popupId;
    this.#parts = new Map(
      PARTS.map((name) => {
        const part = document.createElement('div');
        part.id = `${popupId}_${name}`;
        part.slot = name;
        within.append(part);
        return [name, part] as const;
      }),
    );
  }

  at(name: PartName): HTMLElement {
    const part = this.#parts.get(name);
    if (!part) throw new TypeError(`no part ${name}`);
    return part;
  }

  fill(name: PartName, content: TemplateResult): void {
    render(content, this.at(name));
  }

  inner<E extends HTMLElement>(name: PartName): E | null {
    return this.at(name).firstElementChild as E | null;
  }

  remove(): void {
    for (const part of this.#parts.values()) part.remove();
  }
}

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
