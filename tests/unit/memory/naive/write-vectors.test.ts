import { describe, expect, test } from 'vitest';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { normalizeSchema } from '../../../fixtures/memory/naive/schema.js';
import { applyBatch } from '../../../fixtures/memory/naive/write-batch.js';
import type { OpenStore } from '../../../fixtures/memory/naive/write-store.js';
import { naiveWrites } from '../../../fixtures/memory/naive/writes.js';
import { type Outcome, readVectors } from '../../../fixtures/memory/vectors.js';
import { ruled } from '../../../fixtures/memory/write-rulings.js';
import { codesOnly, partsOf, recordedOf, type Sequence, type Step } from '../../../fixtures/memory/write-vectors.js';

const pick = ({ nodes, edges, nodeSeq, seqCounter }: OpenStore) => ({ nodes, edges, nodeSeq, seqCounter });

function outcome(call: () => unknown): Outcome {
  try {
    return { ok: call() };
  } catch (error) {
    return { throws: { code: error instanceof BulkheadError ? error.code : 'INTERNAL' } };
  }
}

const { sequences } = readVectors<{ readonly sequences: readonly Sequence[] }>('write');

describe.each(sequences.map((sequence) => [sequence.name, sequence] as const))('%s', (_name, sequence) => {
  const store = structuredClone(sequence.store);
  let commits = 0;
  const writes = naiveWrites(store, {
    onCommit: () => {
      commits += 1;
    },
  });
  test.each(sequence.steps.map((step, index) => [index + 1, step.method, step] as const))(
    'step %i, %s, answers and leaves the store as written down',
    (number, method, step: Step) => {
      commits = 0;
      const before = structuredClone(store);
      const call = (writes as unknown as { readonly [name: string]: (...args: unknown[]) => unknown })[method];
      const answer = codesOnly(outcome(() => call?.(...(structuredClone(step.args) as unknown[]))));
      const recorded = recordedOf(sequence, step);
      const found = { answer, commits, store: partsOf(store, recorded.store) };
      const place = { sequence, step, number, before: partsOf(before, recorded.store) };
      const both = ruled({ recorded, found }, place);
      expect(both.found).toEqual(both.recorded);
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
