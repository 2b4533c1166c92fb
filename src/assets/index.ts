import { onDemand } from '../primitives/index.js';

export { ASSET_FILES, type Asset, type AssetName, addressOf } from './internal-names.js';
/** What compares the files beside the bundle with what the build wrote; loaded with the first of them. */
export const assetChecks = onDemand(() => import('./check.js'));
