import type { PackedGuest } from '../../../worker/protocol/tool.js';

/** Keeps memory images of plugins longer than a host lives, so that a source that was loaded before is not evaluated again. */
export interface ImageStore {
  /** The image of a source; `null` where there is none. Never rejects. */
  find(source: string): Promise<PackedGuest | null>;
  /** Keeps the image of a source. Nobody waits for it. */
  keep(source: string, image: PackedGuest): void;
}
