import { describe, expect, test } from 'vitest';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { normalizeSchema } from '../../../fixtures/memory/naive/schema.js';
import { applyBatch } from '../../../fixtures/memory/naive/write-batch.js';
import type { OpenStore } from '../../../fixtures/memory/naive/write-store.js';
import { naiveWrites } from '../../../fixtures/memory/naive/writes.js';
import { type Outcome, readVectors } from '../../../fixtures/memory/vectors.js';
import { overruled, type Sequence, type Step } from '../../../fixtures/memory/write-vectors.js';

const pick = ({ nodes, edges, nodeSeq, seqCounter }: OpenStore) => ({ nodes, edges, nodeSeq, seqCounter });

function outcome(call: () => unknown): Outcome {
  try {
    return { ok: call() };
  } catch (error) {
    return { throws: { code: error instanceof BulkheadError ? error.code : 'INTERNAL' } };
  }
}

/** Only what the contract calls the answer: messages are ours, and some answers have extras. */
function compared(method: string, found: Outcome): unknown {
  if (!('ok' in found)) return found;
  const ok = found.ok as { readonly [key: string]: unknown };
  if (method === 'editNode' || method === 'deleteNode') return { ok: { ok: ok.ok } };
  if (method === 'upsertLinks') return { ok: { applied: ok.applied } };
  if (method !== 'applyExtractionBatch') return found;
  const rejected =
    (ok.rejected as readonly { readonly op: unknown; readonly error: { readonly code: string } }[]) ?? [];
  return { ok: { applied: ok.applied, rejected: rejected.map(({ op, error }) => ({ op, code: error.code })) } };
}

const { sequences } = readVectors<{ readonly sequences: readonly Sequence[] }>('write');

describe.each(sequences.map((sequence) => [sequence.name, overruled(sequence)] as const))('%s', (_name, sequence) => {
  const store = structuredClone(sequence.store);
  let commits = 0;
  const writes = naiveWrites(store, {
    onCommit: () => {
      commits += 1;
    },
  });
  const isSeed = sequence.steps.some((step) => step.seedExpected !== undefined);
  test.each(sequence.steps.map((step, index) => [index + 1, step.method, step] as const))(
    'step %i, %s, answers and leaves the store as written down',
    (_number, method, step: Step) => {
      commits = 0;
      const call = (writes as unknown as { readonly [name: string]: (...args: unknown[]) => unknown })[method];
      const found = outcome(() => call?.(...(structuredClone(step.args) as unknown[])));
      const expected = (isSeed ? step.seedExpected : undefined) ?? step.expected;
      if ('throws' in expected) expect(found).toEqual({ throws: { code: expected.throws.code ?? 'BAD_ARGS' } });
      else expect(compared(method, found)).toEqual(compared(method, expected));
      expect(commits).toBe(step.commits);
      const after = (isSeed ? step.seedStoreAfter : undefined) ?? step.storeAfter;
      if (store !== null && after !== null) expect(pick(store)).toEqual(pick(after));
    },
  );
});

const native = readVectors<{
  readonly cases: readonly {
    readonly id: string;
    readonly store: OpenStore;
    readonly ops: readonly unknown[];
    readonly maxSeq: number;
    readonly expected: { readonly applied: unknown; readonly rejected: unknown };
    readonly storeAfter: OpenStore;
  }[];
}>('native-upsert');

test.each(native.cases.map((one) => [one.id, one] as const))('the extractor: %s', (_id, one) => {
  const store = structuredClone(one.store);
  const { applied, rejected } = applyBatch(store, one.ops, one.maxSeq, normalizeSchema(null));
  expect({ applied, rejected }).toEqual(one.expected);
  expect(pick(store)).toEqual(pick(one.storeAfter));
});

test('a change that cannot be kept leaves the store as it was', () => {
  const [first] = native.cases;
  const store = structuredClone(first?.store ?? null);
  const before = structuredClone(store);
  const writes = naiveWrites(store, {
    onCommit: () => {
      throw new Error('no room');
    },
  });
  expect(outcome(() => writes.createNode({ type: 'event' }))).toEqual({ throws: { code: 'STORE_FAILED' } });
  expect(store).toEqual(before);
});
