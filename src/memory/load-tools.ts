import { onDemand } from '../on-demand.js';

/** Loads the memory tools: a page without a memory graph never does. @throws `ASSET_UNREACHABLE`. */
export const loadMemoryTools = onDemand(() => import('./tools/index.js'));
