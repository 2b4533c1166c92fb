import type { Progress } from '../../worker/protocol/tool.js';

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly displayName?: string;
  /** What has no mode counts as `write`. */
  readonly mode?: 'read' | 'write';
}

/** Whatever has tools: `host.tools`, or the tools of an agent's session. */
export interface ToolSource {
  list(): readonly OfferedTool[];
  execute(
    name: string,
    args: Record<string, unknown>,
    options: { readonly signal: AbortSignal; readonly onProgress?: (progress: Progress) => void },
  ): Promise<{ readonly value: unknown }>;
  /** Tells of changes of the list. @returns a function that ends it. */
  onChange?(listener: () => void): () => void;
}

export type Offer = (tool: OfferedTool) => boolean;

/** The default: whoever is at the other end is no user of this page, and tools of the page that write ask nobody. */
export const offersReads: Offer = ({ mode }) => mode === 'read';

/** Tools of a source that are offered; what the filter throws at is not. */
export function offered(source: ToolSource, offer: Offer): readonly OfferedTool[] {
  return source.list().filter((tool) => {
    try {
      return offer(tool) === true;
    } catch (error) {
      reportError(error);
      return false;
    }
  });
}

/** A tool as MCP and WebMCP declare it. */
export const declare = ({ name, displayName, description, parameters, mode }: OfferedTool) => ({
  ...{ name, description },
  ...(displayName && { title: displayName }),
  // The protocol wants it said, and every arguments object is one.
  inputSchema: { ...parameters, type: 'object' },
  annotations: { readOnlyHint: mode === 'read' },
});

/** What came of a failed call, for a model: the code and the message, and nothing of the page. */
export function failureText(thrown: unknown): string {
  const { code, message, details } = Object(thrown) as {
    code?: unknown;
    message?: unknown;
    details?: { hint?: unknown };
  };
  const hint = typeof details?.hint === 'string' ? ` ${details.hint}` : '';
  return `${typeof code === 'string' ? `${code}: ` : ''}${typeof message === 'string' ? message : String(thrown)}${hint}`;
}
