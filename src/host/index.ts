export { createHost } from './create-host.js';
export type { Diagnosis, Finding } from './doctor.js';
export type { HostOptions } from './options.js';
export type { HostStatus } from './status.js';
export type { Tools } from './tools.js';
export type { Host } from './types.js';
