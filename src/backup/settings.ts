import type { LeftOut } from './types.js';

/** What the elements remember of the user's choices, by its key in `localStorage`. */
const KEPT = ['bulkhead-language', 'bulkhead-review', 'bulkhead-studio', 'bulkhead.orchestration'];
/** The address may hold a key, and the list of tools that are not asked about is a permission. */
const MCP = 'bulkhead.mcp';
/** Whether a studio applies a proposal without asking is a permission, too. */
const AUTO_APPLY = 'iterAutoApply';

export type Setting = readonly [key: string, value: string];

export const isSetting = (key: unknown, value: unknown): boolean =>
  KEPT.includes(key as string) && typeof value === 'string';

/** What is stored now. */
export function readSettings(leftOut: (what: LeftOut) => void): readonly Setting[] {
  try {
    if (localStorage.getItem(MCP) !== null) leftOut('mcpServer');
    return KEPT.flatMap((key): Setting[] => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, withoutAutoApply(value, leftOut)]];
    });
  } catch {
    // Where storage is forbidden nothing was stored.
    return [];
  }
}

/** What is written in the place of all that is stored. */
export function replacing(settings: readonly Setting[]): readonly (readonly [key: string, value: string | null])[] {
  const kept = new Map(settings.map(([key, value]) => [key, withoutAutoApply(value)]));
  return [...KEPT, MCP].map((key) => [key, kept.get(key) ?? null]);
}

function withoutAutoApply(text: string, leftOut?: (what: LeftOut) => void): string {
  if (!text.includes(AUTO_APPLY)) return text;
  try {
    const { [AUTO_APPLY]: allowed, ...rest } = Object(JSON.parse(text));
    if (allowed !== undefined) leftOut?.('autoApply');
    return JSON.stringify(rest);
  } catch {
    return '{}';
  }
}
