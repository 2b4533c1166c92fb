import type { InjectionState } from '../../protocol/memory-types.js';

/** What a recall reports; a set that is missing is empty. */
export interface InjectionUpdate {
  readonly alwaysInjectIds?: Iterable<string> | undefined;
  readonly recallSelectedIds?: Iterable<string> | undefined;
  readonly visibleIds?: Iterable<string> | undefined;
}

/** What the last recall of one chat put before the model. Empty until one has run. */
export class Injection {
  #state: InjectionState = emptyInjection();
  readonly #listeners = new Set<(state: InjectionState) => void>();

  get state(): InjectionState {
    return this.#state;
  }

  /** A frozen copy. Freezing does not keep a set from being changed: its sets are the caller's own. */
  copy(): InjectionState {
    return Object.freeze({
      alwaysInjectIds: Object.freeze(new Set(this.#state.alwaysInjectIds)),
      recallSelectedIds: Object.freeze(new Set(this.#state.recallSelectedIds)),
      visibleIds: Object.freeze(new Set(this.#state.visibleIds)),
    });
  }

  /** Replaces all three sets, then notifies each listener once. A listener that throws does not stop the others. */
  record({ alwaysInjectIds = [], recallSelectedIds = [], visibleIds = [] }: InjectionUpdate): void {
    this.#state = {
      alwaysInjectIds: new Set(alwaysInjectIds),
      recallSelectedIds: new Set(recallSelectedIds),
      visibleIds: new Set(visibleIds),
    };
    for (const listener of [...this.#listeners]) {
      try {
        listener(this.copy());
      } catch (error) {
        console.warn('Bulkhead: a listener of the memory graph failed', error);
      }
    }
  }

  /** @returns a function that ends it; calling that twice is fine. */
  onChanged(listener: unknown): () => void {
    if (typeof listener !== 'function') return () => {};
    const own = (state: InjectionState) => (listener as (state: InjectionState) => void)(state);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }
}

export const emptyInjection = (): InjectionState => ({
  alwaysInjectIds: new Set(),
  recallSelectedIds: new Set(),
  visibleIds: new Set(),
});
