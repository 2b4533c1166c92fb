export { type Assets, assetsAt, assetsOf, type HostAssets, type LoadedAssets } from './assets.js';
export { Draining } from './draining.js';
export type { Realm, RealmEvents, Spawned, SpawnedEvents } from './realm.js';
export { describeWalls, type WallStatus } from './realm.js';
export { Realms } from './realms.js';
export { type StartStatus, Starts } from './starts.js';
