import { randomId } from '../../primitives/random-id.js';
import { isCommit, withoutStore } from '../commits/commit-shape.js';
import { isObject, type JsonObject, parseObject } from '../commits/json-data.js';
import { normalizeOrdered } from '../commits/normalize-store.js';
import { type FromOlder, readOlder } from '../commits/older.js';
import { plainStore } from '../commits/plain-graph.js';
import type { Chat } from '../commits/types.js';
import { type Commit, nodesOf, type OrderedStore, type StoreData } from '../graph/records.js';
import type { Content, TransferLimits } from './content.js';
import { checkVersion, FORMAT, refusal, Tally, TRANSFER_LIMITS, VERSION } from './content.js';

export interface Imported extends Content {
  /** What another format held, as commits of ours. */
  readonly older?: FromOlder;
}

export interface ImportOptions {
  /** The chat that it belongs to: formats without messages are tied to the messages of this chat. */
  readonly chat?: Chat;
  /** Names the commits that are made of another format; none may have been kept before. */
  readonly batch?: (index: number) => string;
  readonly limits?: Partial<TransferLimits>;
}

export interface JsonContent {
  readonly store?: StoreData | OrderedStore;
  readonly commits?: readonly Commit[];
}

/** Writes a graph, its commits, or both, as JSON. `order` names the ids where an object would put those like `10` first. */
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

/** Reads `exportJson`, a bare store, or another format. @throws `BAD_ARGS` for none of them, or too large a text; `STORE_NEWER`. */
export function importJson(text: string, options: ImportOptions = {}): Imported {
  const limits = { ...TRANSFER_LIMITS, ...options.limits };
  if (text.length > limits.jsonChars) throw refusal(`more than ${limits.jsonChars} characters`);
  const value = parseObject(text, refusal);
  if (value.format !== FORMAT) return importOlder(value, options, limits);
  checkVersion(value.version);
  const tally = new Tally(limits);
  const { store, order, commits } = value;
  return {
    ...(store !== undefined && { store: storeOf(store, order, tally) }),
    ...(commits !== undefined && { commits: commitsOf(commits, tally) }),
  };
}

function importOlder(value: JsonObject, options: ImportOptions, limits: TransferLimits) {
  // No other import has used these names.
  const name = randomId(2);
  const { chat = [], batch = (index: number) => `import-${name}-${index}` } = options;
  const older = readOlder(value, batch, chat);
  if (!older) throw refusal('it is of no known format');
  const tally = new Tally(limits);
  for (const { ops } of older.commits) tally.add(1, ops.length);
  return older.shape === 'store' ? { store: normalizeOrdered(value), older } : { older };
}

function storeOf(value: unknown, order: unknown, tally: Tally): OrderedStore {
  if (!isObject(value) || !isObject(value.nodes) || !Array.isArray(value.edges)) throw refusal('its store is none');
  tally.add(0, Object.keys(value.nodes).length + value.edges.length);
  return normalizeOrdered({ ...value, nodes: inOrder(value.nodes, order) });
}

/** Nodes in the order of a file, then those that it leaves out. */
function inOrder(nodes: JsonObject, order: unknown): ReadonlyMap<string, unknown> {
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
