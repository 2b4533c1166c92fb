const KiB = 1024;

/** What one MCP server may take of a page, each with its unit in its name. A connection sets its own by `limits`. */
export const MCP_LIMITS = {
  /** Pages of one list of tools; what stands on further ones is left out. */
  listPages: 16,
  /** Tools of one server; the first ones stay. */
  tools: 128,
  /** One tool's JSON Schema. */
  schemaBytes: 64 * KiB,
  /** All schemas of a server together. */
  schemasBytes: 512 * KiB,
  /** Objects and lists within each other in a schema. */
  schemaDepth: 32,
  /** Length of one tool's description for models. A longer text is cut. */
  descriptionChars: 4_000,
  titleChars: 100,
  /** A server's own name of a tool; one with a longer name is left out. */
  nameChars: 128,
  /** One message of the server. */
  messageBytes: 4 * KiB * KiB,
  /** Messages of one stream within a second; a server that sends faster is read slower. */
  messagesPerSecond: 200,
  /** From the first request until its tools are known. */
  connectMs: 20_000,
  /** How long to wait for the server's answer to the end of its session. */
  closeMs: 2_000,
  /** Shortest time between two lists that are fetched because the server says that its list has changed. */
  refreshMs: 1_000,
  /** How often a lost connection is tried again by itself. */
  retries: 5,
  /** The wait before the first of them, doubled each time up to `retryMostMs`. */
  retryMs: 1_000,
  retryMostMs: 30_000,
} as const;

export type McpLimits = { readonly [name in keyof typeof MCP_LIMITS]: number };
