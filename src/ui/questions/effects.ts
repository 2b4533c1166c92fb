import { css, html, nothing, type TemplateResult } from 'lit';
import type { ShapedEffectKind } from '../../../worker/protocol/capabilities/index.js';
import { DESCRIPTION_CHARS, displayLine } from '../../../worker/protocol/display-text.js';
import { factsOfMethod, TABLE } from '../../../worker/protocol/permission-facts.js';
import type { Effect, Effects, MemoryChange } from '../../index.js';
import { isTextKey, type TextKey, t } from '../i18n/text.js';
import { beforeAfter, beforeAfterStyles, scrolls } from '../shared/before-after.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { formatBytes } from '../shared/format.js';
import { longText } from '../shared/long-text.js';
import { type Mark, markStyles, marks, marksOfFacts } from '../shared/marks.js';
import { stranger } from '../shared/strangers.js';
import { listStyles, styles } from '../shared/styles.js';

const STEP = 20;
/** Longer JSON is shown as it is kept. */
const PRETTY_CHARS = 100_000;

/** Code points of a title in a sentence. */
const TITLE_CHARS = 200;

/** A node as it is kept, as far as people want to see it. */
interface KeptNode {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly archived?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** What a simulated call would have done, one line each, with what it was before and would be after. */
export class BulkheadEffects extends BulkheadElement {
  static override properties = reactive<BulkheadEffects>({
    effects: { attribute: false, initial: null },
    limit: { state: true, initial: STEP },
  });
  static override styles = [
    ...styles,
    markStyles,
    beforeAfterStyles,
    listStyles,
    css`
      li {
        border-inline-start: 2px solid var(--_line);
        padding: 2px 0 2px 10px;
        margin-block: 6px;
      }
      .said {
        white-space: pre-wrap;
        max-height: 12lh;
        overflow: auto;
      }
      .unknown {
        border-color: var(--_danger);
      }
    `,
  ];
  declare effects: Effects | null;
  declare limit: number;

  override render(): TemplateResult {
    const { effects } = this;
    if (!effects) return html``;
    const { items, unvalidated } = effects;
    const rest = items.length - this.limit;
    return html`<div data-testid="effects">
      ${items.length === 0 ? html`<p class="muted">${t('effects.none')}</p>` : nothing}
      <ul>${items.slice(0, this.limit).map((effect) => this.#effect(effect))}</ul>
      ${
        rest > 0
          ? html`<button class="plain small" data-testid="effects-more" @click=${this.#more}>${t('json.more', { count: Math.min(rest, STEP) })}</button>`
          : nothing
      }
      ${unvalidated ? html`<p class="small danger">${t('effects.unvalidated')}</p>` : nothing}
    </div>`;
  }

  /** The keyboard goes on where the list goes on: the button may be gone. */
  #more = async (): Promise<void> => {
    const first = this.limit;
    this.limit += STEP;
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('li')[first]?.focus();
  };

  #effect(effect: Effect): TemplateResult {
    const view = viewOf(effect);
    return html`<li class=${effect.kind} data-testid="effect" data-kind=${effect.kind} tabindex="-1">
      <span class="foreign">${view.words}</span> ${marks(view.marks)}
      ${view.body}
    </li>`;
  }
}

type Body = TemplateResult | typeof nothing;
type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** The sentence about an effect, without its subject, and what stands below it: by each kind that has more than a text. */
const SHAPED: {
  readonly [K in ShapedEffectKind]: {
    readonly words: (effect: Of<K>) => string;
    readonly body: (effect: Of<K>) => Body;
  };
} = {
  storage: {
    words({ key, before, after }) {
      const how = after === undefined ? 'delete' : before === undefined ? 'add' : 'set';
      return t(`effects.${how}`, { key });
    },
    body: ({ before, after }) => beforeAfter(pretty(before), pretty(after), true),
  },
  chat: {
    words({ change }) {
      if (change.op === 'append') return t('effects.append', { role: t(`role.${change.role}`) });
      return t(`effects.${change.op}`, { number: change.index + 1 });
    },
    body: ({ change }) => (change.op === 'remove' ? nothing : wholeText(change.text)),
  },
  net: {
    words: ({ method, url, bytes }) => t('effects.net', { method, host: hostOf(url), size: formatBytes(bytes) }),
    body: ({ url }) => html`<code class="muted foreign">${longText(url, 500)}</code>`,
  },
  memory: { words: ({ change }) => memoryWords(change), body: ({ change }) => memoryBody(change) },
};

const wholeText = (text: string): TemplateResult =>
  html`<p class="said foreign" tabindex=${scrolls(text) ? 0 : nothing}>${longText(text)}</p>`;

/** What is shown of an effect. @throws `TypeError` for a kind without words. */
export function viewOf(effect: Effect, table = TABLE): { words: string; body: Body; marks: readonly Mark[] } {
  const cap = table.capOfEffect(effect.kind);
  const marks = cap === undefined ? [] : marksOfFacts(table.descriptor(cap));
  if (effect.kind === 'unknown') {
    const body = html`<p class="foreign danger">${stranger(effect.what, DESCRIPTION_CHARS)}</p>`;
    return { words: t('effects.unknown'), body, marks };
  }
  const shown = table.textOfEffect(effect.kind);
  if (shown === undefined) {
    const { words, body } = SHAPED[effect.kind as ShapedEffectKind];
    const own = effect.kind === 'net' ? marksOfFacts(factsOfMethod(effect.method)) : marks;
    return { words: words(effect as never), body: body(effect as never), marks: own };
  }
  const { kind, text } = effect as Exclude<Effect, Of<ShapedEffectKind | 'unknown'>>;
  const key = `effects.${kind}` satisfies TextKey;
  if (!isTextKey(key)) throw new TypeError(`there is no text ${key}`);
  const beginning = html`<p class="foreign">${stranger(text, DESCRIPTION_CHARS)}</p>`;
  return { words: t(key), body: shown === 'whole' ? wholeText(text) : beginning, marks };
}

/** JSON text as people read it; what is none stays as it is. */
function pretty(text: string | undefined): string | undefined {
  // A long text is read from its beginning, however it is laid out.
  if (text === undefined || text.length > PRETTY_CHARS) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** The sentence about one change of a chat's memory, without its subject. */
function memoryWords(change: MemoryChange): string {
  const { before, after } = change;
  if (change.what === 'link') {
    const how = before === undefined ? 'link' : after === undefined ? 'unlink' : 'relink';
    const [from, to, relation] = [change.fromTitle, change.toTitle, change.relation].map((name) =>
      displayLine(name, TITLE_CHARS),
    ) as [string, string, string];
    return t(`effects.memory.${how}`, { from, to, relation });
  }
  const [old, now] = [read(before), read(after)];
  const title = displayLine(String((now ?? old)?.title ?? change.id), TITLE_CHARS);
  const archived = now?.archived === true && old?.archived !== true;
  const how = old === undefined ? 'add' : now === undefined ? 'remove' : archived ? 'archive' : 'edit';
  return t(`effects.memory.${how}`, { title, type: displayLine(String((now ?? old)?.type ?? '')) });
}

/** A node as it was and as it would be, field by field; a link's sentence says it all. */
function memoryBody(change: MemoryChange): TemplateResult | typeof nothing {
  if (change.what === 'link') return nothing;
  return beforeAfter(lines(read(change.before)), lines(read(change.after)), true);
}

function read(text: string | undefined): KeptNode | undefined {
  if (text === undefined) return undefined;
  try {
    return Object(JSON.parse(text)) as KeptNode;
  } catch {
    return undefined;
  }
}

/** One line for the title, one for the type, one for each field. */
function lines(node: KeptNode | undefined): string | undefined {
  if (!node) return undefined;
  const said = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const fields = Object.entries(Object(node.fields) as object).map(([name, value]) => `${name}: ${said(value)}`);
  return [String(node.title ?? ''), `(${String(node.type ?? '')})`, ...fields].join('\n');
}

define('bulkhead-effects', BulkheadEffects);
