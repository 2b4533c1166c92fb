import { BulkheadError } from './errors.js';
import { isRecord } from './json.js';

/** One of the four modes of an orchestrator. */
export type OrchestrationMode = 'spec' | 'agenda' | 'loop' | 'director';
/** The four modes of an orchestrator. */
export const MODES: readonly OrchestrationMode[] = ['spec', 'agenda', 'loop', 'director'];

/** One handwritten tool of an import. All fields are the author's and unchecked. */
export interface FoundTool {
  readonly name: string;
  /** The orchestration mode it belongs to; empty in a preset that names none. */
  readonly mode: OrchestrationMode | '';
  readonly toolMode: string;
  readonly description: string;
  /**
   * JSON Pointer to the list it is in, from the orchestrator's block of a card, or from the top of a preset; a long one is cut.
   */
  readonly place: string;
  readonly body: string;
  readonly simulateBody: string;
}

/** `with` keeps the tools; `without`, and anything else, empties them; `cancel` drops all orchestrator data. */
export type ImportDecision = 'with' | 'without' | 'cancel';

type Node = { [key: string]: unknown };
const node = (value: unknown): Node => (isRecord(value) ? (value as Node) : {});

/** Greatest depth that is searched; no card or preset is deeper. */
const DEPTH = 200;
/** Greatest number of values of an import. */
const NODES = 1_000_000;
/** A tool's source is cut at this many characters before it is shown. */
export const BODY_CHARS = 65_536;
const PLACE_CHARS = 500;

/** One list of handwritten tools, wherever it is: what holds it under the name `customTools`. */
interface List {
  readonly mode: FoundTool['mode'];
  readonly holder: Node;
  /** Its path as it is shown. */
  readonly place: string;
}

/** The place of the orchestrator's data in a card. */
const BLOCKS = [
  ['data', 'extensions', 'orchestrator'],
  ['extensions', 'orchestrator'],
] as const;

const at = (value: unknown, path: readonly string[]): unknown => path.reduce((inner, key) => node(inner)[key], value);

/** A path as a JSON Pointer, cut to a readable length. */
function pointer(path: readonly string[]): string {
  let text = '';
  for (const key of path) {
    if (text.length > PLACE_CHARS) return `${text.slice(0, PLACE_CHARS)}…`;
    text += `/${key.slice(0, PLACE_CHARS).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return text.length > PLACE_CHARS ? `${text.slice(0, PLACE_CHARS)}…` : text;
}

/** The five places of a card's block, by mode. */
function listsOf(block: Node): List[] {
  const lists: List[] = [];
  const hold = (mode: OrchestrationMode, path: readonly string[], holder: Node) => {
    lists.push({ mode, holder, place: pointer([...path, 'customTools']) });
    if (mode !== 'spec') return;
    lists.push({ mode, holder: node(holder.spec), place: pointer([...path, 'spec', 'customTools']) });
  };
  for (const mode of MODES) {
    for (const [id, preset] of Object.entries(node(node(block.presetLibraries)[mode]))) {
      hold(mode, ['presetLibraries', mode, id], node(preset));
    }
    hold(mode, ['override', mode], node(node(block.override)[mode]));
  }
  return lists;
}

/** Every list that is named like one, however deep: for presets, whose forms differ, and for what is hidden in a card. One walk. */
function anyLists(value: unknown, skipped: readonly string[]): List[] {
  const lists: List[] = [];
  const path: string[] = [];
  const walk = (inner: unknown) => {
    if (typeof inner !== 'object' || inner === null) return;
    if (path.length > DEPTH) throw new BulkheadError('BAD_ARGS', `an import nests at most ${DEPTH} deep`);
    for (const [key, entry] of Object.entries(inner)) {
      if (path.length === 0 && skipped.includes(key)) continue;
      path.push(key);
      if (key === 'customTools') {
        lists.push({
          mode: MODES.find((one) => path.includes(one)) ?? '',
          holder: inner as Node,
          place: pointer(path),
        });
      } else walk(entry);
      path.pop();
    }
  };
  walk(value);
  return lists;
}

/** The lists of an import: those to show, and hidden ones, which are never stored. */
function look(input: unknown): { readonly shown: List[]; readonly hidden: List[] } {
  const blocks = BLOCKS.map((path) => at(input, path));
  const shown = blocks.flatMap((block) => listsOf(node(block)));
  const known = new Set(shown.map(({ holder }) => holder));
  const hidden = blocks.flatMap((block) => anyLists(block, [])).filter(({ holder }) => !known.has(holder));
  // A preset has no form of its own; and a card may carry one beside its data.
  return { shown: [...shown, ...anyLists(input, ['data', 'extensions'])], hidden };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the tools of a list, for display. A malformed list yields none. */
function toolsOf({ mode, place, holder }: List): FoundTool[] {
  const tools: FoundTool[] = [];
  for (const entry of Array.isArray(holder.customTools) ? holder.customTools : []) {
    const { name, mode: toolMode, description, body, simulateBody } = node(entry);
    if (typeof name !== 'string') continue;
    tools.push({
      ...{ name, mode, place, toolMode: text(toolMode), description: text(description) },
      body: text(body).slice(0, BODY_CHARS),
      simulateBody: text(simulateBody).slice(0, BODY_CHARS),
    });
  }
  return tools;
}

/** Parses an import, without `__proto__` keys. @throws `BAD_ARGS` */
function read(json: string): unknown {
  let nodes = 0;
  const plain = (key: string, value: unknown) => {
    nodes += 1;
    if (nodes > NODES) throw new RangeError(`more than ${NODES} values`);
    return key === '__proto__' ? undefined : value;
  };
  try {
    return JSON.parse(json, plain);
  } catch (cause) {
    throw new BulkheadError(
      'BAD_ARGS',
      `reviewImport takes plain JSON data: ${(cause as Error).message}`,
      {},
      { cause },
    );
  }
}

/** Returns the handwritten tools of an import, and whether there are hidden ones. Hidden tools are never stored. */
export function findTools(json: string): { readonly found: readonly FoundTool[]; readonly hidden: boolean } {
  const { shown, hidden } = look(read(json));
  return { found: shown.flatMap(toolsOf), hidden: hidden.some((list) => toolsOf(list).length > 0) };
}

/** Returns the part of an import that may be stored, as JSON text. @throws `BAD_ARGS` */
export function decideTools(json: string, decision: ImportDecision): string {
  const input = read(json);
  const { shown, hidden } = look(input);
  const bad = hidden.filter((list) => toolsOf(list).length > 0);
  for (const { holder } of decision === 'with' ? bad : [...bad, ...shown]) {
    if (holder.customTools !== undefined) holder.customTools = [];
  }
  if (decision !== 'cancel') return JSON.stringify(input);
  const blocks = BLOCKS.filter((path) => at(input, path) !== undefined);
  for (const path of blocks) node(at(input, path.slice(0, -1))).orchestrator = null;
  return blocks.length === 0 ? 'null' : JSON.stringify(input);
}
