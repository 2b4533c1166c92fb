import { describe, expect, test } from 'vitest';
import type { InjectionUpdate } from '../../../worker/memory/reads/injection.js';
import { encode } from '../../fixtures/memory/decode.js';
import { openReads } from '../../fixtures/memory/open-reads.js';
import { decoded, vectorFiles } from '../../fixtures/memory/vectors.js';

interface ReadFile {
  readonly store: unknown;
  readonly context: { readonly schemaOverride?: unknown };
  readonly injection: { readonly [state: string]: InjectionUpdate };
  readonly cases: readonly {
    readonly id: string;
    readonly injection: string;
    readonly method: string;
    readonly args: readonly unknown[];
    readonly expected: unknown;
    readonly seedExpected?: unknown;
  }[];
}

describe.each(vectorFiles<ReadFile>('read-'))('%s', (_name, file) => {
  test.each(file.cases.map((one) => [one.id, one.method, one] as const))('%s: %s', async (_id, method, one) => {
    const before = JSON.stringify(file.store);
    const reads = openReads(file.store, file.context.schemaOverride);
    reads.injection.record(file.injection[one.injection] ?? {});
    const expected = one.seedExpected ?? one.expected;
    let actual: unknown;
    try {
      actual = { ok: encode(await reads.call(method, one.args.map(decoded))) };
    } catch (error) {
      actual = { throws: { code: (error as { code?: string }).code } };
    }
    const { throws } = expected as { throws?: { code: string | null } };
    if (throws) expect(actual).toEqual({ throws: { code: throws.code ?? 'BAD_ARGS' } });
    else expect(actual).toEqual(encode(decoded(expected)));
    expect(JSON.stringify(file.store)).toBe(before);
  });
});
