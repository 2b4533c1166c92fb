/** The one door to MCP's own client, loaded with the first connection. */
export { Client, type RequestOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
