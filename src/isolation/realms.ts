import { BulkheadError } from '../../worker/protocol/errors.js';
import { onDemand } from '../primitives/index.js';
import { type Assets, type LoadedAssets, loadAssets } from './assets.js';
import type { Realm, RealmKind } from './realm.js';

const finder = onDemand(() => import('./find-realm.js'));

export interface PlacesOptions {
  readonly assets: Assets;
  /** Frames to try, the better one first. */
  readonly frames: readonly ('served' | 'srcdoc')[];
  /** A place without one of these walls is never used. */
  readonly requireWalls: readonly number[];
  readonly onLost: (realm: Realm, error: BulkheadError) => void;
}

/** Finds the best place that stands on this page, keeps it, and finds one anew when it is lost. */
export class Realms {
  readonly #options: PlacesOptions;
  /** Why each place was passed over, in the page's own words. */
  readonly reasons = new Map<RealmKind, string>();
  #assets: Promise<LoadedAssets> | undefined;
  #opening: Promise<Realm> | undefined;
  #realm: Realm | undefined;
  #closed = false;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get current(): Realm | undefined {
    return this.#realm;
  }

  /**
   * The place for the next worker.
   * @throws `ASSET_UNREACHABLE`, `WALL_MISSING` when the policy forbids what is left, `HOST_BLOCKED` when nothing is.
   */
  async open(): Promise<Realm> {
    if (this.#closed) throw gone();
    if (this.#realm?.alive) return this.#realm;
    this.#opening ??= this.#find().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  close(): void {
    this.#closed = true;
    this.#realm?.close();
    this.#realm = undefined;
  }

  async #find(): Promise<Realm> {
    this.#assets ??= loadAssets(this.#options.assets);
    const loading = this.#assets;
    loading.catch(() => {
      this.#assets = undefined;
    });
    const { findPlace } = await finder();
    return this.#keep(await findPlace(this.#options, loading, this.reasons));
  }

  #keep(realm: Realm): Realm {
    if (this.#closed) {
      realm.close();
      throw gone();
    }
    this.#realm = realm;
    return realm;
  }
}

const gone = () => new BulkheadError('HOST_DISPOSED', 'the host has been disposed');
