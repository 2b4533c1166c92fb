import { MEMORY_WRITES } from '../../protocol/memory.js';
import { MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';
import { Given } from './given.js';

export type GuestWrite = (typeof MEMORY_WRITES)[number];
type Plain = Readonly<Record<string, unknown>>;

/** One write: the options of its method, copied, and how many ops and links it is. */
export interface WriteRequest {
  readonly kind: 'write';
  readonly method: GuestWrite;
  readonly options: Plain;
  readonly ops: number;
}

const HIGHEST = 1_000_000_000;
const known = (method: string): method is GuestWrite => (MEMORY_WRITES as readonly string[]).includes(method);
const LINK = ['target', 'targetNodeId', 'targetRef', 'relation', 'direction'];
const DIRECTIONS = ['outgoing', 'incoming', 'bidirectional'] as const;

/** A node by its id, or by the name that an op of the same batch has given it. */
const end = (given: Given, name: string): Plain => {
  const inner = given.inner(name, ['id', 'ref']);
  return inner.only({ id: (one) => inner.name(one), ref: (one) => inner.name(one) });
};

const linkOf = (given: Given): Plain =>
  given.only({
    target: (name) => end(given, name),
    targetNodeId: (name) => given.name(name),
    targetRef: (name) => given.name(name),
    relation: (name) => given.name(name),
    direction: (name) => given.choice(name, DIRECTIONS, 'bidirectional'),
  });

const links = (given: Given) => (name: string) =>
  given.list(name, MOST.opsPerBatch).map((link, i) => linkOf(new Given(`${name}/${i}`, link, LINK)));
const title = (given: Given) => (name: string) => given.text(name, 0, MOST.titleChars);
const text = (given: Given) => (name: string) => given.name(name);
const columns = (given: Given) => (name: string) => given.columns(name);
const clear = (given: Given) => (name: string) => given.names(name, MOST.fields);

type Reader = readonly [fields: readonly string[], read: (given: Given) => Plain];

const CREATE: Reader = [
  ['type', 'title', 'fields', 'links', 'ref'],
  (given) =>
    given.only({
      type: text(given),
      title: title(given),
      fields: columns(given),
      links: links(given),
      ref: text(given),
    }),
];

const OPS: { readonly [op: string]: Reader } = {
  create: CREATE,
  edit: [
    ['nodeId', 'setFields', 'clearFields', 'title', 'type'],
    (given) =>
      given.only({
        nodeId: text(given),
        setFields: columns(given),
        clearFields: clear(given),
        title: title(given),
        type: text(given),
      }),
  ],
  delete: [['nodeId'], (given) => given.only({ nodeId: text(given) })],
  link_upsert: [
    ['sourceNodeId', 'sourceRef', 'links'],
    (given) => given.only({ sourceNodeId: text(given), sourceRef: text(given), links: links(given) }),
  ],
  link_delete: [
    ['sourceNodeId', 'targetNodeId', 'relation', 'direction'],
    (given) =>
      given.only({
        sourceNodeId: text(given),
        targetNodeId: text(given),
        relation: text(given),
        direction: (name) => given.choice(name, DIRECTIONS, 'bidirectional'),
      }),
  ],
};

function toOp(value: unknown, where: string): Plain {
  const { op } = Object(value) as { op?: unknown };
  const reader = typeof op === 'string' && Object.hasOwn(OPS, op) ? OPS[op] : undefined;
  if (!reader) throw new Given(where, {}, []).wrong(`op: one of ${Object.keys(OPS).join(', ')}`);
  const [fields, read] = reader;
  return { op, ...read(new Given(where, value, ['op', ...fields])) };
}

const WRITERS: { readonly [method in GuestWrite]: Reader } = {
  applyExtractionBatch: [
    ['ops', 'maxSeq'],
    (given) => ({
      ops: given.list('ops', MOST.opsPerBatch).map((op, i) => toOp(op, `memory.applyExtractionBatch: ops/${i}`)),
      ...given.only({ maxSeq: (name) => given.count(name, HIGHEST) }),
    }),
  ],
  createNode: [CREATE[0], (given) => ({ type: given.name('type'), ...CREATE[1](given) })],
  editNode: [
    ['id', 'setFields', 'clearFields', 'title'],
    (given) => ({
      id: given.name('id'),
      ...given.only({ setFields: columns(given), clearFields: clear(given), title: title(given) }),
    }),
  ],
  deleteNode: [['id'], (given) => ({ id: given.name('id') })],
  upsertLinks: [['source', 'links'], (given) => ({ source: end(given, 'source'), links: links(given)('links') })],
  deleteLinks: [
    ['source', 'target', 'relation', 'direction'],
    (given) => ({
      source: end(given, 'source'),
      target: end(given, 'target'),
      relation: given.name('relation'),
      ...given.only({ direction: (name) => given.choice(name, DIRECTIONS, 'bidirectional') }),
    }),
  ],
  compactNodes: [
    ['type', 'childIds', 'summary', 'fields'],
    (given) => ({
      type: given.name('type'),
      childIds: given.names('childIds', MOST.opsPerBatch),
      summary: given.text('summary', 1, MOST.textChars),
      ...given.only({ fields: columns(given) }),
    }),
  ],
};

/** Reads the request of a write; nothing for any other. @throws `BAD_ARGS`. */
export function toWriteRequest(method: string, args: unknown): WriteRequest | undefined {
  const name = method.slice('memory.'.length);
  if (!method.startsWith('memory.') || !known(name)) return undefined;
  const [fields, read] = WRITERS[name];
  const given = new Given(method, args, fields);
  const options = read(given);
  const ops = countOps(options);
  if (ops > MOST.opsPerBatch) throw given.wrong(`at most ${MOST.opsPerBatch} ops and links at once`);
  return { kind: 'write', method: name, options, ops };
}

/** Every op and every link of one. */
function countOps({ ops, links: own, childIds }: Plain): number {
  const many = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
  if (!Array.isArray(ops)) return Math.max(1, many(own) + many(childIds));
  return ops.reduce((sum: number, op: Plain) => sum + 1 + many(op.links), 0);
}
