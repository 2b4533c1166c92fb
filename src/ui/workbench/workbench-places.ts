import { css, html, nothing, type TemplateResult } from 'lit';
import type { Host } from '../../index.js';
import type { MakeSample } from '../memory/memory-sample.js';
import '../memory/memory.js';
import '../text-calls/parse-inspector.js';
import '../skills/skills.js';
import { t } from '../i18n/text.js';

/** Where one can be in the workbench, each by its number on the keyboard. */
export const PLACES = ['tools', 'skills', 'inspector', 'memory', 'chat', 'studio'] as const;
/** One of them. */
export type Place = (typeof PLACES)[number];

/** The element that is a place; `null` for the one that has several. */
export const PLACE_ELEMENTS = {
  tools: null,
  skills: 'skills',
  inspector: 'parse-inspector',
  memory: 'memory',
  chat: 'chat',
  studio: 'studio-place',
} as const;

/** The look of the way between the places. */
export const placeStyles = css`
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-inline-end: 8px;
  }
  nav button.plain {
    padding-inline: 6px;
  }
  nav button[aria-current] {
    background: var(--_raised);
    box-shadow: inset 0 -2px 0 var(--_accent);
  }
  main.place {
    display: block;
  }
  /* What is written stays at the end of the page, and what was said above it. */
  :host([place='chat']) {
    height: 100dvh;
    min-height: 0;
    display: flex;
    flex-direction: column;
  }
  :host([place='chat']) header,
  :host([place='chat']) main.chat {
    width: 100%;
  }
  main.place.chat {
    flex: 1;
    min-height: 0;
    padding-block-end: 12px;
  }
  @media (forced-colors: active) {
    nav button[aria-current] {
      border-color: Highlight;
    }
  }
  @media (max-width: 860px) {
    nav {
      order: 1;
      flex-basis: 100%;
      margin-inline: -8px 0;
    }
    nav kbd {
      display: none;
    }
    /* What is said needs the room; these are at the other places. */
    :host([place='chat']) header :is(.language, bulkhead-frame-strip, [data-testid='keys-open']) {
      display: none;
    }
  }
`;

/** The way between the places that there are. */
export const placeNav = (at: Place, go: (place: Place) => void, there: (place: Place) => boolean): TemplateResult =>
  html`<nav aria-label=${t('place.label')}>${PLACES.filter(there).map(
    (
      place,
    ) => html`<button class="plain" data-testid="place" data-place=${place} aria-current=${place === at ? 'page' : nothing}
      @click=${() => go(place)}>${t(`place.${place}`)} <kbd>${PLACES.indexOf(place) + 1}</kbd></button>`,
  )}</nav>`;

/** The places that are an element of their own. One that was seen stays as it was left. */
export function places(
  at: Place,
  seen: ReadonlySet<Place>,
  host: Host | null,
  above: TemplateResult,
  own: { readonly chat: TemplateResult; readonly studio: TemplateResult; readonly sample: MakeSample | null },
): TemplateResult {
  const main = (place: Place, shown: TemplateResult) =>
    seen.has(place)
      ? html`<main class="place" ?hidden=${at !== place}>${at === place ? above : nothing}${shown}</main>`
      : nothing;
  const chats = html`<main class="place chat" ?hidden=${at !== 'chat'}>${own.chat}</main>`;
  return html`${seen.has('chat') ? chats : nothing}
    ${main('studio', own.studio)}
    ${main('skills', html`<bulkhead-skills .host=${host}></bulkhead-skills>`)}
    ${main('inspector', html`<bulkhead-parse-inspector .host=${host}></bulkhead-parse-inspector>`)}
    ${main('memory', html`<bulkhead-memory .memory=${host?.memory ?? null} .sample=${own.sample}></bulkhead-memory>`)}`;
}

/** The place that the page's address names. */
export function placeInAddress(): Place | null {
  const named = location.hash.slice(1);
  return PLACES.find((place) => place === named) ?? null;
}

/** Names a place in the page's address, so that a reload and a link come back to it. */
export function nameInAddress(place: Place): void {
  if (location.hash !== `#${place}`) history.replaceState(history.state, '', `#${place}`);
}
