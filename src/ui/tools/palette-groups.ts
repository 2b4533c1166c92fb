import type { ToolInfo } from '../../index.js';

/** The tools that one owner registered in one way. */
export interface ToolGroup extends Pick<ToolInfo, 'owner' | 'kind' | 'source'> {
  readonly tools: readonly ToolInfo[];
}

/** Puts tools together by who registered them, how they are reached and where they come from; the order stays. */
export function groupTools(tools: readonly ToolInfo[]): ToolGroup[] {
  const groups = new Map<string, { readonly first: ToolInfo; readonly tools: ToolInfo[] }>();
  for (const tool of tools) {
    const key = JSON.stringify([tool.kind, tool.source, tool.owner]);
    const group = groups.get(key);
    if (group) group.tools.push(tool);
    else groups.set(key, { first: tool, tools: [tool] });
  }
  return Array.from(groups.values(), ({ first: { owner, kind, source }, tools }) => ({ owner, kind, source, tools }));
}
