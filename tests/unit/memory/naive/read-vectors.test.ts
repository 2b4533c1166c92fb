import { describe, expect, test } from 'vitest';
import { BulkheadError } from '../../../../worker/protocol/errors.js';
import type { InjectionState } from '../../../../worker/protocol/memory-types.js';
import { naiveReads } from '../../../fixtures/memory/naive/reads.js';
import { normalizeSchema } from '../../../fixtures/memory/naive/schema.js';
import type { RawStore } from '../../../fixtures/memory/naive/store.js';
import { tokensOf } from '../../../fixtures/memory/naive/tokens.js';
import { decoded, type Outcome, readVectors } from '../../../fixtures/memory/vectors.js';

interface Case {
  readonly id: string;
  readonly injection: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly expected: Outcome;
  readonly seedExpected?: Outcome;
  readonly backendHits?: readonly { readonly nodeId: string; readonly score: number }[];
}
interface Reads {
  readonly store: RawStore;
  readonly context?: { readonly schemaOverride?: unknown } | null;
  readonly injection: { readonly [name: string]: { readonly [set: string]: readonly string[] } };
  readonly cases: readonly Case[];
}

const FILES = [
  'archived',
  'cjk',
  'compaction',
  'custom',
  'cycles',
  'diagnostics',
  'empty',
  'rollups',
  'sloppy',
  'small',
  'symmetric',
];

function outcome(call: () => unknown): Outcome {
  try {
    return { ok: call() };
  } catch (error) {
    return { throws: { code: error instanceof BulkheadError ? error.code : 'INTERNAL' } };
  }
}

function check(found: Outcome, expected: Outcome): void {
  if ('ok' in expected) expect(found).toEqual({ ok: decoded(expected.ok) });
  else expect(found).toMatchObject({ throws: { code: expected.throws.code ?? 'BAD_ARGS' } });
}

describe.each(FILES)('the reads of the store %s', (name) => {
  const { store, context, injection, cases } = readVectors<Reads>(`read-${name}`);
  const before = JSON.stringify(store);

  test.each(cases.map((one) => [one.id, one.method, one] as const))('%s %s answers as written down', (_id, _m, one) => {
    const sets = injection[one.injection] ?? {};
    const reads = naiveReads(store, {
      cjk: 'run',
      schemaOverride: context?.schemaOverride,
      injection: {
        alwaysInjectIds: new Set(sets.alwaysInjectIds),
        recallSelectedIds: new Set(sets.recallSelectedIds),
        visibleIds: new Set(sets.visibleIds),
      } satisfies InjectionState,
    });
    const method = (reads as unknown as { readonly [name: string]: (...args: unknown[]) => unknown })[one.method];
    check(
      outcome(() => method?.(...(decoded(one.args) as unknown[]))),
      one.seedExpected ?? one.expected,
    );
    expect(JSON.stringify(store)).toBe(before);
  });
});

const vectors = readVectors<Reads>('vector-search');
test.each(vectors.cases.map((one) => [one.id, one] as const))('%s orders and cuts what an index found', (_id, one) => {
  const reads = naiveReads(vectors.store, { vectors: () => one.backendHits ?? [] });
  check(
    outcome(() => reads.vectorSearch(one.args[0] as { query: string })),
    one.expected,
  );
});

const schemas = readVectors<{
  readonly cases: readonly { readonly id: string; readonly input: unknown; readonly expected: readonly object[] }[];
}>('schema-normalize');
test.each(schemas.cases.map((one) => [one.id, one] as const))(
  '%s puts a schema in order',
  (_id, { input, expected }) => {
    const found = normalizeSchema(input);
    expect(found).toHaveLength(expected.length);
    found.forEach((type, index) => {
      const known = new Set(Object.keys(expected[index] ?? {}));
      const compared = Object.fromEntries(Object.entries(type).filter(([key]) => known.has(key)));
      expect(expected[index]).toMatchObject(compared);
    });
  },
);

const texts = readVectors<{ readonly cases: readonly { readonly text: string; readonly tokens: readonly string[] }[] }>(
  'tokenizer',
);
test.each(texts.cases.map(({ text, tokens }) => [text, tokens] as const))(
  '%j is cut into its words, runs whole',
  (text, tokens) => {
    expect(tokensOf(text, 'run')).toEqual(tokens);
  },
);
