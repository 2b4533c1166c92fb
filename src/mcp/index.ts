/**
 * MCP for a host: connections to servers, the registry's tools for clients on a port, and for the browser itself.
 * Experimental: names and signatures may still change.
 */
export { BulkheadError, type ErrorCode } from '../../worker/protocol/errors.js';
export { connectMcp } from './connect.js';
export { MCP_LIMITS, type McpLimits } from './limits.js';
export type {
  McpConnection,
  McpFetch,
  McpHints,
  McpHost,
  McpOptions,
  McpSkipped,
  McpState,
  McpTool,
} from './types.js';
