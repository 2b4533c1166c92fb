import { BulkheadError } from '../../worker/protocol/errors.js';

/** What the answers of a session's reads have: none of it is there before they are awaited. */
const MEMBERS: { readonly [method: string]: readonly (string | symbol)[] } = {
  getSchema: ['types'],
  getEdgeSummary: ['degree', 'relations', 'sample_neighbors'],
  getNodeBrief: ['title', 'summary', 'keyValues', 'rowValues', 'exposure', 'edgeSummary', 'toSeq'],
  findByName: ['matches'],
  compactionCandidates: ['groups'],
};
const OF_LISTS = [
  ...['length', 'map', 'filter', 'find', 'forEach', 'some', 'every', 'slice', 'reduce', 'flatMap', 'at', 'includes'],
  ...['concat', Symbol.iterator],
];

/**
 * Makes answers that are used like those of a graph on the page say what is missing: the reads of the graph's reference are
 * synchronous, these cross to a worker.
 */
export function saysAwait<M extends (...args: never[]) => Promise<unknown>>(name: string, method: M): M {
  const members = MEMBERS[name] ?? OF_LISTS;
  const missing = (): never => {
    throw new BulkheadError('BAD_ARGS', `session.${name}() answers a promise: write "await session.${name}(…)"`);
  };
  const guarded = Object.create(Promise.prototype, Object.fromEntries(members.map((one) => [one, { get: missing }])));
  const call = (...args: Parameters<M>): Promise<unknown> => Object.setPrototypeOf(method(...args), guarded);
  return call as M;
}
