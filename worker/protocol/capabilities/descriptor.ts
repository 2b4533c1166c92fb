/** The risks that a user must know before they say yes. */
export interface Facts {
  /** It may change something beyond the plugin's own store. */
  readonly changes: boolean;
  /** Data that the plugin has may reach another device. */
  readonly leavesDevice: boolean;
  /** Its user can undo its effects on this device. `false`: the effects may be out of their reach. */
  readonly undoable: boolean;
}

/** The kind of one entry of a list in a permission; `worker/protocol/permissions.ts` checks each kind. */
export type ItemKind = 'host' | 'httpMethod' | 'secret' | 'tool' | 'nodeType';

interface FieldOf {
  /** The permission is invalid without it. */
  readonly required?: true;
  /** Key of the interface's text that says what the field narrows; the field's value is inserted under its name. */
  readonly narrows?: string;
}

/** One field of a permission in the manifest, beside `id`, `cap` and `reason`. */
export type Field =
  /** A number above 0. */
  | (FieldOf & { readonly kind: 'MiB'; readonly most: number })
  | (FieldOf & { readonly kind: 'list'; readonly of: ItemKind; readonly most: number })
  /** `chat`, `character` or `all`. */
  | (FieldOf & { readonly kind: 'scope' });

/** All that is known of one capability. It is plain data: every check, mark, text and document is derived from it. */
export interface Descriptor extends Facts {
  /** Its name in the manifest. */
  readonly cap: string;
  /** The part of `ctx`, and the port, that it opens. */
  readonly group: string;
  /** `ctx.<group>` is itself the function, in place of an object of functions. */
  readonly bare?: true;
  /** Fields of its permission in the manifest. */
  readonly fields: { readonly [field: string]: Field };
  /** The requests of a guest, as `group.method`, each with its differences from the capability. */
  readonly methods: { readonly [method: string]: Partial<Facts> };
  /** The same by method of HTTP, where the requests have one. */
  readonly httpMethods?: { readonly [method: string]: Partial<Facts> };
  /** Kinds of effects that a simulated call records for it. */
  readonly effects: readonly {
    readonly kind: string;
    /** `host.tools.commit` makes it real. */
    readonly commits: boolean;
    /** Its `text` says it all, and every display shows its beginning, or the whole of it. Others need a part in each display. */
    readonly text?: 'beginning' | 'whole';
  }[];
  /** The part that answers: the broker worker, the memory worker, or the page. */
  readonly servedBy: 'broker' | 'memory' | 'page';
  /** Bulkhead serves it itself. `false`: the page must have a service of the group's name. */
  readonly builtIn: boolean;
  /** A tool that declares `read` may use it, at least in part. */
  readonly forReaders: boolean;
  /** It is available in a simulation. `false`: its effects cannot be held back. */
  readonly simulatedForAsk: boolean;
  /** Its `scope` says which data it is about, and is the open chat where the manifest says nothing. */
  readonly scoped: boolean;
  /** The user is asked about each use, with its effect. A yes holds for that use only. */
  readonly asksEach?: true;
  /** Keys of texts. A value of a field is inserted under the field's name; where it is `scoped`, `where` too. */
  readonly texts: {
    /** Key of the text that describes a permission, in `src/ui/i18n`. */
    readonly sentence: string;
    /** The same where an optional field is given. */
    readonly sentenceWith?: { readonly [field: string]: string };
    /** The same in a word or two, in `src/studio/plugin/texts`. */
    readonly panel: string;
  };
}
