import type { InjectionState } from '../../protocol/memory-types.js';
import { toText } from '../graph/text.js';
import { emptyInjection, Injection, type InjectionUpdate } from '../reads/injection.js';

interface OfChat {
  readonly chatId?: string | undefined;
}

/** By chat; what names no chat has one of its own. */
const states = new Map<string, Injection>();

/** The injection state of a context's chat, empty until a recall has reported. */
export function injectionOf(context: OfChat | null | undefined): Injection {
  const chat = toText(context?.chatId);
  const known = states.get(chat) ?? new Injection();
  states.set(chat, known);
  return known;
}

const listed = (ids: unknown): Iterable<string> =>
  typeof ids === 'object' && ids !== null && Symbol.iterator in ids ? (ids as Iterable<string>) : [];

/**
 * A recall's report: all three sets of a chat are replaced, a missing one by an empty set, and each listener is notified once. The chat
 * is the one of the update, else of the context. @experimental
 *
 * @example
 * import { applyMemoryGraphInjectionUpdate } from 'bulkhead/memory';
 * applyMemoryGraphInjectionUpdate({ chatId: 'chat-1', recallSelectedIds: ['n_1'], visibleIds: ['n_1', 'n_2'] });
 */
export function applyMemoryGraphInjectionUpdate(update?: InjectionUpdate & OfChat, context?: OfChat): void {
  const { alwaysInjectIds, recallSelectedIds, visibleIds, chatId } = update ?? {};
  injectionOf(chatId === undefined ? context : { chatId }).record({
    alwaysInjectIds: listed(alwaysInjectIds),
    recallSelectedIds: listed(recallSelectedIds),
    visibleIds: listed(visibleIds),
  });
}

/**
 * The older name of `applyMemoryGraphInjectionUpdate`. @experimental
 *
 * @example
 * import { __recordInjectedNodeIds } from 'bulkhead/memory';
 * __recordInjectedNodeIds({ chatId: 'chat-1', recallSelectedIds: ['n_1'], visibleIds: ['n_1', 'n_2'] });
 */
export const __recordInjectedNodeIds = applyMemoryGraphInjectionUpdate;

/**
 * What the last recall of the context's chat put before the model: three sets that are the caller's own. @experimental
 *
 * @example
 * import { getCurrentlyInjectedNodeIds } from 'bulkhead/memory';
 * const { recallSelectedIds } = getCurrentlyInjectedNodeIds({ chatId: 'chat-1' });
 */
export function getCurrentlyInjectedNodeIds(context?: OfChat): InjectionState {
  const { alwaysInjectIds, recallSelectedIds, visibleIds } = injectionOf(context).state;
  return {
    alwaysInjectIds: new Set(alwaysInjectIds),
    recallSelectedIds: new Set(recallSelectedIds),
    visibleIds: new Set(visibleIds),
  };
}

/**
 * The same, frozen, as `getInjectionState` answers it. @experimental
 *
 * @example
 * import { getMemoryGraphInjectionState } from 'bulkhead/memory';
 * const { visibleIds } = getMemoryGraphInjectionState({ chatId: 'chat-1' });
 */
export const getMemoryGraphInjectionState = (context?: OfChat): InjectionState => injectionOf(context).copy();

/**
 * Three empty sets: the state of a chat before its first recall. @experimental
 *
 * @example
 * import { createEmptyInjectionState } from 'bulkhead/memory';
 * const { alwaysInjectIds, recallSelectedIds, visibleIds } = createEmptyInjectionState();
 */
export const createEmptyInjectionState = (): InjectionState => emptyInjection();
