import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { DIALECT_NAMES, type DialectChoice, type DialectId } from '../../../worker/protocol/dialects.js';
import type { ParsedMessage } from '../../../worker/protocol/text-calls.js';
import { said } from '../shared/strangers.js';
import '../shared/fold.js';
import { t } from '../i18n/text.js';
import { type FoundCall, type FoundCallUse, foundCall } from '../tools/found-call.js';
import type { NumberedCall } from './marked-text.js';
import { type Piece, piecesOf, WHOLE_CHARS } from './parse-pieces.js';

/** What a menu of dialects offers. */
export const DIALECT_CHOICES: readonly DialectChoice[] = ['auto', ...(Object.keys(DIALECT_NAMES) as DialectId[])];

/** A dialect as people know it, with its id. */
export const dialectName = (dialect: DialectChoice): string =>
  dialect === 'auto' ? t('inspect.auto') : `${DIALECT_NAMES[dialect]} · ${dialect}`;

/** Calls that are listed at once. */
export const STEP = 50;

/** What is shown of one answer. */
export interface ParseResult {
  readonly message: ParsedMessage;
  readonly calls: readonly FoundCall[];
  readonly pieces: readonly Piece[];
  /** The calls that the pieces show. */
  readonly numbered: readonly NumberedCall[];
}

/** Makes what is shown of how a text was read. */
export function parseResult(text: string, message: ParsedMessage): ParseResult {
  const calls = message.events.filter((event) => event.type === 'call' || event.type === 'malformed');
  const pieces = piecesOf(text, message);
  const marked = new Set(pieces.map(({ call }) => call));
  const numbered = calls.flatMap(({ id, name }, index) => (marked.has(id) ? [{ id, name, number: index + 1 }] : []));
  return { message, calls, pieces, numbered };
}

const count = (chars: number): string => t('inspect.chars', { count: chars.toLocaleString('en') });

/** What was found, in one line. */
export function parseSaid({ message, calls }: ParseResult, chars: number): TemplateResult {
  const { dialect } = message;
  const malformed = calls.length - message.calls.length;
  return html`<span data-testid="inspect-spoken" data-dialect=${dialect ?? ''}>${dialect ? said('inspect.spoken', { name: dialectName(dialect) }) : t('inspect.noDialect')}</span>
    <span data-testid="inspect-count">${t('inspect.calls', { count: message.calls.length })}</span>
    ${malformed > 0 ? html`<span class="danger">${t('inspect.malformedCount', { count: malformed })}</span>` : nothing}
    <span class="muted">${count(chars)}</span>`;
}

/** How the list of calls is used. */
export interface FoundCallsUse extends Pick<FoundCallUse, 'light' | 'go'> {
  readonly limit: number;
  /** Id of the call that is pointed at. */
  readonly lit: number | null;
  readonly more: () => void;
}

/** The calls of a text, and what only begins like one. */
export function foundCalls({ calls }: ParseResult, { limit, lit, light, go, more }: FoundCallsUse): TemplateResult {
  const rest = calls.length - limit;
  return html`<section class="card calls stack" aria-labelledby="found">
    <h3 id="found">${t('calls.title')} <span class="muted">${calls.length}</span></h3>
    ${
      calls.length === 0
        ? html`<p class="muted">${t('inspect.none')}</p>`
        : html`<ul class="list">${repeat(
            calls.slice(0, limit),
            ({ id }) => id,
            (call, index) => foundCall(call, { number: index + 1, lit: lit === call.id, light, go }),
          )}</ul>`
    }
    ${rest > 0 ? html`<div><button class="plain small" data-testid="found-more" @click=${more}>${t('inspect.more', { count: Math.min(STEP, rest) })}</button></div>` : nothing}
  </section>`;
}

/** What a reader of the message sees, and the reasoning, folded. */
export function readerSees({ message: { visibleText, reasoning } }: ParseResult): TemplateResult {
  return html`<section class="card stack" aria-labelledby="visible" data-testid="inspect-visible">
      <h3 id="visible">${t('inspect.visible')}</h3>
      ${visibleText.trim() === '' ? html`<p class="muted">${t('inspect.visibleNone')}</p>` : html`<bulkhead-fold .text=${shown(visibleText)}></bulkhead-fold>`}
    </section>
    ${
      reasoning === ''
        ? nothing
        : html`<details class="card" data-testid="inspect-reasoning">
            <summary><strong>${t('inspect.reasoning')}</strong> <span class="small muted">${count(reasoning.length)}</span></summary>
            <bulkhead-fold .text=${shown(reasoning)}></bulkhead-fold></details>`
    }`;
}

/** Without empty lines around; and more than anybody reads would only be laid out in vain. */
function shown(text: string): string {
  const inner = text.replace(/^\n+/, '').trimEnd();
  return inner.length > WHOLE_CHARS ? `${inner.slice(0, WHOLE_CHARS)}…` : inner;
}
