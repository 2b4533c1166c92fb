import { expect, test } from 'vitest';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import { packGraph, unpackGraph } from '../../../worker/memory/graph/snapshot.js';
import { anyReadCall, type ReadCall } from '../../fixtures/memory/arbitrary-calls.js';
import { type AnyStore, anyInjection, anySchema, anyStore } from '../../fixtures/memory/arbitrary-store.js';
import { naiveNormalize } from '../../fixtures/memory/naive/normalize.js';
import { naiveReads } from '../../fixtures/memory/naive/reads.js';
import { openReads, readsOver } from '../../fixtures/memory/open-reads.js';
import { outcomeOf } from '../../fixtures/memory/outcome.js';
import { fc } from '../../fixtures/property.js';

type Calls = { readonly [method: string]: (...args: readonly unknown[]) => unknown };

/** A store, some reads of it, and everything that a read depends on besides. */
const anyRead = anyStore.chain((store) =>
  fc.record({
    store: fc.constant(store),
    calls: fc.array(anyReadCall(store), { minLength: 1, maxLength: 6 }),
    injection: anyInjection(store),
    schema: anySchema,
    cjk: fc.constantFrom('run' as const, 'bigram' as const),
  }),
);

const naively = (store: AnyStore, options: Parameters<typeof naiveReads>[1]) => {
  const reads = naiveReads(store, options) as unknown as Calls;
  return ({ method, args }: ReadCall) => outcomeOf(() => reads[method]?.(...args));
};

test('every read of any store answers what the plainest program answers', () => {
  fc.assert(
    fc.property(anyRead, ({ store, calls, injection, schema, cjk }) => {
      const engine = openReads(store, schema, cjk);
      engine.injection.record(injection);
      const expected = naively(store, { cjk, injection, schemaOverride: schema });
      for (const call of calls) {
        expect(
          outcomeOf(() => engine.call(call.method, call.args)),
          call.method,
        ).toEqual(expected(call));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a graph that was packed and unpacked answers the same', () => {
  fc.assert(
    fc.property(anyRead, ({ store, calls, injection, schema, cjk }) => {
      const graph = Graph.from(structuredClone(store) as unknown as RawStore);
      const unpacked = unpackGraph(structuredClone(packGraph(graph)));
      const engine = readsOver(unpacked, schema, cjk);
      engine.injection.record(injection);
      const expected = naively(store, { cjk, injection, schemaOverride: schema });
      for (const call of calls) {
        expect(
          outcomeOf(() => engine.call(call.method, call.args)),
          call.method,
        ).toEqual(expected(call));
      }
      const tidy = Graph.from(naiveNormalize(store) as unknown as RawStore);
      expect(unpackGraph(structuredClone(packGraph(tidy))).toStore()).toEqual(tidy.toStore());
    }),
    { numRuns: 500 },
  );
});

test('a list of ids that its caller changes between two reads is another list', () => {
  const store = {
    nodes: { a: { level: 'semantic' }, b: { level: 'semantic' } },
    edges: [{ from: 'a', to: 'b', type: 'x' }],
  };
  const { reads } = openReads(store);
  const visibleNodeIds = ['a', 'nobody'];
  expect(reads.projectEdges({ visibleNodeIds })).toEqual([]);
  visibleNodeIds[1] = 'b';
  expect(reads.projectEdges({ visibleNodeIds })).toHaveLength(1);
});
