import type { AtOnce, MemoryReads } from '../../protocol/memory-methods.js';
import type {
  Dir,
  EdgeView,
  Exposure,
  InjectionState,
  NeighborView,
  NodeView,
  ProjectTo,
} from '../../protocol/memory-types.js';
import type { EdgeFilter, NodeFilter } from '../reads/lists.js';
import type { CjkMode } from '../search/tokens.js';
import type { WordVectors } from '../vectors/word-vectors.js';
import type { VectorBackend } from './vectors.js';

/** What reads and writes of a plain store depend on besides the store. @experimental */
export interface MemoryGraphContext {
  /** Whose injection state it is; one state for all who name no chat. */
  readonly chatId?: string | undefined;
  /** Node types of everybody, and of the active character, which win where they are a list that is not empty. */
  readonly schema?: unknown;
  readonly schemaOverride?: unknown;
  /** How Chinese is cut into words. Default: `bigram`. */
  readonly cjk?: CjkMode | undefined;
  /** Ordinal of the turn that is being generated; without one, things are written under the highest seen. */
  readonly turn?: number | undefined;
  /** An index of meaning; without one `vectorSearch` rejects with `NO_EMBEDDING_PROFILE`. */
  readonly vectors?: VectorBackend | undefined;
  /** Word vectors, as `readWords` gives them: `recall` finds what means something alike, where there are no `vectors`. */
  readonly words?: WordVectors | undefined;
}

/** Every read of a plain store. All but `vectorSearch` answer at once; all answers are frozen. @experimental */
export interface MemoryGraphReadApi
  extends AtOnce<Omit<MemoryReads, 'vectorSearch'>>,
    Pick<MemoryReads, 'vectorSearch'> {
  listNodes(filter?: NodeFilter): readonly NodeView[];
  /** Archived ones too; `null` for none. */
  getNode(id: string): NodeView | null;
  /** As stored, without weights. */
  listEdges(filter?: EdgeFilter): readonly EdgeView[];
  getNeighbors(
    id: string,
    options?: {
      readonly edgeTypes?: readonly string[];
      readonly direction?: Dir | 'both';
      readonly projectTo?: ProjectTo;
    },
  ): readonly NeighborView[];
  /** The first node above for which `predicate` is true; the parent without one. */
  getAncestor(
    id: string,
    options?: { readonly activeOnly?: boolean; readonly predicate?: (node: NodeView) => boolean },
  ): NodeView | null;
  getDescendants(
    id: string,
    options?: { readonly activeOnly?: boolean; readonly maxDepth?: number },
  ): readonly NodeView[];
  /** @throws `BAD_ARGS` without `visibleNodeIds`. */
  getNearestVisibleAncestor(id: string, options: { readonly visibleNodeIds: Iterable<string> }): NodeView | null;
  /** @throws `BAD_ARGS` without `visibleNodeIds`. */
  projectEdges(options: {
    readonly visibleNodeIds: Iterable<string>;
    readonly edgeTypes?: readonly string[];
    /** Default: true. */
    readonly excludeInternal?: boolean;
  }): readonly EdgeView[];
  getNodeExposure(id: string): Exposure | null;
  getInjectionState(): InjectionState;
  /** @returns a function that ends it; calling that twice is fine. */
  onInjectionChanged(listener: (state: InjectionState) => void): () => void;
}
