import type { DialectId, ScanOptions, TextCallEvent, TextTool } from '../../protocol/text-calls.js';
import { judge } from '../arguments/judge.js';
import { allowRepairs, REPAIR_WORK } from '../arguments/plain-json.js';
import type { Dialect } from '../scanning/dialect.js';
import { type Finder, makeFinder } from '../scanning/literals.js';
import { COMMENT, readComment, readMark, readReasoning, TAG_STARTS } from '../scanning/reasoning.js';
import { Scan } from '../scanning/scan.js';
import type { Reading } from '../scanning/source.js';
import { DIALECT_TABLE } from './index.js';

/** Longest stretch that is looked at before limits are. */
const STRETCH = 16_384;
const ARGUMENTS_CHARS = 65_536;
/** Openers that are tokens of their own, which no tokenizer makes of words: they mean nothing to a reader, whatever follows. */
const CONTROL_TOKEN = /^(?:<[|｜].*|\[TOOL_CALLS\]|<start_function_call>)$/;

/** Everything that may begin with a marker, compiled once per choice of dialects. */
interface Grammar {
  readonly dialects: readonly Dialect[];
  /** Openers, and what opens and closes a dialect's own reasoning; one that another begins with comes after it. */
  readonly texts: readonly string[];
  readonly openers: ReadonlyMap<string, readonly Dialect[]>;
  /** What closes the reasoning that a marker of a dialect opens: lists, because finders know them by identity. */
  readonly reasoning: ReadonlyMap<string, readonly string[]>;
  readonly closers: readonly string[];
  /** Finds what may be one of all these. */
  readonly next: Finder;
}

const grammars = new Map<string, Grammar>();

function grammarOf(ids: readonly DialectId[]): Grammar {
  const key = ids.join();
  let grammar = grammars.get(key);
  if (!grammar) {
    grammar = makeGrammar(ids.map((id) => DIALECT_TABLE[id]));
    grammars.set(key, grammar);
  }
  return grammar;
}

function makeGrammar(dialects: readonly Dialect[]): Grammar {
  const tags = dialects.flatMap((dialect) => dialect.reasoning ?? []);
  const markers = new Set(dialects.flatMap(({ openers }) => openers));
  const closers = tags.map(({ close }) => close);
  const texts = [COMMENT, ...markers, ...closers, ...tags.map(({ open }) => open)].sort((a, b) => b.length - a.length);
  return {
    dialects,
    texts,
    openers: new Map([...markers].map((text) => [text, dialects.filter(({ openers }) => openers.includes(text))])),
    reasoning: new Map(tags.map(({ open, close }) => [open, [close]])),
    closers,
    next: makeFinder([...texts, ...TAG_STARTS]),
  };
}

/** Reads a model's text as it arrives, and says what is call, reasoning and text. */
export class Scanner {
  readonly #scan: Scan;
  #grammar: Grammar;
  #reading: Reading | undefined;
  /** Work that repairs of this text may still do. */
  #repairs = REPAIR_WORK;
  /** Set once a dialect has been spoken: none is mixed with another. */
  #dialect: DialectId | undefined;
  /** Reads everything that may be a call. */
  readonly #isForeign: boolean;

  /**
   * `any-dialect`: for texts that no model has written. Each call may be of another dialect and of any name, and stands
   * in reasoning and comments too.
   */
  constructor(
    { dialect, tools, reasoning = false, first = false, argumentsChars = ARGUMENTS_CHARS }: ScanOptions,
    reads: 'one-dialect' | 'any-dialect' = 'one-dialect',
  ) {
    const byName = tools && new Map(tools.map((tool): [string, TextTool] => [tool.name, tool]));
    this.#isForeign = reads === 'any-dialect';
    this.#scan = new Scan({
      ...{ tools: byName, argumentsChars, first, isForeign: this.#isForeign },
      picky: dialect === 'auto' && !this.#isForeign,
      finish: judge(byName),
    });
    this.#grammar = grammarOf(dialect === 'auto' ? (Object.keys(DIALECT_TABLE) as DialectId[]) : [dialect]);
    this.#scan.candidate();
    this.#reading = this.#begin(reasoning);
  }

  /** The dialect that the text speaks; nothing before its first call. */
  get dialect(): DialectId | undefined {
    return this.#dialect;
  }

  /** Reads on. @returns what is certain by now. */
  feed(chunk: string): TextCallEvent[] {
    for (let from = 0; from < chunk.length; from += STRETCH) {
      this.#scan.push(chunk.length <= STRETCH ? chunk : chunk.slice(from, from + STRETCH));
      this.#run();
    }
    return this.#scan.take();
  }

  /** The text is over. @returns the rest of the events. */
  end(): TextCallEvent[] {
    this.#scan.ended = true;
    this.#run();
    this.#scan.close();
    return this.#scan.take();
  }

  #run(): void {
    allowRepairs(this.#repairs);
    this.#read();
    this.#repairs = allowRepairs(REPAIR_WORK);
  }

  #read(): void {
    const s = this.#scan;
    for (;;) {
      if (this.#reading) {
        if (!this.#reading.next().done) return;
        this.#reading = undefined;
        continue;
      }
      const found = s.enough ? -1 : this.#grammar.next(s.chunk, s.at);
      s.at = found < 0 ? s.chunk.length : found;
      s.text();
      if (found < 0) {
        s.hold();
        return;
      }
      s.candidate();
      this.#reading = this.#candidate();
    }
  }

  /** The beginning of a message, where some dialects need no opener. */
  *#begin(reasoning: boolean): Reading {
    const s = this.#scan;
    if (reasoning) {
      yield* this.#reason(undefined);
      s.candidate();
    }
    for (const dialect of this.#grammar.dialects) {
      if (dialect.start && (yield* this.#attempt(dialect, dialect.start(s)))) return true;
    }
    return false;
  }

  /** Something that may be an opener stands here. */
  *#candidate(): Reading {
    const s = this.#scan;
    // What a dialect knows of a message of a model's does not hold here.
    if (this.#isForeign) s.notes.clear();
    const from = s.position;
    const text = yield* s.oneOf(this.#grammar.texts);
    if (text === COMMENT && !this.#isForeign) {
      yield* readComment(s);
      return true;
    }
    const close = text && this.#grammar.reasoning.get(text);
    if (close && !this.#isForeign) return yield* this.#reasonUntil(close);
    if (text !== undefined && this.#grammar.closers.includes(text)) {
      s.text('hidden');
      return true;
    }
    for (const dialect of (text && this.#grammar.openers.get(text)) || []) {
      if (yield* this.#attempt(dialect, dialect.read(s, text as string))) return true;
    }
    if (text !== undefined && CONTROL_TOKEN.test(text)) {
      s.token(from, text);
      return false;
    }
    s.rewind(from);
    const mark = yield* readMark(s);
    if (mark?.is === 'open' && !this.#isForeign) return yield* this.#reason(mark.name);
    if (mark) {
      s.text('hidden');
      return true;
    }
    s.back(from + 1);
    s.text();
    return false;
  }

  /** Lets one dialect try. When it fails, the text stands where it stood. */
  *#attempt(dialect: Dialect, reading: Reading): Reading {
    const s = this.#scan;
    const [from, calls] = [s.position, s.calls];
    s.dialect = dialect.id;
    const found = yield* reading;
    if (s.calls > calls && this.#dialect === undefined && !this.#isForeign) {
      this.#dialect = dialect.id;
      this.#grammar = grammarOf([dialect.id]);
    }
    if (found) return true;
    s.tooLong = false;
    s.rewind(from);
    return false;
  }

  /** Reasoning up to the tag that ends it, emitted while it streams, without its outer tags. */
  *#reason(opened: string | undefined): Reading {
    const s = this.#scan;
    s.reasoning('hidden');
    yield* readReasoning(s, opened, opened === undefined ? this.#grammar.closers : []);
    s.reasoning('hidden');
    return true;
  }

  /** Reasoning between a dialect's own markers. */
  *#reasonUntil(closers: readonly string[]): Reading {
    const s = this.#scan;
    const close = yield* s.reason(closers);
    s.at += close?.length ?? 0;
    s.reasoning('hidden');
    return true;
  }
}
