import { sha256Hex } from '../adapters/hash.js';
import type { ToolDeclaration } from '../protocol/tool.js';
import { canonicalJson } from './canonical.js';

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
