import { getMemoryGraphWriteApi } from '../../../worker/memory/index.js';
import type { Rejection } from '../../../worker/protocol/memory-types.js';
import { encode, sameData } from '../../fixtures/memory/decode.js';
import { overruled, type Sequence, type Step } from '../../fixtures/memory/write-vectors.js';
import { type Checked, expectedOf, outcomeOf } from './outcome.js';

type Dict = { readonly [key: string]: unknown };

/** Sequences of writes, each on one copy of its store. A step is right when answer, commits and store are. */
export async function* writes({ sequences }: { readonly sequences: readonly Sequence[] }): AsyncGenerator<Checked> {
  for (const recorded of sequences) {
    const sequence = overruled(recorded);
    const store = structuredClone(sequence.store);
    const seeded = sequence.steps.some((step) => step.seedExpected !== undefined);
    let commits = 0;
    const onCommit = () => {
      commits += 1;
    };
    const api = getMemoryGraphWriteApi(store, {}, { onCommit }) as unknown as Record<string, (arg: unknown) => unknown>;
    for (const [at, step] of sequence.steps.entries()) {
      commits = 0;
      const [arg] = structuredClone(step.args);
      const answer = (await outcomeOf(() => api[step.method]?.(arg))) as { readonly ok?: unknown };
      const expected = expectedOf((seeded ? step.seedExpected : undefined) ?? step.expected) as {
        readonly ok?: unknown;
      };
      const after = (seeded ? step.seedStoreAfter : undefined) ?? step.storeAfter;
      const right = {
        answer: comparable(step, expected, expected),
        commits: step.commits,
        ...(after && { store: comparedStore(after, after) }),
      };
      const actual = {
        answer: comparable(step, answer, expected),
        commits,
        ...(after && { store: comparedStore(store, after) }),
      };
      const ok = sameData(actual, right);
      yield { id: `${sequence.name} #${at + 1}`, ok, ...(!ok && { expected: right, actual }) };
    }
  }
}

const LINK_FAILURES = new Set(['TARGET_NOT_FOUND', 'SOURCE_NOT_FOUND', 'REF_UNRESOLVED', 'SELF_LINK']);
const codesOf = (rejected: unknown) =>
  ((rejected ?? []) as readonly Rejection[]).map(({ op, error }) => ({ op: encode(op), code: error.code }));

/** What of an answer the recordings hold: no messages, no extras; links that fail are reported beyond them. */
function comparable(
  { method }: Step,
  { ok, ...failed }: { readonly ok?: unknown },
  expected: { readonly ok?: unknown },
) {
  if (ok === undefined) return failed;
  const { ok: done, applied, rejected } = ok as Dict;
  if (method === 'editNode' || method === 'deleteNode') return { ok: { ok: done } };
  if (method === 'upsertLinks') return { ok: { applied } };
  if (method !== 'applyExtractionBatch') return { ok: encode(ok) };
  const known = codesOf((expected.ok as Dict | undefined)?.rejected).map((one) => JSON.stringify(one));
  const reported = codesOf(rejected).filter(
    (one) => !LINK_FAILURES.has(one.code) || known.includes(JSON.stringify(one)),
  );
  return { ok: { applied: encode(applied), rejected: reported } };
}

/** The parts of a store that the recording has; relations are lower-cased when they are written. */
function comparedStore(store: unknown, recorded: object): unknown {
  const parts = Object.keys(recorded).map((name) => [name, (store as Dict)[name]] as const);
  const { edges, ...rest } = Object.fromEntries(parts);
  const lowered = ((edges ?? []) as readonly (Dict | null)[]).map(
    (edge) => edge && { ...edge, type: String(edge.type).toLowerCase() },
  );
  return encode({ ...rest, edges: lowered });
}
