import type { ForkProfile, ForkProfileRegistry } from '../base/types.js';

/** Profiles by exact names, in the order of registration. */
export class ForkProfileRegistryImpl implements ForkProfileRegistry {
  readonly #profiles = new Map<string, ForkProfile>();

  /** A name that is registered again keeps its place. */
  register(name: string, profile: ForkProfile): void {
    this.#profiles.set(name, profile);
  }

  get(name: string): ForkProfile | undefined {
    return this.#profiles.get(name);
  }

  has(name: string): boolean {
    return this.#profiles.has(name);
  }

  listNames(): string[] {
    return [...this.#profiles.keys()];
  }
}
