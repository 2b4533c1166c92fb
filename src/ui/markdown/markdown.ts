import { html, type TemplateResult } from 'lit';
import '../shared/copy.js';
import { language } from '../i18n/language.js';
import { t } from '../i18n/text.js';
import { BulkheadElement, define, reactive } from '../shared/element.js';
import { styles } from '../shared/styles.js';
import { type MarkdownBlock, MarkdownBlocks } from './blocks.js';
import { markdownStyles } from './styles.js';
import { BlockView, type Render } from './view.js';

/** How long a text may keep the page at once, in milliseconds; what is left comes with the next frame. */
const SLICE_MS = 6;
/** What is in a block is drawn after it: so many at once. */
const SLICE_BLOCKS = 16;

const NAMED_LINK =
  /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]{0,20}<?([^\s<>]{1,2000})>?(?:[ \t]{1,20}["'(][^\n]{0,300})?[ \t]{0,20}$/gm;

let render: Render | undefined;
let loading: Promise<void> | undefined;

/** The parser and what makes its HTML harmless, loaded with the first text; until then texts are shown as they are written. */
function load(): Promise<void> {
  loading ??= import('./render.js').then(
    (module) => {
      render = module;
    },
    () => {
      // Tried again with the next text.
      loading = undefined;
    },
  );
  return loading;
}

/** A text in Markdown that nobody vouches for. As it grows, only its last block is read anew. */
export class BulkheadMarkdown extends BulkheadElement {
  static override properties = reactive<BulkheadMarkdown>({
    text: { initial: '' },
    streaming: { type: Boolean, initial: false },
  });
  static override styles = [...styles, markdownStyles];
  declare text: string;
  /** More of it is to come: a caret stands at its end. */
  declare streaming: boolean;
  readonly #blocks = new MarkdownBlocks();
  readonly #pictures = new Set<string>();
  readonly #caret = document.createElement('span');
  #views: BlockView[] = [];
  #drawn: Render | undefined;
  #links: { [name: string]: { readonly href: string } } = Object.create(null);
  /** Settled blocks whose names are known, and the key of the first of them. */
  #learned = 0;
  #first: number | undefined;
  #named = false;
  #frame = 0;

  constructor() {
    super();
    this.#caret.className = 'caret';
    this.#caret.ariaHidden = 'true';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
  }

  /** However often it changes, it is drawn once a frame. A hidden page has no frames, so it is drawn at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && this.streaming && !document.hidden) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    super.scheduleUpdate();
  }

  override willUpdate(): void {
    const spoken = language();
    if (this.lang !== spoken) this.#forget();
    this.lang = spoken;
  }

  override render(): TemplateResult {
    return html`<div class="body" data-testid="markdown"></div>`;
  }

  override updated(): void {
    if (!render && this.text !== '') void load().then(() => render && this.requestUpdate());
    if (this.#drawn !== render) this.#forget();
    this.#drawn = render;
    const blocks = this.#blocks.read(this.text, !this.streaming);
    this.#learn(blocks);
    // A name may be given after it was used: once all is there, all is read with all names.
    if (!this.streaming && this.#named) {
      this.#named = false;
      this.#forget();
    }
    this.#draw(blocks);
  }

  #forget(): void {
    for (const view of this.#views) view.node.remove();
    this.#views = [];
  }

  #draw(blocks: readonly MarkdownBlock[]): void {
    const body = this.renderRoot.querySelector('.body');
    if (!body) return;
    const began = performance.now();
    for (const view of this.#views.splice(blocks.length)) view.node.remove();
    const shown = { pictures: this.#pictures, links: this.#links, say: t };
    let [at, drawn] = [0, 0];
    for (const block of blocks) {
      const view = this.#views[at];
      if (view?.block !== block) {
        if (drawn >= SLICE_BLOCKS || (drawn > 0 && performance.now() - began > SLICE_MS)) break;
        drawn += 1;
        if (view?.block.key === block.key) view.show(block, render, shown);
        else {
          for (const old of this.#views.splice(at)) old.node.remove();
          const fresh = new BlockView(block, render, shown);
          this.#views.push(fresh);
          body.append(fresh.node);
        }
      }
      at += 1;
    }
    cancelAnimationFrame(this.#frame);
    if (at < blocks.length) this.#frame = requestAnimationFrame(() => this.#draw(blocks));
    this.#point(body);
  }

  /** The caret stands behind the last letter. */
  #point(body: Element): void {
    if (this.streaming) (this.#views.at(-1)?.end() ?? body).append(this.#caret);
    else this.#caret.remove();
  }

  /** Named links: `[name]: address` on a line of its own. */
  #learn(blocks: readonly MarkdownBlock[]): void {
    const settled = blocks.at(-1)?.open ? blocks.length - 1 : blocks.length;
    if (this.#first !== blocks[0]?.key || settled < this.#learned) {
      this.#links = Object.create(null);
      this.#learned = 0;
    }
    this.#first = blocks[0]?.key;
    for (const { kind, text } of blocks.slice(this.#learned, settled)) {
      if (kind !== 'text' || !text.includes(']:')) continue;
      for (const [, said = '', href = ''] of text.matchAll(NAMED_LINK)) {
        const name = said.toLowerCase().replace(/\s+/g, ' ');
        if (name in this.#links) continue;
        this.#links[name] = { href };
        this.#named = true;
      }
    }
    this.#learned = settled;
  }
}

define('bulkhead-markdown', BulkheadMarkdown);
