import { css, html, nothing, type TemplateResult } from 'lit';
import type { ArgumentIssue, TextCall, TextCallEvent } from '../../../worker/protocol/text-calls.js';
import { said, stranger } from '../shared/strangers.js';
import '../shared/fold.js';
import '../shared/json.js';
import { t } from '../i18n/text.js';

/** Something in a text that is a call, or begins like one. */
export type FoundCall = Extract<TextCallEvent, { readonly type: 'call' | 'malformed' }>;

/** The look of `foundCall`. */
export const foundCallStyles = css`
  .found {
    border-top: 1px solid var(--_line);
    padding-block: 8px;
    scroll-margin-block: 8px;
  }
  .found.lit {
    box-shadow: inset 2px 0 0 var(--_accent);
    background: color-mix(in srgb, var(--_accent) 5%, transparent);
  }
  .found > * {
    padding-inline: 8px;
  }
  .found .name {
    font-weight: 600;
  }
  .number {
    min-width: var(--_control);
    padding-inline: 4px;
  }
  .badge {
    font-size: 12px;
  }
  summary {
    min-height: var(--_control);
    align-content: center;
    cursor: pointer;
    border-radius: 6px;
  }
`;

/** What a row does when it is pointed at or pressed. */
export interface FoundCallUse {
  readonly number: number;
  readonly lit: boolean;
  readonly light: (call: number | null) => void;
  readonly go: (call: number) => void;
}

/** One call that was found: its name, what is known of it, its arguments; or why it is none. */
export function foundCall(call: FoundCall, { number, lit, light, go }: FoundCallUse): TemplateResult {
  const { id, name, type } = call;
  return html`<li class="found stack ${lit ? 'lit' : ''}" data-testid="found-call" data-call=${id} data-kind=${type}
    @mouseenter=${() => light(id)} @mouseleave=${() => light(null)} @focusin=${() => light(id)} @focusout=${() => light(null)}>
    <div class="row">
      <button class="small number" data-testid="found-show" aria-label=${t('inspect.show', { number, name })} @click=${() => go(id)}>${number}</button>
      <code class="name foreign">${stranger(name)}</code>${type === 'call' ? badges(call) : nothing}
    </div>
    ${
      type === 'call'
        ? details(call)
        : html`<p class="danger"><span aria-hidden="true">✕</span> ${said('inspect.malformed', { name, why: t(`inspect.reason.${call.reason}`) })}</p>`
    }
  </li>`;
}

const badges = ({ repaired, known }: TextCall): TemplateResult =>
  html`${
    repaired
      ? html`<span class="badge warn" data-testid="found-repaired" title=${t('inspect.repairedTeach')}>${t('inspect.repaired')}</span>`
      : nothing
  }${
    known === undefined
      ? nothing
      : html`<span class="badge ${known ? 'muted' : 'danger'}" data-testid="found-known" data-known=${known}>${t(known ? 'inspect.known' : 'inspect.unknown')}</span>`
  }`;

const details = ({ name, arguments: args, issues, rawArguments }: TextCall): TemplateResult => html`
  ${issues.length > 0 ? issueList(issues) : nothing}
  <div><bulkhead-json .label=${`${t('call.arguments')}: ${name}`} .value=${args}></bulkhead-json></div>
  <details class="small"><summary class="muted">${t('inspect.raw')}</summary><bulkhead-fold .text=${rawArguments}></bulkhead-fold></details>`;

const issueList = (issues: readonly ArgumentIssue[]): TemplateResult => html`<div>
  <p class="small danger">${t('inspect.issues')}</p>
  <ul class="small">${issues.map(
    ({
      path,
      expected,
      got,
    }) => html`<li data-testid="found-issue"><code class="foreign">${path === '' ? t('inspect.whole') : stranger(path, 200)}</code>
      <span class="foreign">${said('inspect.expected', { what: expected })}</span> · <span class="foreign">${said('inspect.got', { what: got })}</span></li>`,
  )}</ul></div>`;
