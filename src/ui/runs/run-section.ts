import { html, nothing, svg, type TemplateResult } from 'lit';
import type { RunSection } from '../../engine/internal.js';
import { stranger } from '../shared/strangers.js';
import '../shared/fold.js';
import { formatMs, oneLine } from '../shared/format.js';
import '../shared/json.js';
import { isTextKey, t } from '../i18n/text.js';

/** A section, and of a call what it came to. */
export interface ShownSection {
  readonly section: RunSection;
  readonly result?: RunSection;
}

/** The span that a run has taken until now. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface SectionView {
  readonly open: boolean;
  readonly toggle: () => void;
  readonly span: Span;
}

const GLYPHS = { running: '●', done: '✓', failed: '✕' } as const;
const STATES = { running: 'call.running', done: 'call.done', failed: 'call.failed' } as const;
const CHARS = 4_000;

/** Sections with their results beside them: what a call came to is no line of its own. */
export function paired(sections: readonly RunSection[]): ShownSection[] {
  const results = new Map(sections.filter(({ kind }) => kind === 'tool_result').map((one) => [one.id, one]));
  const calls = new Set(sections.filter(({ kind }) => kind === 'tool_call').map(({ id }) => `${id}/result`));
  return sections.flatMap((section) => {
    if (calls.has(section.id)) return [];
    const result = section.kind === 'tool_call' ? results.get(`${section.id}/result`) : undefined;
    return [{ section, ...(result && { result }) }];
  });
}

/** When something was, within a run. */
export function bar(look: string, one: Span, run: Span): TemplateResult {
  const whole = Math.max(1, run.to - run.from);
  const at = (time: number) => Math.min(100, Math.max(0, ((time - run.from) / whole) * 100));
  const width = Math.max(1.5, at(one.to) - at(one.from));
  const x = Math.min(100 - width, at(one.from));
  const words = t('runs.timing', { start: formatMs(one.from - run.from), end: formatMs(one.to - run.from) });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=${words}>${svg`<title>${words}</title>
    <rect class="track" x="0" y="3" width="100" height="2"></rect><rect class="span ${look}" x=${x} y="0" width=${width} height="8"></rect>`}</svg>`;
}

export function sectionView(shown: ShownSection, view: SectionView): TemplateResult {
  const { section } = shown;
  switch (section.kind) {
    case 'text':
      return html`<div class="said"><bulkhead-fold prose ?tail=${section.status === 'running'} .text=${section.text}></bulkhead-fold></div>`;
    case 'reasoning':
      return html`<details class="reasoning small"><summary>${t('stream.reasoning')} · ${t('inspect.chars', { count: section.text.length.toLocaleString('en') })}</summary>
        <div class="body"><bulkhead-fold prose ?tail=${section.status === 'running'} .text=${section.text}></bulkhead-fold></div></details>`;
    case 'note':
      return note(section);
    default:
      return callView(shown, view);
  }
}

function callView({ section, result }: ShownSection, { open, toggle, span }: SectionView): TemplateResult {
  const { kind, status, title, detail, text } = section;
  const isCall = kind === 'tool_call';
  const line = isCall ? oneLine(detail) : text.split('\n', 1)[0];
  const times = {
    from: section.startedAt,
    to: section.endedAt ?? (status === 'running' ? span.to : section.startedAt),
  };
  const simulated = (Object(result?.detail) as { simulated?: unknown }).simulated === true;
  return html`<div class=${isCall ? 'call' : 'sub'}>
    <div class="line"><button class="plain toggle" aria-expanded=${open} data-testid="run-toggle" @click=${toggle}>
      <span class="chevron" aria-hidden="true">${open ? '▾' : '▸'}</span>
      <span class="state ${status}"><span aria-hidden="true">${GLYPHS[status]}</span> ${t(STATES[status])}</span>
      ${kind === 'sub_agent' ? html`<span class="muted">${t('runs.subAgent')}</span>` : nothing}
      <span class="name mono cut foreign">${stranger(title)}</span>
      ${simulated ? html`<span class="small warn">${t('runs.simulated')}</span>` : nothing}
      <span class="more cut mono muted foreign">${stranger(line ?? '', 200)}</span></button>
      ${times.to > times.from ? html`${bar(status, times, span)}<span class="time small muted">${formatMs(times.to - times.from)}</span>` : nothing}</div>
    ${open ? html`<div class="opened stack">${opened(section, result)}</div>` : status === 'failed' && result ? html`<p class="opened small danger foreign">${result.text.slice(0, 300)}</p>` : nothing}
  </div>`;
}

function opened({ kind, title, detail, text }: RunSection, result: RunSection | undefined): TemplateResult {
  if (kind !== 'tool_call') return html`<bulkhead-fold prose .text=${text}></bulkhead-fold>`;
  return html`<div><h3>${t('call.arguments')}</h3><bulkhead-json .label=${`${t('call.arguments')}: ${title}`} .value=${detail}></bulkhead-json></div>
    ${result ? html`<div data-testid="run-result"><h3>${t('call.result')}</h3>${resultView(result.text)}</div>` : nothing}`;
}

function resultView(text: string): TemplateResult {
  const value = text.length > CHARS ? undefined : parsed(text);
  if (typeof value === 'object' && value !== null) {
    return html`<bulkhead-json .label=${t('call.result')} .value=${value}></bulkhead-json>`;
  }
  return html`<bulkhead-fold .text=${text}></bulkhead-fold>`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface NoteEvent {
  readonly decision?: unknown;
  readonly targets?: readonly string[];
  readonly reason?: unknown;
  readonly name?: unknown;
  readonly todos?: readonly { readonly id: string; readonly text: string; readonly status: string }[];
}

function note({ title, text, status, detail }: RunSection): TemplateResult {
  const { decision, targets = [], reason, name, todos = [] } = Object(detail) as NoteEvent;
  const key = `note.${title}`;
  const why = `note.${String(decision ?? reason)}`;
  const what = isTextKey(why) ? t(why, { targets: targets.join(', ') }) : '';
  const said = typeof reason === 'string' ? '' : text;
  const words = [isTextKey(key) ? t(key) : title, typeof name === 'string' ? name : '', what].filter(
    (one) => one !== '',
  );
  return html`<div class="note small ${status === 'failed' ? 'failed' : 'muted'}" data-testid="run-note" data-note=${title}>
    <p><span aria-hidden="true">${status === 'failed' ? '✕' : '·'}</span> ${words.join(' · ')}</p>
    ${said === '' ? nothing : html`<p class="foreign">${said.slice(0, 1_000)}</p>`}
    ${todos.map((todo) => html`<p class="foreign">[${todo.status}] ${todo.id === todo.text ? todo.id : `${todo.id}: ${todo.text}`}</p>`)}</div>`;
}
