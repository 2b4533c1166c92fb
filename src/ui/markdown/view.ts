import type { MarkdownBlock } from './blocks.js';
import type { Shown } from './render.js';

/** What is loaded to show Markdown. */
export type Render = typeof import('./render.js');

/** What a block's last words may stand in. */
const HOLDERS = 'div, p, ul, ol, li, blockquote, pre, code, table, tbody, tr, td, h3, h4, h5, h6, strong, em';
/** A block that grows is read anew when it has grown by this part: read often while it is short, and never for nothing. */
const GROWTH = 32;

/** One block on the page, which follows its text. */
export class BlockView {
  readonly node = document.createElement('div');
  #block: MarkdownBlock;
  /** What was read as Markdown of it. */
  #read = '';
  /** What came after that stands behind it as it was written. */
  #tail = false;
  /** Text that may simply be gone on with. */
  #text: Text | null = null;

  constructor(block: MarkdownBlock, render: Render | undefined, shown: Shown) {
    this.#block = block;
    this.#fresh(block, render, shown);
  }

  get block(): MarkdownBlock {
    return this.#block;
  }

  /** Shows what the block is now. */
  show(block: MarkdownBlock, render: Render | undefined, shown: Shown): void {
    const before = this.#block;
    this.#block = block;
    // It has ended, and all of it is there.
    if (this.#read === block.text && block.kind === 'text' && !this.#tail) return;
    if (before.kind !== block.kind || !block.text.startsWith(before.text)) this.#fresh(block, render, shown);
    else if (this.#text && (block.kind !== 'text' || !render))
      this.#text.appendData(block.text.slice(before.text.length));
    else if (!this.#isEnough(block)) this.#fresh(block, render, shown);
    else {
      this.end().append(block.text.slice(before.text.length));
      this.#tail = true;
    }
  }

  /** The element that its last letter stands in. */
  end(): Element {
    let found: Element = this.node;
    for (let last = found.lastElementChild; last?.matches(HOLDERS); last = found.lastElementChild) found = last;
    return found;
  }

  #isEnough({ open, text }: MarkdownBlock): boolean {
    return open && this.#read !== '' && text.length - this.#read.length < this.#read.length / GROWTH;
  }

  #fresh(block: MarkdownBlock, render: Render | undefined, shown: Shown): void {
    const { kind, text, language } = block;
    [this.#text, this.#read, this.#tail] = [null, '', false];
    this.node.className = 'block';
    if (render && kind === 'code') {
      const { box, text: code } = render.codeBox(text, language, shown.say);
      this.#text = code;
      this.node.replaceChildren(box);
      return;
    }
    const read = render && kind === 'text' ? render.renderText(text, shown) : null;
    if (read) {
      this.#read = text;
      this.node.replaceChildren(read);
      return;
    }
    this.#text = document.createTextNode(text);
    this.node.className = text.length > 4_000 ? 'block plain long' : 'block plain';
    this.node.replaceChildren(this.#text);
  }
}
