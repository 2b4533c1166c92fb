import { expect, test } from 'vitest';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import { DEFAULT_TYPES } from '../../../worker/memory/schema/defaults.js';
import { TypeIndex } from '../../../worker/memory/schema/type-index.js';
import { applyBatch } from '../../../worker/memory/writes/batch.js';
import { extractorCreates } from '../../fixtures/memory/contract/extractor.js';
import { readVectors } from '../../fixtures/memory/vectors.js';

const { cases } = readVectors('native-upsert') as {
  readonly cases: readonly {
    readonly id: string;
    readonly store: RawStore;
    readonly ops: readonly unknown[];
    readonly maxSeq: number;
    readonly expected: { readonly applied: unknown; readonly rejected: unknown };
    readonly storeAfter: Record<string, unknown>;
  }[];
};

test.each(cases.map((one) => [one.id, one] as const))('%s', (_id, one) => {
  const graph = Graph.from(structuredClone(one.store));
  const types = new TypeIndex(DEFAULT_TYPES, graph.nodes);
  const { applied, rejected } = applyBatch(graph, one.ops, one.maxSeq, extractorCreates(graph, types));
  expect({ applied, rejected }).toEqual(one.expected);
  const store = graph.toStore() as unknown as Record<string, unknown>;
  for (const key of Object.keys(one.storeAfter)) expect(store[key], key).toEqual(one.storeAfter[key]);
});
