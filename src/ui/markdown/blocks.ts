/** A stretch of Markdown that is read by itself. An object that was given once is never changed. */
export interface MarkdownBlock {
  readonly key: number;
  /** `plain` is shown as it is written: there is too much of it to be read as Markdown. */
  readonly kind: 'text' | 'code' | 'plain';
  /** Without the fences around it, where it is code. */
  readonly text: string;
  /** The language that code says it is in. */
  readonly language: string;
  /** More of it may come. */
  readonly open: boolean;
}

interface Fence {
  readonly mark: string;
  /** It stands within a list or is indented: the block goes on after it. */
  readonly inner: boolean;
}

/** A block is never longer than that by much; longer lines are shown as they are written. */
const MAX_CHARS = 16_000;
/** Pieces of what is shown as it is written. */
const PIECE_CHARS = 8_000;
/** A list that is longer goes on as another one. */
const LIST_CHARS = 2_000;
/** What comes after so many blocks is shown as it is written. */
const MAX_BLOCKS = 1_500;

const FENCE = /^( *)(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]{0,40})/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const TOP_ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
const INDENTED = /^(?: {2}|\t)/;
/** Markup that goes on over empty lines, and what ends it. */
const HTML: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<details[\s>]/i, /<\/details>/i],
  [/^<pre[\s>]/i, /<\/pre>/i],
  [/^<!--/, /-->/],
];

/** Cuts a text into blocks as it grows: every line is looked at once, and what stands before the last block is settled. */
export class MarkdownBlocks {
  #text = '';
  #done = false;
  #settled: MarkdownBlock[] = [];
  #last: MarkdownBlock | undefined;
  #keys = 0;
  /** Where the open block begins, and the first line that was not looked at. */
  #start = 0;
  #line = 0;
  #fence: Fence | null = null;
  #language = '';
  #list = false;
  #blank = false;
  #until: RegExp | null = null;

  /** The blocks of a text; of one that has only grown the settled ones are the same objects as before. */
  read(text: string, done: boolean): readonly MarkdownBlock[] {
    if (!text.startsWith(this.#text) || (this.#done && text !== this.#text)) this.#reset();
    this.#text = text;
    this.#done = done;
    for (let end = text.indexOf('\n', this.#line); end >= 0 && !this.#full; end = text.indexOf('\n', this.#line)) {
      this.#look(text.slice(this.#line, end), this.#line, end + 1);
      this.#line = end + 1;
    }
    if (done && this.#line < text.length && !this.#full) {
      this.#look(text.slice(this.#line), this.#line, text.length);
      this.#line = text.length;
    }
    this.#cutLong();
    return this.#open(done);
  }

  #reset(): void {
    [this.#settled, this.#last, this.#start, this.#line] = [[], undefined, 0, 0];
    this.#begin();
  }

  #begin(): void {
    [this.#fence, this.#language, this.#list, this.#blank, this.#until] = [null, '', false, false, null];
  }

  /** What stands after the last settled block. */
  #open(done: boolean): readonly MarkdownBlock[] {
    const code = this.#code;
    let rest = this.#text.slice(this.#start);
    // What may become the end of the code is not shown as code before that is certain.
    if (code && !done) rest = rest.replace(/(?:^|\n) {0,3}[`~]+$/, '');
    if (rest.trim() === '' && !code) {
      this.#last = undefined;
      return this.#settled;
    }
    const kind = this.#kind(this.#text.length);
    const text = kind === 'text' ? rest.trimEnd() : code ? rest.replace(/\n$/, '') : rest;
    const last = this.#last;
    if (last?.text !== text || last.open === done || last.kind !== kind) {
      this.#last = { key: last?.key ?? this.#key(), kind, text, language: this.#language, open: !done };
    }
    return this.#last ? [...this.#settled, this.#last] : this.#settled;
  }

  /** What comes now is not read any more. */
  get #full(): boolean {
    return this.#settled.length >= MAX_BLOCKS;
  }

  get #code(): boolean {
    return this.#fence?.inner === false;
  }

  #kind(end: number): MarkdownBlock['kind'] {
    if (this.#full) return 'plain';
    if (this.#code) return 'code';
    return end - this.#start > MAX_CHARS ? 'plain' : 'text';
  }

  #key(): number {
    this.#keys += 1;
    return this.#keys;
  }

  #push(kind: MarkdownBlock['kind'], text: string): void {
    const key = this.#last?.key ?? this.#key();
    this.#settled = [...this.#settled, { key, kind, text, language: this.#language, open: false }];
    this.#last = undefined;
  }

  /** The block ends here; one that is too long becomes pieces. */
  #settle(end: number, next: number): void {
    const kind = this.#kind(end);
    while (end - this.#start > MAX_CHARS + PIECE_CHARS) this.#piece(kind);
    const raw = this.#text.slice(this.#start, end);
    if (kind === 'code') this.#push(kind, raw.replace(/\n$/, ''));
    else if (raw.trim() !== '') this.#push(kind, kind === 'text' ? raw.trimEnd() : raw);
    this.#start = next;
  }

  #piece(kind: MarkdownBlock['kind']): void {
    this.#push(kind, this.#text.slice(this.#start, this.#start + PIECE_CHARS));
    this.#start += PIECE_CHARS;
  }

  #look(line: string, from: number, next: number): void {
    const length = from - this.#start;
    if (this.#fence) {
      if (closes(line, this.#fence)) this.#closeFence(from, next);
      else if (this.#code && length > MAX_CHARS) this.#settle(from, from);
      return;
    }
    const empty = line.trim() === '';
    if (empty) {
      if (length <= 0) this.#start = next;
      this.#blank = length > 0;
      return;
    }
    if (length > MAX_CHARS || this.#begins(line, length)) {
      this.#settle(from, from);
      this.#begin();
    }
    this.#blank = false;
    this.#enter(line, from, next);
  }

  /** What a line means for the block that it stands in. */
  #enter(line: string, from: number, next: number): void {
    const first = from <= this.#start;
    if (first) {
      this.#list = ITEM.test(line);
      this.#until = HTML.find(([begin]) => begin.test(line))?.[1] ?? null;
    }
    if (this.#until) {
      if (this.#until.test(line)) this.#until = null;
      return;
    }
    const [whole, indent = '', mark, language = ''] = FENCE.exec(line) ?? [];
    if (whole === undefined || mark === undefined) return;
    const inner = indent !== '';
    if (indent.length > 3 && !this.#list) return;
    if (!inner && !first) this.#settle(from, from);
    if (!inner) {
      this.#begin();
      this.#language = language;
      this.#start = next;
    }
    this.#fence = { mark, inner };
  }

  #begins(line: string, length: number): boolean {
    if (length <= 0 || this.#until) return false;
    if (this.#list && length > LIST_CHARS && TOP_ITEM.test(line)) return true;
    if (!this.#blank) return false;
    return !(this.#list && (INDENTED.test(line) || ITEM.test(line)));
  }

  #closeFence(from: number, next: number): void {
    const code = this.#code;
    if (code) this.#settle(from, next);
    this.#fence = null;
    if (code) this.#begin();
  }

  /** A line that does not end, and what comes after too many blocks, goes on in pieces. */
  #cutLong(): void {
    const most = this.#full ? PIECE_CHARS : MAX_CHARS + PIECE_CHARS;
    while (this.#text.length - this.#start > most) this.#piece(this.#code ? 'code' : 'plain');
    this.#line = Math.max(this.#line, this.#start);
  }
}

const closes = (line: string, { mark }: Fence): boolean => {
  const said = line.trim();
  return said.length >= mark.length && said === mark.charAt(0).repeat(said.length);
};
