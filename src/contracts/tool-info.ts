import type { ToolDeclaration } from '../../worker/protocol/tool.js';

/** Where a tool runs: trusted code of the page, an extension on a port, a plugin in a guest, or a run's own text. */
export type ToolKind = 'page' | 'port' | 'plugin' | 'profile';

/** A tool that can be called now. */
export interface ToolInfo extends ToolDeclaration {
  /** Who registered it: a plugin's id, or the name that the page gave. */
  readonly owner: string;
  readonly kind: ToolKind;
  /** `st-bridge` for a function tool of another application. */
  readonly source: 'extension' | 'st-bridge';
}

/** Who a name belongs to. Owners of different kinds never are the same, whatever they call themselves. */
export interface Owner {
  readonly kind: ToolKind;
  readonly owner: string;
}

/** True for the same name of the same kind. */
export const sameOwner = (a: Owner, b: Owner): boolean => a.kind === b.kind && a.owner === b.owner;
