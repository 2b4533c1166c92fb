import { BulkheadError } from '../../worker/protocol/errors.js';
import { BODY_CHARS } from './custom-tools.js';

/** One of the four ways to orchestrate. */
export type OrchestrationMode = 'spec' | 'agenda' | 'loop' | 'director';
/** The four modes of an orchestrator. */
export const MODES: readonly OrchestrationMode[] = ['spec', 'agenda', 'loop', 'director'];

/** One handwritten tool that an import brings. All of it is the author's word. */
export interface FoundTool {
  readonly name: string;
  /** The orchestration mode it is for; empty in a preset that names none. */
  readonly mode: OrchestrationMode | '';
  readonly toolMode: string;
  readonly description: string;
  /** JSON Pointer to the list it is in, from the orchestrator's block of a card, or from the top of a preset. */
  readonly place: string;
  readonly body: string;
  readonly simulateBody: string;
}

/** `with` keeps the tools; `without`, and anything else, empties them; `cancel` drops all orchestrator data. */
export type ImportDecision = 'with' | 'without' | 'cancel';

/** What was found and decided. */
export interface ImportReview<T> {
  readonly plan: 'keep' | 'strip' | 'drop';
  readonly found: readonly FoundTool[];
  /** What may be stored: a copy of the import, without what was decided against. */
  readonly result: T;
}

type Node = { readonly [key: string]: unknown };
const node = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
const pointer = (...keys: string[]) =>
  keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** One list of handwritten tools, wherever it is. */
interface List {
  readonly mode: FoundTool['mode'];
  readonly path: readonly string[];
  /** The path as it is shown. */
  readonly place: string;
  readonly entries: unknown;
}

/** Where a card keeps the orchestrator's data. */
const BLOCKS = [
  ['data', 'extensions', 'orchestrator'],
  ['extensions', 'orchestrator'],
] as const;

const at = (value: unknown, path: readonly string[]): unknown => path.reduce((inner, key) => node(inner)[key], value);

/** The five places of a card's block, by mode. */
function listsOf(block: Node, path: readonly string[]): List[] {
  const lists: List[] = [];
  const add = (mode: OrchestrationMode, place: readonly string[], entries: unknown) =>
    lists.push({ mode, path: [...path, ...place], place: pointer(...place), entries });
  const hold = (mode: OrchestrationMode, place: readonly string[], holder: Node) => {
    add(mode, [...place, 'customTools'], holder.customTools);
    if (mode === 'spec') add(mode, [...place, 'spec', 'customTools'], node(holder.spec).customTools);
  };
  for (const mode of MODES) {
    for (const [id, preset] of Object.entries(node(node(block.presetLibraries)[mode]))) {
      hold(mode, ['presetLibraries', mode, id], node(preset));
    }
    hold(mode, ['override', mode], node(node(block.override)[mode]));
  }
  return lists;
}

/** Deeper than any card or preset goes. */
const DEPTH = 200;
const NODES = 1_000_000;

/** Every list that is named like one, however deep: for presets, whose forms differ, and for what is hidden in a card. */
function anyLists(value: unknown, path: readonly string[], skip: (path: readonly string[]) => boolean): List[] {
  const lists: List[] = [];
  const walk = (inner: unknown, here: readonly string[]) => {
    if (typeof inner !== 'object' || inner === null) return;
    if (here.length > DEPTH) throw new BulkheadError('BAD_ARGS', `an import nests at most ${DEPTH} deep`);
    for (const [key, entry] of Object.entries(inner)) {
      const there = [...here, key];
      if (skip(there)) continue;
      if (key === 'customTools') {
        const mode = MODES.find((one) => here.includes(one)) ?? '';
        lists.push({ mode, path: there, place: pointer(...there), entries: entry });
      } else walk(entry, there);
    }
  };
  walk(value, path);
  return lists;
}

/** The lists of an import: those to show, and those that no reader of a card should find, which are never kept. */
function look(input: unknown): { readonly shown: List[]; readonly hidden: List[] } {
  const shown = BLOCKS.flatMap((path) => listsOf(node(at(input, path)), path));
  const known = new Set(shown.map(({ path }) => pointer(...path)));
  const hidden = BLOCKS.flatMap((path) => anyLists(at(input, path), path, () => false)).filter(
    ({ path }) => !known.has(pointer(...path)),
  );
  // A preset has no form of its own; and a card may carry one beside its data.
  const rest = anyLists(input, [], (path) => path.length === 1 && (path[0] === 'data' || path[0] === 'extensions'));
  return { shown: [...shown, ...rest], hidden };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The tools of a list, as a person is shown them. Anything malformed yields none. */
function toolsOf({ mode, place, entries }: List): FoundTool[] {
  const tools: FoundTool[] = [];
  for (const entry of Array.isArray(entries) ? entries : []) {
    const { name, mode: toolMode, description, body, simulateBody } = node(entry);
    if (typeof name !== 'string') continue;
    tools.push({
      name,
      mode,
      toolMode: text(toolMode),
      description: text(description),
      place,
      body: text(body).slice(0, BODY_CHARS),
      simulateBody: text(simulateBody).slice(0, BODY_CHARS),
    });
  }
  return tools;
}

/** A copy in which what is at `path` is something else. */
function withAt(value: unknown, path: readonly string[], changed: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return changed;
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? withAt(item, rest, changed) : item));
  return { ...node(value), [key]: withAt(node(value)[key], rest, changed) };
}

const emptied = <T>(input: T, lists: readonly List[]): T =>
  lists.reduce<unknown>(
    (copy, { path, entries }) => (entries === undefined ? copy : withAt(copy, path, [])),
    input,
  ) as T;

/** What an import says, once and for all: a getter cannot say something else later. */
function plainCopy<T>(input: T): T {
  if (typeof input === 'string')
    throw new BulkheadError('BAD_ARGS', 'reviewImport takes what a text says: parse it first');
  let nodes = 0;
  const plain = (key: string, value: unknown) => {
    nodes += 1;
    if (nodes > NODES) throw new RangeError(`more than ${NODES} values`);
    return key === '__proto__' ? undefined : value;
  };
  try {
    return JSON.parse(JSON.stringify(input, plain) ?? 'null') as T;
  } catch (cause) {
    const why = (cause as Error).message.split('\n', 1)[0];
    throw new BulkheadError('BAD_ARGS', `reviewImport takes plain JSON data: ${why}`, {}, { cause });
  }
}

/**
 * Lets somebody decide about the handwritten tools of an import, before any of it is stored. Without tools nobody is
 * asked. An answer that is no decision, or none at all, strips them. Lists that are hidden where no card has them are
 * stripped in any case. The result is a copy: what was shown is what can be stored.
 * @throws `BAD_ARGS` for what is no JSON value, or is the text of one: parse it first.
 */
export async function reviewImport<T>(
  input: T,
  ask: ((found: readonly FoundTool[]) => unknown) | undefined,
): Promise<ImportReview<T>> {
  const read = plainCopy(input);
  const { shown, hidden } = look(read);
  const found = shown.flatMap(toolsOf);
  const bad = hidden.filter((list) => toolsOf(list).length > 0);
  const kept = emptied(read, bad);
  if (found.length === 0) return { plan: bad.length > 0 ? 'strip' : 'keep', found, result: kept };
  let decision: unknown;
  try {
    decision = await ask?.(found);
  } catch (error) {
    console.warn('Bulkhead: nobody could be asked about an import, so its tools are left out:', error);
  }
  if (decision === 'with') return { plan: 'keep', found, result: kept };
  const stripped = emptied(kept, shown);
  if (decision !== 'cancel') return { plan: 'strip', found, result: stripped };
  const blocks = BLOCKS.filter((path) => at(read, path) !== undefined);
  const result =
    blocks.length === 0 ? null : blocks.reduce<unknown>((copy, path) => withAt(copy, path, null), stripped);
  return { plan: 'drop', found, result: result as T };
}
