import { html, nothing, type TemplateResult } from 'lit';
import { DESCRIPTION_CHARS } from '../../../worker/protocol/display-text.js';
import type { Ask, Scope } from '../../index.js';
import { said, stranger } from '../shared/strangers.js';
import './effects.js';
import { errorWords } from '../shared/error-text.js';
import { formatList } from '../shared/format.js';
import '../shared/json.js';
import { localText } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { type Mark, marks, marksOf } from '../shared/marks.js';
import { permissionWords, scopeWords } from '../shared/permission-words.js';
import { pluginName, toolTitle } from '../shared/plugin-name.js';

/** Seconds before the end from which on the time that is left is shown. */
const SHOWN_SECONDS = 60;

/** The list's data and listeners for one row. */
export interface AskRow {
  readonly ask: Ask;
  /** The scope that is chosen. */
  readonly scope: Scope;
  /** It has only just appeared: a yes that was meant for something else must not hit it. */
  readonly fresh: boolean;
  readonly secondsLeft: number;
  readonly choose: (index: number) => void;
  readonly yes: () => void;
  readonly no: () => void;
  /** Skips the questions of its plugin for a while. */
  readonly skip?: () => void;
}

/** What of a question a user must not overlook. */
export const marksOfAsk = ({ kind, tool, permission, sendsTo, destructive, undoable }: Ask): readonly Mark[] => {
  const found = new Set<Mark>(permission ? marksOf(permission) : []);
  if (sendsTo.length > 0) found.add('leaves');
  if (!permission && tool.mode === 'write') found.add('changes');
  if (destructive || (kind === 'call' && undoable === false)) found.add('final');
  return (['leaves', 'changes', 'final'] as const).filter((mark) => found.has(mark));
};

/** One question: who asks for what, with which arguments, what would come of it, and the two answers. */
export function askRow(row: AskRow): TemplateResult {
  const { ask, scope, fresh, secondsLeft } = row;
  const { id, kind, plugin, tool, callers = [], what, permission, sendsTo, destructive, scopes, readIn } = ask;
  const name = pluginName(plugin);
  // What is not the plugin's own is called by it.
  const own = tool.kind === 'plugin' || callers.length === 0;
  const title =
    kind === 'permission'
      ? said('asks.permission', { plugin: name })
      : own
        ? said(`asks.${kind}`, { tool: toolTitle(tool) })
        : said('asks.callOther', { plugin: name, tool: toolTitle(tool) });
  const owner = own ? name : tool.owner;
  return html`<li class="ask stack" data-testid="ask" data-ask=${id} data-kind=${kind} data-destructive=${destructive} aria-labelledby="ask-${id}">
    <div><h3 id="ask-${id}" class="foreign">${title}</h3>
      <p class="small muted foreign">${said('asks.of', { tool: tool.name, plugin: owner })}</p>
      ${callers.length === 0 ? nothing : callersLine(callers)}</div>
    ${readIn ? quotation(readIn) : nothing}
    ${what === undefined ? nothing : html`<code class="foreign">${stranger(what, 200)}</code>`}
    ${permission ? html`<div><p class="foreign">${permissionWords(permission)}</p><p class="author small muted">${t('package.reason')} <q class="foreign">${stranger(localText(permission.reason))}</q></p></div>` : nothing}
    ${kind === 'memory' ? html`<p class="small" data-testid="ask-memory">${t('asks.memoryKept')}</p>` : nothing}
    ${marks(marksOfAsk(ask))}
    ${sendsTo.length > 0 ? html`<p class="foreign">${said('asks.sendsTo', { hosts: formatList(sendsTo) })}</p>` : nothing}
    ${hasArguments(ask.args) ? html`<div><h4>${t('call.arguments')}</h4><bulkhead-json class="args" .label=${`${t('call.arguments')}: ${tool.name}`} .value=${ask.args}></bulkhead-json></div>` : nothing}
    ${preview(ask)}
    ${destructive ? html`<p class="small muted">${t('asks.noEnter')}</p>` : nothing}
    <div class="row answers">
      <button data-testid="ask-no" @click=${row.no}>${t('asks.no')} <kbd>n</kbd></button>
      ${
        scopes.length > 1
          ? html`<select data-testid="ask-scope" aria-label=${t('asks.howFar')} @change=${(event: Event) => row.choose(Number((event.target as HTMLSelectElement).value))}>
              ${scopes.map((one, index) => html`<option value=${index} ?selected=${one === scope}>${scopeWords(one)}</option>`)}</select>`
          : nothing
      }
      <button class=${destructive ? 'stop' : ''} data-testid="ask-yes" ?disabled=${fresh} @click=${row.yes}
        @keydown=${(event: KeyboardEvent) => {
          if (destructive && event.key === 'Enter') event.preventDefault();
        }}>${t(`asks.yes.${scope.kind}`)} <kbd>y</kbd></button>
      ${row.skip ? html`<button class="plain small muted skip" data-testid="asks-skip" ?disabled=${fresh} @click=${row.skip}>${said('asks.skip', { plugin: name })}</button>` : nothing}
      ${secondsLeft < SHOWN_SECONDS ? html`<span class="small warn" data-testid="ask-left">${secondsLeft > 0 ? t('asks.left', { seconds: Math.ceil(secondsLeft) }) : t('asks.over')}</span>` : nothing}
    </div>
  </li>`;
}

/** Which tools have led to the call, the first one first. */
function callersLine(callers: NonNullable<Ask['callers']>): TemplateResult {
  const list = callers.map(({ tool, plugin }) => said('asks.of', { tool, plugin: pluginName(plugin) }));
  return html`<p class="small foreign" data-testid="ask-callers">${t('asks.callers')} ${list.map((one, at) => (at === 0 ? one : html` → ${one}`))}</p>`;
}

/** Where the model has taken the call from, and what stands there. */
function quotation({ source: { kind, name = '' }, excerpt }: NonNullable<Ask['readIn']>): TemplateResult {
  return html`<div class="read-in stack" data-testid="ask-read-in" data-source=${kind}>
    <p class="warn foreign">${said(`asks.readIn.${kind}`, { name })}</p>
    ${excerpt === '' ? nothing : html`<p class="small muted">${t('asks.readIn.place')}</p><blockquote class="small foreign">${stranger(excerpt, 200)}</blockquote>`}
    <p class="small">${t('asks.readIn.why')}</p></div>`;
}

function preview({ effects, simulationError, kind }: Ask): TemplateResult | typeof nothing {
  if (effects)
    return html`<div><h4>${t('effects.title')}</h4><bulkhead-effects .effects=${effects}></bulkhead-effects></div>`;
  if (!simulationError || kind === 'permission') return nothing;
  return html`<p class="small" data-testid="ask-no-simulation"><span class="warn">${t('asks.noSimulation')}</span>
    <span class="muted foreign">${errorWords(simulationError.code)} ${stranger(simulationError.message, DESCRIPTION_CHARS)}</span></p>`;
}

const hasArguments = (args: unknown): boolean =>
  typeof args === 'object' && args !== null ? Object.keys(args).length > 0 : args !== undefined;
