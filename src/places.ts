import { BulkheadError } from '../worker/protocol/errors.js';
import { type Assets, type LoadedAssets, loadAssets } from './assets.js';
import { onDemand } from './on-demand.js';
import type { Place, PlaceKind } from './place.js';

const framePlace = onDemand(() => import('./frame.js'));
const pagePlace = onDemand(() => import('./page-place.js'));

/** Walls a worker in each place has: 1 QuickJS, 2 WebAssembly, 3 worker, 4 stripped realm, 5 opaque origin. */
export const WALLS_OF: { readonly [kind in PlaceKind]: readonly number[] } = {
  served: [1, 2, 3, 4, 5],
  srcdoc: [1, 2, 3, 4, 5],
  page: [1, 2, 3, 4],
};

export interface PlacesOptions {
  readonly assets: Assets;
  /** Frames to try, the better one first. */
  readonly frames: readonly ('served' | 'srcdoc')[];
  /** A place without one of these walls is never used. */
  readonly requireWalls: readonly number[];
  readonly onLost: (place: Place, error: BulkheadError) => void;
}

/** Finds the best place that stands on this page, keeps it, and finds one anew when it is lost. */
export class Places {
  readonly #options: PlacesOptions;
  /** Why each place was passed over, in the page's own words. */
  readonly reasons = new Map<PlaceKind, string>();
  #assets: Promise<LoadedAssets> | undefined;
  #opening: Promise<Place> | undefined;
  #place: Place | undefined;
  #closed = false;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get current(): Place | undefined {
    return this.#place;
  }

  /**
   * The place for the next worker.
   * @throws `ASSET_UNREACHABLE`, `WALL_MISSING` when the policy forbids what is left, `HOST_BLOCKED` when nothing is.
   */
  async open(): Promise<Place> {
    if (this.#closed) throw gone();
    if (this.#place?.alive) return this.#place;
    this.#opening ??= this.#find().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  close(): void {
    this.#closed = true;
    this.#place?.close();
    this.#place = undefined;
  }

  async #find(): Promise<Place> {
    const { assets, requireWalls } = this.#options;
    this.#assets ??= loadAssets(assets);
    const frames = framePlace();
    frames.catch(() => {});
    const loading = this.#assets;
    loading.catch(() => {
      this.#assets = undefined;
    });
    const { openFrame } = await frames;
    for (const kind of this.#options.frames) {
      try {
        const place: Place = await openFrame(kind, assets, loading, {
          onLost: (error) => this.#options.onLost(place, error),
        });
        this.reasons.delete(kind);
        return this.#keep(place);
      } catch (error) {
        const { code, message, details } = error as BulkheadError;
        // Only what the page forbids is a reason to do without the wall; slowness is one to try again.
        if (code !== 'WALL_MISSING' || details.blocked !== true) throw error;
        this.reasons.set(kind, message);
      }
    }
    const missing = requireWalls.find((wall) => !WALLS_OF.page.includes(wall));
    const why = [...this.reasons].map(([kind, reason]) => `${kind} frame: ${reason}`).join('; ');
    if (missing !== undefined)
      throw new BulkheadError('WALL_MISSING', `wall ${missing} does not stand: ${why}`, { wall: missing });
    return this.#keep(await (await pagePlace()).openPagePlace(assets, (await loading).wasm));
  }

  #keep(place: Place): Place {
    if (this.#closed) {
      place.close();
      throw gone();
    }
    this.#place = place;
    return place;
  }
}

const gone = () => new BulkheadError('HOST_DISPOSED', 'the host has been disposed');
