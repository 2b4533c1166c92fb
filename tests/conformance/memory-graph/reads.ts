import {
  applyMemoryGraphInjectionUpdate,
  getMemoryGraphReadApi,
  type InjectionUpdate,
} from '../../../worker/memory/index.js';
import { decoded, encode, sameData } from '../../fixtures/memory/decode.js';
import { type Checked, checked, type Expected, expectedOf, outcomeOf } from './outcome.js';

interface ReadCase {
  readonly id: string;
  readonly injection?: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly expected: Expected;
  readonly seedExpected?: Expected;
  /** What the index of meaning answers. */
  readonly backendHits?: readonly { readonly nodeId: string; readonly score: number }[];
}
interface ReadFile {
  readonly store: object;
  readonly context?: { readonly schemaOverride?: unknown };
  readonly injection?: { readonly [state: string]: InjectionUpdate };
  readonly cases: readonly ReadCase[];
}

let chats = 0;

/** Reads of one store, each by an API of its own in a chat of its own. */
export async function* reads(file: ReadFile): AsyncGenerator<Checked> {
  for (const one of file.cases) {
    chats += 1;
    const chatId = `case-${chats}`;
    const { backendHits } = one;
    const store = structuredClone(file.store);
    const context = {
      ...{ chatId, cjk: 'run' as const, schemaOverride: file.context?.schemaOverride },
      ...(backendHits && { vectors: { search: () => backendHits } }),
    };
    applyMemoryGraphInjectionUpdate({ ...file.injection?.[one.injection ?? ''], chatId });
    const api = getMemoryGraphReadApi(store, context) as unknown as Record<string, (...args: unknown[]) => unknown>;
    const actual = await outcomeOf(async () => encode(frozen(await api[one.method]?.(...one.args.map(decoded)))));
    const expected = expectedOf(one.seedExpected ?? one.expected);
    const changed = !sameData(encode(store), encode(file.store));
    yield checked(one.id, expected, changed ? { ...actual, storeChanged: true } : actual);
  }
}

/** @throws where a part of an answer could be changed. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Object.isFrozen(value)) throw new Error('an answer that is not frozen');
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
