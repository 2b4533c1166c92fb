/** The one door to MCP's own client, loaded with the first connection. */
export { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
