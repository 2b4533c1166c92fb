import { expect, test } from 'vitest';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import { anyReadCall } from '../../../fixtures/memory/arbitrary-calls.js';
import { anyInjection, anySchema, anyStore } from '../../../fixtures/memory/arbitrary-store.js';
import { anyWriteCall } from '../../../fixtures/memory/arbitrary-writes.js';
import { naiveNormalize } from '../../../fixtures/memory/naive/normalize.js';
import { naiveReads } from '../../../fixtures/memory/naive/reads.js';
import type { OpenStore } from '../../../fixtures/memory/naive/write-store.js';
import { naiveWrites } from '../../../fixtures/memory/naive/writes.js';
import { readVectors } from '../../../fixtures/memory/vectors.js';
import { fc } from '../../../fixtures/property.js';

type Calls = { readonly [method: string]: (...args: readonly unknown[]) => unknown };

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && (value instanceof Set || Object.values(value).every(isFrozen));
}

test('any read of any store answers something frozen, or fails with a code, and leaves the store alone', () => {
  const any = anyStore.chain((store) =>
    fc.record({
      store: fc.constant(store),
      call: anyReadCall(store),
      injection: anyInjection(store),
      schema: anySchema,
    }),
  );
  fc.assert(
    fc.property(any, ({ store, call, injection, schema }) => {
      const before = structuredClone(store);
      const reads = naiveReads(store, { injection, schemaOverride: schema }) as unknown as Calls;
      try {
        const answer = reads[call.method]?.(...call.args);
        expect(isFrozen(answer === undefined ? {} : answer)).toBe(true);
      } catch (error) {
        if (!(error instanceof BulkheadError) || error.code !== 'NO_EMBEDDING_PROFILE') throw error;
      }
      expect(store).toEqual(before);
    }),
    { numRuns: 1_000 },
  );
});

test('any write to any store keeps it in order', () => {
  const any = anyStore.chain((store) => {
    const tidy = naiveNormalize(store);
    return fc.record({
      tidy: fc.constant(tidy),
      calls: fc.array(anyWriteCall({ ...tidy, lastRecallProjection: null }), { maxLength: 5 }),
    });
  });
  fc.assert(
    fc.property(any, ({ tidy, calls }) => {
      const store = structuredClone(tidy) as unknown as OpenStore;
      const writes = naiveWrites(store) as unknown as Calls;
      for (const { method, args } of calls) {
        try {
          writes[method]?.(...args);
        } catch (error) {
          if (!(error instanceof BulkheadError) || error.code === 'INTERNAL') throw error;
        }
      }
      const { nodes, edges, nodeSeq } = naiveNormalize({ ...store });
      expect({ nodes, edges, nodeSeq }).toEqual({ nodes: store.nodes, edges: store.edges, nodeSeq: store.nodeSeq });
    }),
    { numRuns: 500 },
  );
});

const normalized = readVectors<{
  readonly cases: readonly {
    readonly id: string;
    readonly input: Parameters<typeof naiveNormalize>[0];
    readonly expected: { readonly edges: readonly object[] };
  }[];
}>('store-normalize');

test.each(normalized.cases.map((one) => [one.id, one] as const))('the store %s is put in order', (_id, one) => {
  const store = naiveNormalize(one.input);
  const edges = store.edges.map(({ from, to, type }) => ({ from, to, type }));
  expect({ ...store, edges }).toEqual(one.expected);
});
