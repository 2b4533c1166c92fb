/** Ids of nodes that are before the model, and why; any of the lists may be missing. */
export interface InjectionUpdate {
  readonly alwaysInjectIds?: Iterable<string>;
  readonly recallSelectedIds?: Iterable<string>;
  readonly visibleIds?: Iterable<string>;
}

/** The same, as sets that are the caller's own. */
export interface InjectedIds {
  readonly alwaysInjectIds: Set<string>;
  readonly recallSelectedIds: Set<string>;
  readonly visibleIds: Set<string>;
}

/** Sets of these; what is missing or cannot be walked is empty. */
export function injectedIds(update?: InjectionUpdate | null): InjectedIds {
  const set = (ids: unknown) => new Set(Object(ids) === ids ? Array.from(ids as never, String) : []);
  return {
    alwaysInjectIds: set(update?.alwaysInjectIds),
    recallSelectedIds: set(update?.recallSelectedIds),
    visibleIds: set(update?.visibleIds),
  };
}
