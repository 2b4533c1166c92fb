import type { GuestFrame } from '../protocol/errors.js';
import { type Modules, modulesOf } from '../protocol/modules.js';
import { type FindOrigin, readMap } from './source-map.js';

/** A line of a stack of the engine's: `at name (file:line:column)`, or without a name where a source does not parse. */
const FRAME = /^\s*at (?:(.*) \()?([^\s()<>]+):(\d{1,9}):(\d{1,9})\)?$/;
const FRAMES = 16;
const NAME_CHARS = 200;
/** Characters before a position that are looked at. */
const BEFORE_CHARS = 200;
const NO_NAME = ['', '<anonymous>'];

/** A place of the source as it runs. */
interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads stacks of one plugin: drops frames that are not its own, and maps the others by the source map of their module, read at the first need. */
export class Positions {
  readonly #source: string;
  #modules: Modules | undefined;
  /** Lines and source map of each module that was asked about. */
  readonly #lines = new Map<string, readonly string[]>();
  readonly #maps = new Map<string, FindOrigin | undefined>();

  constructor(source: string) {
    this.#source = source;
  }

  /** The frames in the plugin's own files, without the constructors of the error itself, and where the first lies in the source that runs. */
  read(stack = '', classes: readonly string[] = []): { readonly frames: readonly GuestFrame[]; readonly at?: Place } {
    const all = stack
      .split('\n')
      .map(readFrame)
      .filter((frame) => frame !== undefined)
      .filter(({ file }) => this.#texts().has(file));
    const made = all.findIndex(({ function: name }) => name === undefined || !classes.includes(name));
    const own = all.slice(Math.max(0, made));
    const frames = own.slice(0, FRAMES).map((frame, i) => this.#mapped(frame, own[i + 1]));
    return { frames, ...(own[0] && { at: own[0] }) };
  }

  /** A text of the log, its stacks mapped. */
  text(said: string): string {
    if (!/^ {4,44}at [^\n]*:\d+:\d+\)$/m.test(said) || !this.#isMapped()) return said;
    return said.replace(/^( {4,44}at )(.* \()?([^\s()<>]+:\d{1,9}:\d{1,9})(?=\)?$)/gm, (line, at, name = '', place) => {
      const frame = readFrame(`at ${place}`);
      if (!frame) return line;
      const { file, line: row, column } = this.#mapped(frame, undefined);
      return `${at}${name}${file}:${row}:${column}`;
    });
  }

  /** What stands before a place on its line. */
  before({ file, line, column }: Place): string {
    const text = this.#texts().get(file);
    if (text === undefined) return '';
    const lines = this.#lines.get(file) ?? text.split('\n');
    this.#lines.set(file, lines);
    return (lines[line - 1] ?? '').slice(Math.max(0, column - 1 - BEFORE_CHARS), column - 1);
  }

  #texts(): Modules['texts'] {
    this.#modules ??= modulesOf(this.#source);
    return this.#modules.texts;
  }

  #isMapped(): boolean {
    return [...this.#texts().keys()].some((file) => this.#origins(file));
  }

  #origins(file: string): FindOrigin | undefined {
    const text = this.#texts().get(file);
    if (text !== undefined && !this.#maps.has(file)) this.#maps.set(file, readMap(text));
    return this.#maps.get(file);
  }

  #mapped(frame: GuestFrame, caller: GuestFrame | undefined): GuestFrame {
    const find = this.#origins(frame.file);
    const origin = find?.(frame.line, frame.column);
    if (!find || !origin) return frame;
    const name = this.#nameAt(find, frame.function, caller) ?? frame.function;
    const { file, line, column } = origin;
    return { ...(name !== undefined && { function: name }), file, line, column };
  }

  /** The name in the sources of a function that is called by its name in a place of the caller. */
  #nameAt(find: FindOrigin, name: string | undefined, caller: GuestFrame | undefined): string | undefined {
    if (name === undefined || !caller || !this.before(caller).endsWith(name)) return undefined;
    const from = caller.column - name.length;
    const origin = find(caller.line, from);
    return origin?.from === from ? origin.name : undefined;
  }
}

/** A frame of a plugin's own file; those of the prelude have no place. */
function readFrame(line: string): GuestFrame | undefined {
  const [, name = '', file = '', row, column] = line.match(FRAME) ?? [];
  if (row === undefined) return undefined;
  return {
    ...(!NO_NAME.includes(name) && { function: name.slice(0, NAME_CHARS) }),
    ...{ file, line: Number(row), column: Number(column) },
  };
}
