/** What the interface says in English of MCP servers. */
export const EN_MCP = {
  'mcp.title': 'MCP server',
  'mcp.teach':
    'An MCP server offers tools over the network. Once connected, they stand in the list like any other, and you are asked before each call. The server must allow this page (CORS).',
  'mcp.url': 'Address',
  'mcp.key': 'Key, if the server wants one (not kept)',
  'mcp.connect': 'Connect',
  'mcp.cancel': 'Cancel',
  'mcp.again': 'Connect again',
  'mcp.disconnect': 'Disconnect',
  'mcp.connecting': 'connecting…',
  'mcp.connected': 'connected',
  'mcp.lost': 'does not answer',
  'mcp.disconnected': 'disconnected',
  'mcp.tools': 'Tools of {server}',
  'mcp.none': 'This server offers no tools.',
  'mcp.readsTeach': 'Switch a tool on if it only looks something up: its calls are then not asked about.',
  'mcp.reads': '{name} only reads: call it without asking',
  'mcp.asked': 'asked about',
  'mcp.notAsked': 'called without asking',
  'mcp.hintReads': 'the server says: only reads',
  'mcp.hintFinal': 'the server says: cannot be undone',
  'mcp.skippedOne': '1 tool was left out',
  'mcp.skipped': '{count} tools were left out',
  'mcp.failed': 'Not connected',
} as const;

/** One language's words for the same keys. */
export type McpWords = { readonly [key in keyof typeof EN_MCP]: string };
