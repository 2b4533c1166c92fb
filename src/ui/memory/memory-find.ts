import { html, nothing, type TemplateResult } from 'lit';
import type { TableOptions, TablePage } from '../../index.js';
import { t } from '../i18n/text.js';
import { errorBox } from '../shared/error.js';
import type { ErrorView } from '../shared/error-text.js';
import { formatCount } from '../shared/format.js';
import { said } from '../shared/strangers.js';
import { SEARCH_MODES, type SearchMode } from './memory-search.js';
import { typeName } from './memory-words.js';

/** How the table is narrowed and put in order. */
export interface Finding {
  readonly query: string;
  readonly mode: SearchMode;
  /** Empty for all. */
  readonly type: string;
  readonly archived: boolean;
  readonly sort: NonNullable<TableOptions['sort']>;
}

/** Nothing is looked for: everything, the newest first. */
export const EVERYTHING: Finding = { query: '', mode: 'words', type: '', archived: false, sort: 'turn' };

const SORTS = ['turn', 'oldest', 'title', 'links'] as const;

/** What the search shows beside what is looked for. */
export interface FindShown {
  readonly types: TablePage['types'];
  readonly failed: ErrorView | null;
  /** Which embedding profile is chosen, by its kind; empty for none. */
  readonly profile: string;
  /** What there is to say about the answer. */
  readonly said: string;
}

/** The search, its mode, and the filters. `change` is called with what has changed. */
export function findBar(
  at: Finding,
  { types, failed, profile, said }: FindShown,
  change: (change: Partial<Finding>, now?: boolean) => void,
  chooseLocal: () => void,
): TemplateResult {
  const searching = at.query.trim() !== '' && at.mode !== 'name';
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || at.query === '') return;
    event.preventDefault();
    change({ query: '' }, true);
  };
  return html`<div class="stack find" role="search">
    <div class="row">
      <input class="query grow" type="search" id="query" data-testid="memory-query" aria-label=${t('memory.find')} placeholder=${t('memory.find')} autocomplete="off"
        .value=${at.query} @keydown=${key} @input=${(event: Event) => change({ query: (event.target as HTMLInputElement).value })} />
      <select data-testid="memory-mode" aria-label=${t('memory.mode')} @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        change({ mode: SEARCH_MODES.find((mode) => mode === value) ?? 'words' }, true);
      }}>${SEARCH_MODES.map((mode) => html`<option value=${mode} ?selected=${mode === at.mode}>${t(`memory.mode.${mode}`)}</option>`)}</select>
      <select data-testid="memory-type" aria-label=${t('memory.column.type')} @change=${(event: Event) => change({ type: (event.target as HTMLSelectElement).value }, true)}>
        <option value="" ?selected=${at.type === ''}>${t('memory.allTypes')}</option>
        ${types.map(
          ({ type, active, archived }) =>
            html`<option value=${type} ?selected=${type === at.type}>${typeName(type)} · ${formatCount(active + (at.archived ? archived : 0))}</option>`,
        )}</select>
      <select data-testid="memory-sort" aria-label=${t('memory.sort')} ?disabled=${searching} @change=${(
        event: Event,
      ) => {
        const { value } = event.target as HTMLSelectElement;
        change({ sort: SORTS.find((sort) => sort === value) ?? 'turn' }, true);
      }}>${SORTS.map((sort) => html`<option value=${sort} ?selected=${sort === at.sort}>${t(`memory.sort.${sort}`)}</option>`)}</select>
    </div>
    ${at.mode === 'meaning' ? meaning(profile, chooseLocal) : nothing}
    ${failed && failed.code !== 'NO_EMBEDDING_PROFILE' ? errorBox(failed, 'memory-search-failed', t('plugins.failed')) : nothing}
    <div class="row"><p class="small muted said grow" role="status" data-testid="memory-said">${said}</p>
      <label class="switch"><input type="checkbox" role="switch" data-testid="memory-archived" .checked=${at.archived} ?disabled=${searching} @change=${(
        event: Event,
      ) =>
        change(
          { archived: (event.target as HTMLInputElement).checked },
          true,
        )} />${t('memory.showArchived')}</label></div>
  </div>`;
}

/** Search by meaning needs a profile, and the one that is always there is not what it may seem. */
function meaning(profile: string, chooseLocal: () => void): TemplateResult {
  if (profile === 'local')
    return html`<p class="small muted" data-testid="meaning-local">${t('memory.localHonest')}</p>`;
  if (profile === 'words')
    return html`<div class="card row" data-testid="meaning-words"><p class="grow">${t('memory.wordsHonest')}</p>
      <button data-testid="meaning-choose" @click=${chooseLocal}>${t('memory.chooseLocal')}</button></div>`;
  if (profile !== '') return html`<p class="small muted">${said('memory.profile', { profile })}</p>`;
  return html`<div class="card row" data-testid="meaning-none"><p class="grow">${t('memory.noProfile')} <span class="muted">${t('memory.localHonest')}</span></p>
    <button data-testid="meaning-choose" @click=${chooseLocal}>${t('memory.chooseLocal')}</button></div>`;
}
