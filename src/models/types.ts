import type { ModelProfile } from '../../worker/protocol/models.js';

export type { ModelProfile };

/** The page's model, its key, and requests to its server. One profile per store, for all tabs. @experimental */
export interface HostModels {
  /** The profile that is kept; `null` for none. */
  get(): Promise<ModelProfile | null>;
  /** Keeps a profile; `null` forgets it. The key of another address is forgotten with it. @throws `BAD_ARGS`. */
  set(profile: ModelProfile | null): Promise<void>;
  /** Keeps the key for the profile's server; `null` forgets it. Nobody can read it again. @throws `BAD_ARGS`. */
  setKey(key: string | null): Promise<void>;
  hasKey(): Promise<boolean>;
  /**
   * Sends a request to the profile's server, with its key: a GET or a POST of text to an address of the same origin. The
   * answer is a stream, a status no failure; no redirect is followed. Needs no `this`.
   * @throws `CAPABILITY_DENIED` for another address, or headers that are not the page's to set, `NET_FAILED`, `NET_REDIRECT`,
   *   the signal's reason; the stream `CAPABILITY_LIMIT`, `STORE_UNAVAILABLE` where the broker is lost.
   */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
}
