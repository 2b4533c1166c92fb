import { BulkheadError } from '../../protocol/errors.js';
import { MEMORY_WRITES } from '../../protocol/memory.js';
import { MEMORY_GUEST_LIMITS as MOST } from '../../protocol/memory-guests.js';
import { choice, columns, count, inner, list, name, names, type Plain, readFields, type Shape, text } from './given.js';

export type GuestWrite = (typeof MEMORY_WRITES)[number];

/** One write: the options of its method, copied, and how many ops and links it is. */
export interface WriteRequest {
  readonly kind: 'write';
  readonly method: GuestWrite;
  readonly options: Plain;
  readonly ops: number;
}

const HIGHEST = 1_000_000_000;
const known = (method: string): method is GuestWrite => (MEMORY_WRITES as readonly string[]).includes(method);

/** A node by its id, or by the name that an op of the same batch has given it. */
const end = inner({ may: { id: name, ref: name } });
const title = text(0, MOST.titleChars);
const clearFields = names(MOST.fields);
const direction = choice(['outgoing', 'incoming', 'bidirectional'], 'bidirectional');
const LINK: Shape = { may: { target: end, targetNodeId: name, targetRef: name, relation: name, direction } };
const links = list((link, at) => readFields(`links/${at}`, link, LINK));
const CREATE = { title, fields: columns, links, ref: name };

const OPS: { readonly [op: string]: Shape } = {
  create: { may: { type: name, ...CREATE } },
  edit: { may: { nodeId: name, setFields: columns, clearFields, title, type: name } },
  delete: { may: { nodeId: name } },
  link_upsert: { may: { sourceNodeId: name, sourceRef: name, links } },
  link_delete: { may: { sourceNodeId: name, targetNodeId: name, relation: name, direction } },
};

function toOp(value: unknown, at: number): Plain {
  const where = `memory.applyExtractionBatch: ops/${at}`;
  const { op } = Object(value) as { op?: unknown };
  const shape = typeof op === 'string' && Object.hasOwn(OPS, op) ? OPS[op] : undefined;
  if (!shape) throw new BulkheadError('BAD_ARGS', `${where}: op: one of ${Object.keys(OPS).join(', ')}`);
  return readFields(where, value, { ...shape, needs: { op: () => op } });
}

const WRITES: { readonly [method in GuestWrite]: Shape } = {
  applyExtractionBatch: { needs: { ops: list(toOp) }, may: { maxSeq: count(HIGHEST) } },
  createNode: { needs: { type: name }, may: CREATE },
  editNode: { needs: { id: name }, may: { setFields: columns, clearFields, title } },
  deleteNode: { needs: { id: name } },
  upsertLinks: { needs: { source: end, links } },
  deleteLinks: { needs: { source: end, target: end, relation: name }, may: { direction } },
  compactNodes: {
    needs: { type: name, childIds: names(MOST.opsPerBatch), summary: text(1, MOST.textChars) },
    may: { fields: columns },
  },
};

/** Reads the request of a write; nothing for any other. @throws `BAD_ARGS`. */
export function toWriteRequest(method: string, args: unknown): WriteRequest | undefined {
  const write = method.slice('memory.'.length);
  if (!method.startsWith('memory.') || !known(write)) return undefined;
  const options = readFields(method, args, WRITES[write]);
  const ops = countOps(options);
  if (ops > MOST.opsPerBatch) {
    throw new BulkheadError('BAD_ARGS', `${method}: at most ${MOST.opsPerBatch} ops and links at once`);
  }
  return { kind: 'write', method: write, options, ops };
}

/** Every op and every link of one. */
function countOps({ ops, links: own, childIds }: Plain): number {
  const many = (items: unknown): number => (Array.isArray(items) ? items.length : 0);
  if (!Array.isArray(ops)) return Math.max(1, many(own) + many(childIds));
  return ops.reduce((sum: number, op: Plain) => sum + 1 + many(op.links), 0);
}
