import { sha256Hex } from '../adapters/hash.js';
import type { ToolDeclaration } from '../protocol/tool.js';

/** SHA-256 of a list of files: path → SHA-256 of its content, hexadecimal like the result. */
export const hashFiles = (files: { readonly [path: string]: string }): string => sha256Hex(canonicalJson(files));

/** SHA-256 of each tool's definition, and of all of them together: what a grant is pinned to. */
export function hashTools(tools: readonly ToolDeclaration[]): {
  readonly toolsHash: string;
  readonly toolHashes: { readonly [tool: string]: string };
} {
  const toolHashes = Object.fromEntries(
    tools.map(({ name, description, parameters, mode }) => [
      name,
      sha256Hex(canonicalJson({ name, description, parameters, mode })),
    ]),
  );
  return { toolsHash: sha256Hex(canonicalJson(toolHashes)), toolHashes };
}

/** JSON with sorted keys and without spaces: the same text for the same value, whoever wrote it down. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`;
}
