export { type Keeper, type KeeperTold, openKeeper } from './broker-client.js';
export { openService, type Service } from './worker-client.js';
