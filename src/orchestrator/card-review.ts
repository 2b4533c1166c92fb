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
  /** JSON Pointer to the list it is in. */
  readonly place: string;
  readonly body: string;
  readonly simulateBody: string;
}

/** `with` keeps the tools; `without`, and anything else, empties them; `cancel` drops all orchestrator data. */
export type ImportDecision = 'with' | 'without' | 'cancel';

export interface ImportReview<T> {
  readonly plan: 'keep' | 'strip' | 'drop';
  readonly found: readonly FoundTool[];
  /** What may be stored: the import itself where nothing had to change, else a changed copy. */
  readonly result: T;
}

type Node = { readonly [key: string]: unknown };
const node = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
const pointer = (...keys: string[]) =>
  keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Where an import keeps its orchestrator data: a card, its data block, an exported profile or preset. */
function blockOf(input: unknown): { readonly path: readonly string[]; readonly block: unknown } | undefined {
  for (const path of [['data', 'extensions', 'orchestrator'], ['extensions', 'orchestrator'], []]) {
    let at: unknown = input;
    for (const key of path) at = node(at)[key];
    const isBlock =
      path.length > 0
        ? at !== undefined
        : ['presetLibraries', 'override', 'customTools', 'spec'].some((key) => key in node(at));
    if (isBlock) return { path, block: at };
  }
  return undefined;
}

/** Every list of handwritten tools of a block, with the mode it is for. */
function* listsOf(block: Node): Generator<{ mode: FoundTool['mode']; place: string; list: unknown }> {
  const holders: [FoundTool['mode'], string, Node][] = [['', '', block]];
  for (const mode of MODES) {
    for (const [id, preset] of Object.entries(node(node(block.presetLibraries)[mode]))) {
      holders.push([mode, pointer('presetLibraries', mode, id), node(preset)]);
    }
    holders.push([mode, pointer('override', mode), node(node(block.override)[mode])]);
  }
  for (const [mode, place, holder] of holders) {
    yield { mode, place: `${place}/customTools`, list: holder.customTools };
    if (mode === 'spec' || mode === '')
      yield { mode, place: `${place}/spec/customTools`, list: node(holder.spec).customTools };
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Finds the handwritten tools of an import. Anything malformed yields none. */
export function findCustomTools(input: unknown): FoundTool[] {
  const found: FoundTool[] = [];
  for (const { mode, place, list } of listsOf(node(blockOf(input)?.block))) {
    for (const entry of Array.isArray(list) ? list : []) {
      const { name, mode: toolMode, description, body, simulateBody } = node(entry);
      if (typeof name !== 'string') continue;
      found.push({
        name,
        mode,
        toolMode: text(toolMode),
        description: text(description),
        place,
        body: text(body),
        simulateBody: text(simulateBody),
      });
    }
  }
  return found;
}

/** A copy with every list of handwritten tools emptied, wherever it is. */
function stripped(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 64) return value;
  if (Array.isArray(value)) return value.map((item) => stripped(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'customTools' ? [] : stripped(inner, depth + 1)]),
  );
}

/** A copy in which what is at `path` is something else. */
function withAt(value: unknown, path: readonly string[], changed: unknown): unknown {
  const [key, ...rest] = path;
  return key === undefined ? changed : { ...node(value), [key]: withAt(node(value)[key], rest, changed) };
}

/**
 * Lets somebody decide about the handwritten tools of an import, before any of it is stored. Without tools nobody is
 * asked. An answer that is no decision, or none at all, strips them.
 */
export async function reviewImport<T>(
  input: T,
  ask: ((found: readonly FoundTool[]) => unknown) | undefined,
): Promise<ImportReview<T>> {
  const found = findCustomTools(input);
  const at = blockOf(input);
  if (found.length === 0 || !at) return { plan: 'keep', found, result: input };
  let decision: unknown;
  try {
    decision = await ask?.(found);
  } catch (error) {
    console.warn('Bulkhead: nobody could be asked about an import, so its tools are left out:', error);
  }
  if (decision === 'with') return { plan: 'keep', found, result: input };
  if (decision === 'cancel') return { plan: 'drop', found, result: withAt(input, at.path, null) as T };
  return { plan: 'strip', found, result: withAt(input, at.path, stripped(at.block)) as T };
}
