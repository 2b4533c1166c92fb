import type { SchemaView } from '../../protocol/memory-types.js';
import type { NodeTable } from '../graph/nodes.js';
import { trimmed } from '../graph/text.js';
import type { NodeType } from './node-type.js';

/** True for traces of recalls: no search and no pool shows them. */
export const isDiagnostic = (key: string): boolean => key === 'recall' || key.startsWith('recall_');

/** Finds a node's type by its name, whatever the case; for slots without looking at text twice. */
export class TypeIndex {
  readonly types: readonly NodeType[];
  readonly #byKey: ReadonlyMap<string, NodeType>;
  readonly #nodes: NodeTable;
  /** By the number of the type's key. */
  readonly #known: ({ readonly type: NodeType | undefined; readonly diagnostic: boolean } | undefined)[] = [];

  constructor(types: readonly NodeType[], nodes: NodeTable) {
    this.types = types;
    this.#byKey = new Map(types.map((type) => [type.id, type]));
    this.#nodes = nodes;
  }

  find(type: unknown): NodeType | undefined {
    return this.#byKey.get(trimmed(type).toLowerCase());
  }

  of(slot: number): NodeType | undefined {
    return this.#look(slot).type;
  }

  isDiagnostic(slot: number): boolean {
    return this.#look(slot).diagnostic;
  }

  isHierarchical(slot: number): boolean {
    return this.#look(slot).type?.compression.mode === 'hierarchical';
  }

  #look(slot: number) {
    const code = this.#nodes.typeKey(slot);
    const known = this.#known[code];
    if (known) return known;
    const key = this.#nodes.types.key(code);
    const found = { type: this.#byKey.get(key), diagnostic: isDiagnostic(key) };
    this.#known[code] = found;
    return found;
  }

  /** The schema as callers see it, in the order of its definition. */
  view(): SchemaView {
    return {
      types: this.types.map(({ id, compression, ...type }) => ({
        type: id,
        tableName: type.tableName,
        tableColumns: [...type.tableColumns],
        requiredColumns: [...type.requiredColumns],
        primaryKeyColumns: [...type.primaryKeyColumns],
        forceUpdate: type.forceUpdate,
        alwaysInject: type.alwaysInject,
        editable: type.editable,
        compressionMode: compression.mode,
      })),
    };
  }
}
