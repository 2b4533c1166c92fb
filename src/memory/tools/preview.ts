import type { NodeView, RankedView } from '../../../worker/protocol/memory-types.js';
import type { MemorySession } from '../session-types.js';

/** Messages of the chat, by their index, both inclusive. */
export interface FloorRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The messages that a node sums up: `undefined` for a node that keeps no such range, `null` when its messages are gone.
 */
export type FloorRangeOf = (
  id: string,
  session: MemorySession,
) => FloorRange | null | undefined | Promise<FloorRange | null | undefined>;

/** When a node was last touched: by a turn's ordinal, or by the messages it sums up. */
export type When = { readonly seqTo: number } | { readonly floorRange: FloorRange | null };

/** A node in a list: enough to choose by. */
export type NodePreview = Pick<NodeView, 'id' | 'type' | 'level' | 'title' | 'semanticDepth'> & When;
/** A hit of a search in a list. */
export type HitPreview = Pick<RankedView, 'id' | 'type' | 'title' | 'score' | 'scoreMode'> & When;

/** Makes lists of nodes short. */
export class Previews {
  readonly #session: MemorySession;
  readonly #floorRangeOf: FloorRangeOf | undefined;

  constructor(session: MemorySession, floorRangeOf: FloorRangeOf | undefined) {
    this.#session = session;
    this.#floorRangeOf = floorRangeOf;
  }

  nodes(views: readonly NodeView[]): Promise<NodePreview[]> {
    return Promise.all(
      views.map(async (view) => {
        const { id, type, level, title, semanticDepth } = view;
        return { id, type, level, title, semanticDepth, ...(await this.#when(view)) };
      }),
    );
  }

  hits(views: readonly RankedView[]): Promise<HitPreview[]> {
    return Promise.all(
      views.map(async (view) => {
        const { id, type, title, score, scoreMode } = view;
        return { id, type, title, score, scoreMode, ...(await this.#when(view)) };
      }),
    );
  }

  async #when({ id, seqTo }: NodeView): Promise<When> {
    const floorRange = await this.#floorRangeOf?.(id, this.#session);
    return floorRange === undefined ? { seqTo } : { floorRange };
  }
}
