import { html, nothing, type TemplateResult } from 'lit';
import { compareTraces, parseTrace, type TraceDifference, type TraceEvent, traceLines } from '../../engine/internal.js';
import { t } from '../i18n/text.js';
import { oneLine } from '../shared/format.js';
import { saveFile } from '../shared/save-file.js';
import { stranger, said as withValues } from '../shared/strangers.js';

/** What came of saving a trace, or of holding it against a file. */
export type TraceSaid =
  | { readonly saved: string }
  | { readonly name: string; readonly difference: TraceDifference | undefined }
  | { readonly name: string; readonly unreadable: string };

export const saveTrace = (run: string, trace: readonly TraceEvent[]): TraceSaid => ({
  saved: saveFile(`${run}.trace.jsonl`, traceLines(trace)),
});

/** Holds a trace against one that was saved. */
export async function compareWith(file: File, trace: readonly TraceEvent[]): Promise<TraceSaid> {
  const { name } = file;
  try {
    return { name, difference: compareTraces(parseTrace(await file.text()), trace) };
  } catch (error) {
    return { name, unreadable: (error as Error).message };
  }
}

export function traceSaid(said: TraceSaid): TemplateResult {
  if ('saved' in said) return html`<p class="small muted">${withValues('runs.saved', { name: said.saved })}</p>`;
  const { name } = said;
  if ('unreadable' in said)
    return html`<p class="danger">${withValues('runs.unreadable', { name, why: said.unreadable })}</p>`;
  const { difference } = said;
  if (!difference)
    return html`<p class="done"><span aria-hidden="true">✓</span> ${withValues('runs.same', { name })}</p>`;
  const { agent, event, field, recorded, now } = difference;
  const row = (label: string, value: unknown) =>
    html`<dt class="muted">${label}</dt><dd class="mono foreign">${value === undefined ? t('runs.missing') : stranger(oneLine(value, 400), 400)}</dd>`;
  return html`<div class="difference" data-testid="run-difference">
    <p class="warn">${withValues('runs.differs', { name, event, agent: agent === '' ? t('runs.theRun') : agent })}${field === '' ? nothing : html` · <code class="foreign">${field}</code>`}</p>
    <dl class="small">${row(t('runs.recorded'), recorded)}${row(t('runs.now'), now)}</dl></div>`;
}
