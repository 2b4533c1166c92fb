/**
 * MCP for a host: connections to servers, the registry's tools for clients on a port, and for the browser itself.
 * Experimental: names and signatures may still change.
 */
export { BulkheadError, type ErrorCode } from '../../worker/protocol/errors.js';
export { connectMcp } from './connect.js';
export { MCP_LIMITS, type McpLimits } from './limits.js';
export { type PortTransport, portTransport } from './port-transport.js';
export { type McpService, type ServeOptions, serveMcp } from './serve.js';
export type { Offer, OfferedTool, ToolSource } from './source.js';
export type { McpConnection, McpFetch, McpHints, McpHost, McpOptions, McpSkipped, McpState, McpTool } from './types.js';
export { offerWebMcp, type WebMcpOffer, type WebMcpOptions } from './web-mcp.js';
