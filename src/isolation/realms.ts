import { BulkheadError } from '../../worker/protocol/errors.js';
import { onDemand } from '../primitives/index.js';
import { type HostAssets, type LoadedAssets, loadAssets } from './assets.js';
import type { Realm, RealmKind } from './realm.js';

const finder = onDemand(() => import('./find-realm.js'));

export interface RealmsOptions {
  readonly assets: HostAssets;
  /** Frames to try, in this order. */
  readonly frames: readonly ('served' | 'srcdoc')[];
  /** A realm that lacks one of these walls is never used. */
  readonly requireWalls: readonly number[];
  readonly onLost: (realm: Realm, error: BulkheadError) => void;
}

/** Finds the best realm that this page allows, keeps it open, and finds another when it is lost. */
export class Realms {
  readonly #options: RealmsOptions;
  /** Says for each better realm why it was passed over. */
  readonly reasons = new Map<RealmKind, string>();
  #assets: Promise<LoadedAssets> | undefined;
  #opening: Promise<Realm> | undefined;
  #realm: Realm | undefined;
  #closed = false;

  constructor(options: RealmsOptions) {
    this.#options = options;
  }

  get current(): Realm | undefined {
    return this.#realm;
  }

  /** Returns the realm for the next worker. @throws `ASSET_UNREACHABLE`, `WALL_MISSING`, `HOST_BLOCKED`. */
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
    const { findRealm } = await finder();
    return this.#keep(await findRealm(this.#options, loading, this.reasons));
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
