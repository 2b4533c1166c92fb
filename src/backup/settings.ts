import { isRecord } from '../../worker/protocol/json.js';
import type { LeftOut } from './types.js';

/** What the elements remember of the user's choices, by its key in `localStorage`. */
const KEPT = ['bulkhead-language', 'bulkhead-review', 'bulkhead-studio', 'bulkhead.orchestration'];
/** The address may hold a key, and the list of tools that are not asked about is a permission. */
const MCP = 'bulkhead.mcp';
/** Whether a studio applies a proposal without asking is a permission, too. */
const AUTO_APPLY = 'iterAutoApply';

/** 1 where an MCP server is remembered here. */
export function countMcpServers(): number {
  try {
    return localStorage.getItem(MCP) === null ? 0 : 1;
  } catch {
    return 0;
  }
}

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A word, such as a language, or nothing that its reader could read.
    return text;
  }
  // A key may be spelt with escapes, so it is looked for in the value.
  if (!isRecord(value) || !(AUTO_APPLY in value)) return text;
  const { [AUTO_APPLY]: _allowed, ...rest } = value;
  leftOut?.('autoApply');
  return JSON.stringify(rest);
}
