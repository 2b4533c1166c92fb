export type { Peer } from './peer.js';
export type { ConnectOptions } from './peer-methods.js';
export { Peers } from './peers.js';
