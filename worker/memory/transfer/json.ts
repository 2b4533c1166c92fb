import { randomId } from '../../primitives/random-id.js';
import { isCommit, withoutStore } from '../floor/commit-shape.js';
import { isObject } from '../floor/json-data.js';
import { normalizeOrdered } from '../floor/normalize-store.js';
import { type FromOlder, readOlder } from '../floor/older.js';
import { plainStore } from '../floor/plain-graph.js';
import type { Chat } from '../floor/types.js';
import { type Commit, nodesOf, type OrderedStore, type StoreData } from '../graph/records.js';
import { type Content, checkVersion, FORMAT, refusal, Tally, VERSION } from './content.js';
import { TRANSFER_LIMITS, type TransferLimits } from './limits.js';

/** What was found in a JSON file. */
export interface Imported extends Content {
  /** What another format held, as commits of ours. */
  readonly older?: FromOlder;
}

/** How a file is read. */
export interface ImportOptions {
  /** The chat that it belongs to: formats that tell no message are tied to its messages. */
  readonly chat?: Chat;
  /** Names the commits that are made of another format; none may have been kept before. */
  readonly batch?: (index: number) => string;
  readonly limits?: Partial<TransferLimits>;
}

/** What becomes a JSON file. */
export interface JsonContent {
  readonly store?: StoreData | OrderedStore;
  readonly commits?: readonly Commit[];
}

/**
 * Writes a graph, its commits, or both, as one JSON text. The store has the shape that everybody knows, an object of nodes;
 * where reading it would put ids such as `10` first, `order` beside it names all ids in the order of the nodes.
 */
export function exportJson({ store, commits }: JsonContent): string {
  const nodes = store && nodesOf(store);
  const plain = store && nodes && plainStore({ ...store, nodes });
  const order = plain && nodes && Object.keys(plain.nodes).some(differsFrom(nodes)) ? [...nodes.keys()] : undefined;
  return JSON.stringify({
    ...{ format: FORMAT, version: VERSION },
    ...(plain && { store: plain }),
    ...(order && { order }),
    ...(commits && { commits }),
  });
}

/** Whether the id at a place is another one there. */
function differsFrom(nodes: ReadonlyMap<string, unknown>): (id: string) => boolean {
  const ids = nodes.keys();
  return (id) => ids.next().value !== id;
}

/**
 * Reads a JSON text: of `exportJson`, a bare store, or what another format kept. Nothing is applied.
 * @throws `BAD_ARGS` for what is none of them, or too large; `STORE_NEWER`.
 */
export function importJson(text: string, options: ImportOptions = {}): Imported {
  const limits = { ...TRANSFER_LIMITS, ...options.limits };
  if (text.length > limits.jsonChars) throw refusal(`more than ${limits.jsonChars} characters`);
  const value = parse(text);
  if (!isObject(value)) throw refusal('it is no object');
  if (value.format !== FORMAT) return importOlder(value, options, limits);
  checkVersion(value.version);
  const tally = new Tally(limits);
  const { store, order, commits } = value;
  return {
    ...(store !== undefined && { store: storeOf(store, order, tally) }),
    ...(commits !== undefined && { commits: commitsOf(commits, tally) }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('it is no JSON');
  }
}

function importOlder(value: { readonly [name: string]: unknown }, options: ImportOptions, limits: TransferLimits) {
  const { chat = [], batch = nameBatches() } = options;
  const older = readOlder(value, batch, chat);
  if (!older) throw refusal('it is of no known format');
  const tally = new Tally(limits);
  for (const { ops } of older.commits) tally.add(1, ops.length);
  return older.shape === 'store' ? { store: normalizeOrdered(value), older } : { older };
}

/** Names that no other import has used. */
function nameBatches(): (index: number) => string {
  const name = randomId(2);
  return (index) => `import-${name}-${index}`;
}

function storeOf(value: unknown, order: unknown, tally: Tally): OrderedStore {
  if (!isObject(value) || !isObject(value.nodes) || !Array.isArray(value.edges)) throw refusal('its store is none');
  tally.add(0, Object.keys(value.nodes).length + value.edges.length);
  return normalizeOrdered({ ...value, nodes: inOrder(value.nodes, order) });
}

/** Nodes in the order that a file tells, those that it leaves out behind them. */
function inOrder(nodes: { readonly [id: string]: unknown }, order: unknown): ReadonlyMap<string, unknown> {
  if (order !== undefined && !Array.isArray(order)) throw refusal('its order is no list');
  const ids = ((order ?? []) as readonly unknown[]).filter(
    (id): id is string => typeof id === 'string' && Object.hasOwn(nodes, id),
  );
  return new Map([...ids, ...Object.keys(nodes)].map((id) => [id, nodes[id]]));
}

function commitsOf(value: unknown, tally: Tally): readonly Commit[] {
  if (!Array.isArray(value)) throw refusal('its commits are no list');
  return value.map((given: unknown, i) => {
    const commit = withoutStore(given);
    if (!isCommit(commit)) throw refusal(`commit ${i + 1} is none`);
    tally.add(1, commit.ops.length);
    return commit;
  });
}
