import * as z from 'zod/mini';
import type { findTools } from './card-lists.js';
import { type Contract, method } from './contract.js';
import { answer } from './shape.js';

z.config({ jitless: true });

/** The searchable texts of one tool. */
export interface CatalogTool {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly owner: string;
}

/** A tool that matches a query. Better matches come first. */
export interface ToolMatch {
  readonly name: string;
  /** Scores can be compared within one answer only. */
  readonly score: number;
}

/** The handwritten tools of an import. */
export type FoundTools = ReturnType<typeof findTools>;

const tool = z.object({ name: z.string(), displayName: z.string(), description: z.string(), owner: z.string() });

/** The catalog worker: searches the page's tools and checks arguments off the main thread. */
export const catalogContract = {
  /** Updates the index after a change of the registry. */
  update: method({ added: z.array(tool), removed: z.array(z.string()) }),
  /** Finds tools by words in any order, by beginnings of words and despite a typing error. */
  search: method({ query: z.string() }, answer<readonly ToolMatch[]>()),
  /** Checks the arguments of a trusted tool, JSON text both; throws `TOOL_ARGUMENTS_INVALID`, `SCHEMA_INVALID`. */
  check: method({ tool: z.string(), parameters: z.string(), args: z.string() }),
  /** Finds the handwritten tools of an import. */
  findTools: method({ json: z.string() }, answer<FoundTools>()),
  /** Returns the part of an import that may be stored, as JSON text. */
  decideTools: method({ json: z.string(), decision: z.enum(['with', 'without', 'cancel']) }, answer<string>()),
} as const satisfies Contract;

export type CatalogContract = typeof catalogContract;
