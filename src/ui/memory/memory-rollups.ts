import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { isolated } from '../../../worker/protocol/display-text.js';
import type { CompactionGroup, NodeView, SchemaView } from '../../../worker/protocol/memory-types.js';
import type { MemoryGraph } from '../../index.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { errorBox, errorStyles } from '../shared/error.js';
import { type ErrorView, viewError } from '../shared/error-text.js';
import { formatCount } from '../shared/format.js';
import { stranger } from '../shared/strangers.js';
import { styles } from '../shared/styles.js';
import { turnOf, typeName, valueText } from './memory-words.js';

/** A group of nodes that are ripe for a summary. */
interface Ripe {
  readonly type: string;
  readonly group: CompactionGroup;
  readonly children: readonly NodeView[];
}

/** Groups that are shown at a time. */
const SHOWN = 5;
const MOST_DEPTH = 10;

/** Which nodes are ripe to stand under one summary, group by group, with a field for it. */
export class BulkheadMemoryRollups extends BulkheadElement {
  static override properties = reactive<BulkheadMemoryRollups>({
    graph: { attribute: false, initial: null },
    schema: { attribute: false, initial: { types: [] } },
    revision: { type: Number, initial: 0 },
    ripe: { state: true, initial: null },
    total: { state: true, initial: 0 },
    failed: { state: true, initial: null },
  });
  static override styles = [
    ...styles,
    errorStyles,
    css`
      :host,
      .list {
        display: grid;
        gap: 12px;
        max-width: 860px;
      }
      ol {
        margin: 0;
        padding-inline-start: 24px;
      }
      li {
        padding-block: 2px;
      }
      /* Its text in line with the one below. */
      li button {
        margin-inline-start: -10px;
      }
      h3::first-letter {
        text-transform: uppercase;
      }
      textarea {
        font: inherit;
      }
    `,
  ];
  declare graph: MemoryGraph | null;
  declare schema: SchemaView;
  /** Another number: the graph is another. */
  declare revision: number;
  declare ripe: readonly Ripe[] | null;
  declare total: number;
  declare failed: ErrorView | null;
  #stop = new AbortController();

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('graph') || changed.has('revision') || changed.has('schema')) void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
  }

  override render(): TemplateResult {
    const { ripe, failed, total } = this;
    return html`<p class="muted">${t('memory.rollupTeach')}</p>
      ${failed ? errorBox(failed, 'rollup-failed', t('plugins.failed')) : nothing}
      ${ripe === null ? nothing : ripe.length === 0 ? html`<p data-testid="rollup-none">${t('memory.rollupNone')}</p>` : nothing}
      <div class="list">${ripe?.map((one) => this.#group(one))}</div>
      ${ripe && total > ripe.length ? html`<p class="small muted">${t('memory.rollupMore', { count: formatCount(total - ripe.length) })}</p>` : nothing}`;
  }

  #group({ type, group, children }: Ripe): TemplateResult {
    const name = t('memory.rollupGroup', { type: typeName(type), count: children.length, depth: group.depth });
    const [first] = children;
    return html`<form class="card stack" data-testid="rollup-group" aria-label=${`${isolated(name)} · ${first?.title ?? ''}`} @submit=${(event: Event) => this.#roll(event, type, group)}>
      <h3>${stranger(name)}</h3>
      <ol>${children.map(
        ({ id, title, fields, seqTo }) =>
          html`<li><button type="button" class="plain foreign" data-testid="rollup-child" @click=${() => this.emit('bh-node', { id })}>${stranger(title, 200)}</button>
            <span class="small muted">${t('memory.turn', { turn: turnOf(seqTo) })}</span>
            <p class="foreign muted small">${valueText(fields.summary).slice(0, 240)}</p></li>`,
      )}</ol>
      <label class="stack"><span class="small muted">${t('memory.rollupSummary')}</span><textarea rows="3" required data-testid="rollup-summary"></textarea></label>
      <div><button data-testid="rollup-go">${t('memory.rollupGo')}</button></div>
    </form>`;
  }

  #roll(event: Event, type: string, { childIds }: CompactionGroup): void {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('textarea');
    const summary = field?.value.trim() ?? '';
    if (summary === '' || !field) return;
    field.value = '';
    this.emit('bh-rollup', { type, childIds, summary });
  }

  /** Every group of every level, the first of them with their nodes. */
  async #look(): Promise<void> {
    const { graph } = this;
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    if (!graph) return;
    try {
      const found: { readonly type: string; readonly group: CompactionGroup }[] = [];
      for (const { type, compressionMode } of this.schema.types) {
        for (let depth = 0; compressionMode === 'hierarchical' && depth < MOST_DEPTH; depth++) {
          const { groups } = await graph.compactionCandidates({ type, depth, signal });
          for (const group of groups) found.push({ type, group });
        }
      }
      const ripe = await Promise.all(
        found.slice(0, SHOWN).map(async ({ type, group }) => {
          const nodes = await Promise.all(group.childIds.map((id) => graph.getNode(id, { signal })));
          return { type, group, children: nodes.filter((node) => node !== null) };
        }),
      );
      this.ripe = ripe;
      this.total = found.length;
      this.failed = null;
    } catch (error) {
      if (!signal.aborted) this.failed = viewError(error);
    }
  }
}

define('bulkhead-memory-rollups', BulkheadMemoryRollups);
