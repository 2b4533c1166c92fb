import {
  applyMemoryGraphInjectionUpdate,
  getMemoryGraphReadApi,
  type InjectionUpdate,
} from '../../../worker/memory/index.js';
import { decoded, encode, sameData } from '../../fixtures/memory/decode.js';
import { onlyTell, whole } from '../keys.js';
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

/** One read of a store, by an API of its own in a chat of its own. */
export async function reads(one: ReadCase, file: ReadFile): Promise<Checked> {
  chats += 1;
  const chatId = `case-${chats}`;
  const backendHits = whole(one.backendHits);
  const store = structuredClone(file.store);
  const { schemaOverride, ...more } = file.context ?? {};
  const context = {
    ...{ chatId, cjk: 'run' as const, schemaOverride },
    ...(backendHits && { vectors: { search: () => backendHits } }),
  };
  const [state = 'none', known] = [one.injection, file.injection ?? {}];
  if (state !== 'none' && !(state in known)) throw new Error(`unknown: case.injection ${state}`);
  if (Object.keys(more).length > 0) throw new Error(`unknown: context.${Object.keys(more).join(', context.')}`);
  applyMemoryGraphInjectionUpdate({ ...known[state], chatId });
  const api = getMemoryGraphReadApi(store, context) as unknown as Record<string, (...args: unknown[]) => unknown>;
  const args = whole(one.args).map(decoded);
  const actual = await outcomeOf(async () => encode(frozen(await api[one.method]?.(...args))));
  const expected = expectedOf(whole(one.seedExpected ?? one.expected));
  onlyTell(one, 'expected', 'seedReason');
  const changed = !sameData(encode(store), encode(file.store));
  return checked(one.id, expected, changed ? { ...actual, storeChanged: true } : actual);
}

/** @throws where a part of an answer could be changed. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Object.isFrozen(value)) throw new Error('an answer that is not frozen');
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
