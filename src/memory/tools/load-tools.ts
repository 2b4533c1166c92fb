import { onDemand } from '../../primitives/index.js';

/** Loads the memory tools: a page without a memory graph never does. @throws `ASSET_UNREACHABLE`. */
export const loadMemoryTools = onDemand(() => import('./index.js'));
