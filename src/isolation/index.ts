export { type Assets, assetsAt, assetsOf, type HostAssets } from './assets.js';
export { Draining } from './draining.js';
export type { Realm, Spawned } from './realm.js';
export { describeWalls, type WallStatus } from './realm.js';
export { Realms } from './realms.js';
export { type StartStatus, Starts } from './starts.js';
