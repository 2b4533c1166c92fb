/** For extensions that run in a realm of their own: the way to a host. */
export { BulkheadError, type ErrorCode } from '../protocol/errors.js';
export type { ToolSpec } from '../protocol/spec.js';
export type { Progress, Usage } from '../protocol/tool.js';
export type { RunContext } from './compat.js';
export { connectToHost, type ExecuteOnHost, type HostConnection } from './connect-to-host.js';
export type { PeerCall, PeerToolSpec } from './types.js';
