import type { ToolDeclaration } from '../../worker/protocol/tool.js';

/** Where a tool runs: `page` is trusted code of the page, `port` an extension, `plugin` a guest, `profile` the source text of a run. */
export type ToolKind = 'page' | 'port' | 'plugin' | 'profile';

/** A tool that can be called now. */
export interface ToolInfo extends ToolDeclaration {
  /** The owner: a plugin's id, or the name that the page gave. */
  readonly owner: string;
  readonly kind: ToolKind;
  /** `st-bridge` for a function tool of another application. */
  readonly source: 'extension' | 'st-bridge';
}

/** The owner of a name. Owners of different kinds are never the same, even if their names are. */
export interface Owner {
  readonly kind: ToolKind;
  readonly owner: string;
}

/** Returns `true` if both owners have the same kind and the same name. */
export const sameOwner = (a: Owner, b: Owner): boolean => a.kind === b.kind && a.owner === b.owner;
