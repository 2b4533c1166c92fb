import { css, html, nothing, type TemplateResult } from 'lit';
import type { Usage } from '../../index.js';
import { chipStyles } from '../shared/chip-styles.js';
import { stranger } from '../shared/strangers.js';
import { type CallView, isCommittable } from './call-history.js';
import { badges, messageBox, messageStyles, resultBox } from './call-message.js';
import '../questions/effects.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import '../shared/fold.js';
import { formatBytes, formatMs, oneLine } from '../shared/format.js';
import '../shared/json.js';
import { t } from '../i18n/text.js';
import { styles } from '../shared/styles.js';

const GLYPHS = { running: '●', done: '✓', failed: '✕', stopped: '■', refused: '⊘' } as const;

/** One call: its state, its progress, Stop, and on demand its arguments, console and result. */
export class BulkheadCall extends BulkheadElement {
  static override properties = reactive<BulkheadCall>({
    call: { attribute: false, initial: null },
    expanded: { type: Boolean, initial: false },
    toggled: { state: true, initial: null },
  });
  static override styles = [
    ...styles,
    errorStyles,
    messageStyles,
    chipStyles,
    css`
      progress {
        width: 100%;
        height: 6px;
        accent-color: var(--_accent);
        appearance: none;
        border: 0;
        border-radius: 3px;
        background: var(--_raised);
        overflow: hidden;
        display: block;
      }
      progress::-webkit-progress-bar {
        background: var(--_raised);
      }
      progress::-webkit-progress-value {
        background: var(--_accent);
        transition: width 120ms ease-out;
      }
      progress::-moz-progress-bar {
        background: var(--_accent);
      }
      .warn {
        color: var(--_warn);
      }
      .console {
        max-height: 18lh;
        overflow: auto;
      }
    `,
  ];
  declare call: CallView | null;
  /** Open unless the user has said otherwise. */
  declare expanded: boolean;
  declare toggled: boolean | null;

  override updated(): void {
    this.redrawAfter(this.call?.state === 'running' ? 100 : undefined);
  }

  override render(): TemplateResult {
    const { call } = this;
    if (!call) return html``;
    const open = this.toggled ?? this.expanded;
    const running = call.state === 'running';
    const state = call.error?.code === 'CONSENT_DENIED' ? 'refused' : call.state;
    return html`<article class="card stack">
      <div class="row head">
        <button class="plain open grow" aria-expanded=${open} title=${t('call.details', { tool: call.tool })}
          data-testid="call-toggle" @click=${() => {
            this.toggled = !open;
          }}>
          <span class="state ${state}"><span aria-hidden="true">${GLYPHS[state]}</span> ${t(`call.${state}`)}</span>
          <span class="tool mono cut">${stranger(call.tool)}</span>
          ${badges(call)}
          <span class="args cut mono muted foreign">${stranger(oneLine(call.args), 200)}</span>
        </button>
        <span class="time small muted" data-testid="call-time">${duration(call)}</span>
        <button class="stop hold" data-testid="call-stop" ?disabled=${!running} @click=${() => this.emit('bh-stop', { call: call.id })}>${t('tool.stop')}</button>
      </div>
      ${running ? this.#progress(call) : nothing}
      ${open ? this.#body(call) : nothing}
    </article>`;
  }

  #progress({ tool, progress, log }: CallView): TemplateResult {
    const words = progress?.label ?? log.at(-1)?.text ?? '';
    const known = progress?.total !== undefined && progress.total > 0;
    return html`${
      known
        ? html`<progress aria-label=${t('call.progress', { tool })} max=${progress.total ?? 1} .value=${Math.min(progress.done, progress.total ?? 1)}></progress>`
        : nothing
    }${words === '' ? nothing : html`<p class="small muted cut foreign">${stranger(words, 200)}</p>`}`;
  }

  #body(call: CallView): TemplateResult {
    const { args, log, logDropped, error, result, usage, tool, state, layer } = call;
    const dropped = logDropped + (usage?.logLinesDropped ?? 0);
    return html`<div class="stack body">
      ${error ? errorBox(error, 'call-error') : nothing}
      ${result ? html`<div class="stack" data-testid="call-result"><h3>${t('call.result')}</h3>${resultBox(result.value)}</div>` : nothing}
      ${call.effects ? this.#effects(call) : nothing}
      ${messageBox(call)}
      <div><h3>${t('call.arguments')}</h3><bulkhead-json .label=${`${t('call.arguments')}: ${tool}`} .value=${args}></bulkhead-json></div>
      ${
        log.length > 0
          ? html`<div data-testid="call-console"><h3>${t('call.console')}</h3>
              <bulkhead-fold class="console" ?tail=${state === 'running'} .text=${log.map(({ level, text }) => (level === 'info' ? text : `${level}: ${text}`)).join('\n')}></bulkhead-fold>
              ${dropped > 0 ? html`<p class="small warn">${t('call.dropped', { count: dropped })}</p>` : nothing}</div>`
          : nothing
      }
      ${usage && call.ran !== 'none' ? html`<p class="small muted">${[layer ? t('layer.name', { layer }) : '', this.#usage(usage)].filter(Boolean).join(' · ')}</p>` : nothing}
    </div>`;
  }

  #effects(call: CallView): TemplateResult {
    const { effects = null, commit, id } = call;
    return html`<div class="stack" data-testid="call-effects"><h3>${t('effects.title')}</h3>
      <bulkhead-effects .effects=${effects}></bulkhead-effects>
      ${isCommittable(call) ? html`<div><button data-testid="call-commit" @click=${() => this.emit('bh-commit', { call: id })}>${t('effects.commit')}</button></div>` : nothing}
      ${commit === 'done' ? html`<p class="done" role="status" data-testid="call-committed">${t('effects.committed')}</p>` : nothing}
      ${typeof commit === 'object' ? errorBox(commit, 'commit-error', t('plugins.failed')) : nothing}</div>`;
  }

  #usage({ cpuMs, memoryBytes }: Usage): string {
    // Only a guest is measured: what runs in the page or on a port has no clock or memory of its own.
    if (memoryBytes === 0) return '';
    return `${t('call.cpu', { cpu: formatMs(cpuMs) })} · ${t('call.memory', { memory: formatBytes(memoryBytes) })}`;
  }
}

/** How long it has taken; nothing where nobody knows, as of a call that the end of its page has cut off. */
const duration = ({ state, startedAt, endedAt }: CallView): string =>
  state === 'stopped' && endedAt === startedAt ? '' : formatMs((endedAt ?? performance.now()) - startedAt);

define('bulkhead-call', BulkheadCall);
