export { type Assets, assetsAt, withDefaults } from './assets.js';
export { Dying } from './draining.js';
export type { Place, Spawned } from './realm.js';
export { Places } from './realms.js';
export { type StartStatus, Starts } from './starts.js';
export { describeWalls, type WallStatus } from './walls.js';
