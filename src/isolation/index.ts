export { type Assets, assetsAt, withDefaults } from './assets.js';
export { Draining } from './draining.js';
export type { Realm, Spawned } from './realm.js';
export { Realms } from './realms.js';
export { type StartStatus, Starts } from './starts.js';
export { describeWalls, type WallStatus } from './walls.js';
