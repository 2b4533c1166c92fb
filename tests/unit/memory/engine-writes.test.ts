import { expect, test } from 'vitest';
import { Graph, type RawStore } from '../../../worker/memory/graph/graph.js';
import type { GraphOp, StoreData } from '../../../worker/memory/graph/records.js';
import { anyReadCall } from '../../fixtures/memory/arbitrary-calls.js';
import { type AnyStore, anyInjection, anySchema, anyStore } from '../../fixtures/memory/arbitrary-store.js';
import { anyWriteCall } from '../../fixtures/memory/arbitrary-writes.js';
import { naiveNormalize } from '../../fixtures/memory/naive/normalize.js';
import { naiveReads } from '../../fixtures/memory/naive/reads.js';
import type { OpenStore } from '../../fixtures/memory/naive/write-store.js';
import { naiveWrites } from '../../fixtures/memory/naive/writes.js';
import { readsOver } from '../../fixtures/memory/open-reads.js';
import { writesOver } from '../../fixtures/memory/open-writes.js';
import { outcomeLater, outcomeOf } from '../../fixtures/memory/outcome.js';
import type { Outcome } from '../../fixtures/memory/vectors.js';
import { fc } from '../../fixtures/property.js';

type Calls = { readonly [method: string]: (...args: readonly unknown[]) => unknown };

/** Writes and reads by turns, over a store that was put in order as every store is that is written to. */
const anyStory = anyStore.chain((raw) => {
  const store = { ...naiveNormalize(raw) } as unknown as AnyStore;
  // Nodes that the writes will make can be named beforehand.
  const later = Object.fromEntries([1, 2, 3].map((more) => [`n_${store.nodeSeq + more}`, {}]));
  const named = { ...store, nodes: { ...store.nodes, ...later } };
  return fc.record({
    store: fc.constant(store),
    turns: fc.array(fc.record({ write: anyWriteCall(named), reads: fc.array(anyReadCall(named), { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    injection: anyInjection(named),
    schema: anySchema,
    cjk: fc.constantFrom('run' as const, 'bigram' as const),
  });
});

/** Messages are everybody's own. */
const withoutMessages = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutMessages);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'message')
      .map(([key, inner]) => [key, withoutMessages(inner)]),
  );
};
const told = (outcome: Outcome): unknown => withoutMessages(outcome);
const orderOf = (store: { readonly nodes: object }): readonly string[] => Object.keys(store.nodes);

function engineOf(store: AnyStore, options: { readonly schema: unknown; readonly cjk: 'run' | 'bigram' }) {
  const graph = Graph.from(structuredClone(store) as unknown as RawStore);
  return { graph, reads: readsOver(graph, options.schema, options.cjk) };
}

test('writes and reads by turns answer and leave behind what the plainest program does', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ store, turns, injection, schema, cjk }) => {
      const { graph, reads } = engineOf(store, { schema, cjk });
      reads.injection.record(injection);
      const writes = writesOver(graph, { schemaOverride: schema });
      const plain = structuredClone(store) as unknown as OpenStore;
      let commits = 0;
      const plainWrites = naiveWrites(plain, {
        schemaOverride: schema,
        onCommit: () => {
          commits += 1;
        },
      }) as unknown as Calls;
      for (const { write, reads: calls } of turns) {
        const { method, args } = write;
        const found = await outcomeLater(() => writes.call(method, structuredClone(args)));
        const expected = outcomeOf(() => plainWrites[method]?.(...structuredClone(args)));
        expect(told(found), method).toEqual(told(expected));
        expect(writes.commits(), `commits of ${method}`).toBe(commits);
        expect(graph.toStore(), `the store after ${method}`).toEqual(plain);
        expect(orderOf(graph.toStore())).toEqual(orderOf(plain));
        const plainReads = naiveReads(plain as never, { cjk, injection, schemaOverride: schema }) as unknown as Calls;
        for (const call of calls) {
          const answer = outcomeOf(() => reads.call(call.method, call.args));
          expect(answer, `${call.method} after ${method}`).toEqual(
            outcomeOf(() => plainReads[call.method]?.(...call.args)),
          );
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('a change that cannot be kept leaves the store, its reads and its searches as they were', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ store, turns, injection, schema, cjk }) => {
      const { graph, reads } = engineOf(store, { schema, cjk });
      reads.injection.record(injection);
      const failing = writesOver(graph, {
        schemaOverride: schema,
        onCommit: () => {
          throw new Error('the disk is full');
        },
      });
      const working = writesOver(graph, { schemaOverride: schema });
      const calls = turns.flatMap((turn) => turn.reads);
      for (const { write } of turns) {
        const before = graph.toStore();
        const answers = calls.map(({ method, args }) => outcomeOf(() => reads.call(method, args)));
        const found = await outcomeLater(() => failing.call(write.method, structuredClone(write.args)));
        if ('throws' in found) expect(found.throws.code).not.toBe('INTERNAL');
        expect(graph.toStore(), write.method).toEqual(before);
        expect(orderOf(graph.toStore())).toEqual(orderOf(before));
        calls.forEach(({ method, args }, at) => {
          expect(
            outcomeOf(() => reads.call(method, args)),
            `${method} after ${write.method}`,
          ).toEqual(answers[at]);
        });
        await outcomeLater(() => working.call(write.method, structuredClone(write.args)));
      }
    }),
    { numRuns: 300 },
  );
});

/** A store without the numbers that were given: they are not given twice. */
const withoutNumbers = ({ nodeSeq: _, ...rest }: StoreData) => ({
  ...rest,
  edges: [...rest.edges].map((edge) => JSON.stringify(edge)).sort(),
});

test('what was logged makes the same store of a copy, and its inverse makes the old one again', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ store, turns, schema, cjk }) => {
      const { graph } = engineOf(store, { schema, cjk });
      const copy = Graph.from(structuredClone(store) as unknown as RawStore);
      const copied = readsOver(copy, schema, cjk);
      const writes = writesOver(graph, { schemaOverride: schema });
      for (const { write, reads: calls } of turns) {
        const before = graph.toStore();
        const commits = writes.commits();
        await outcomeLater(() => writes.call(write.method, structuredClone(write.args)));
        if (writes.commits() === commits) continue;
        const after = graph.toStore();
        const { ops, counters, inverse, counters0 } = writes.last();
        const crossed = structuredClone(ops) as readonly GraphOp[];
        copy.apply(crossed, counters);
        expect(copy.toStore(), `redo of ${write.method}`).toEqual(after);
        // Applying it again changes nothing.
        copy.apply(structuredClone(ops) as readonly GraphOp[], counters);
        expect(copy.toStore()).toEqual(after);
        copy.apply(structuredClone(inverse), counters0);
        expect(withoutNumbers(copy.toStore()), `undo of ${write.method}`).toEqual(withoutNumbers(before));
        const old = readsOver(Graph.from(structuredClone(copy.toStore()) as unknown as RawStore), schema, cjk);
        for (const { method, args } of calls) {
          expect(
            outcomeOf(() => copied.call(method, args)),
            `${method} after undo`,
          ).toEqual(outcomeOf(() => old.call(method, args)));
        }
        copy.apply(structuredClone(ops) as readonly GraphOp[], counters);
        expect(withoutNumbers(copy.toStore())).toEqual(withoutNumbers(after));
      }
    }),
    { numRuns: 300 },
  );
});
