import { LitElement, type PropertyDeclaration, type PropertyDeclarations } from 'lit';
import type { Fields, LinkDirection } from '../../../worker/protocol/memory-types.js';
import type { Allow, AuditType, ImportDecision, PluginSource, Scope, ShownPlugin } from '../../index.js';
import { debounce } from '../../primitives/index.js';
import type { ReviewState } from '../../studio/internal.js';
import { language, onLanguage } from '../i18n/language.js';

/** The events the elements send up, with what each carries. A folder that has types of its own adds its events. */
export interface BulkheadEvents {
  'bh-install': { readonly source: PluginSource };
  'bh-install-cancel': null;
  'bh-switch': { readonly id: string; readonly on: boolean };
  /** `wipe`: what it has stored goes with it. */
  'bh-remove': { readonly id: string; readonly wipe?: boolean };
  /** Opens the page of a plugin. */
  'bh-open': { readonly id: string };
  /** Looks at a plugin's URL for another version, and asks before it is installed. */
  'bh-update': { readonly id: string };
  /** Reloads a plugin whenever its server says that it has changed, or no more. */
  'bh-reload': { readonly id: string };
  /** Puts the version of a plugin back that was replaced last. */
  'bh-rollback': { readonly id: string };
  /** Shows what a plugin asks for, and asks. */
  'bh-review': { readonly id: string };
  /** What the user said to a plugin's permissions; `allow` is `null` for no. */
  'bh-consent': {
    readonly id: string;
    readonly allow: Allow | null;
    /** What was shown, for `plugins.enable`; with a yes. */
    readonly expected?: ShownPlugin;
    readonly secrets: { readonly [name: string]: string };
  };
  /** What the user said to one question; `null` for no. */
  'bh-answer': { readonly id: number; readonly scope: Scope | null };
  /** Questions of a plugin are skipped from now on for so long; 0 ends it. */
  'bh-skip': { readonly ms: number; readonly plugin: string };
  /** Takes back one permission; without one all of them, and every yes to a call. */
  'bh-revoke': { readonly id: string; readonly permission?: string | { readonly call: string } };
  /** A secret's new value; `null` forgets it. */
  'bh-secret': { readonly id: string; readonly name: string; readonly value: string | null };
  /** More of the log is wanted: of one type, and older than an entry's `seq`. */
  'bh-audit': { readonly id: string; readonly type?: AuditType; readonly before?: string };
  'bh-export': null;
  'bh-plugin-stop': { readonly id: string };
  /** The user wants the effects of a simulated call to be applied. */
  'bh-commit': { readonly call: number };
  /** `keyboard`: the keyboard goes on in the tool's form. */
  'bh-tool': { readonly tool: string; readonly keyboard?: boolean };
  /** Switches a tool on or off for the orchestration. */
  'bh-orchestrate': { readonly tool: string; readonly on: boolean };
  'bh-execute': {
    readonly tool: string;
    readonly args: unknown;
    readonly simulate: boolean;
    readonly timeoutMs?: number;
  };
  /** Ends a call: one of the call book, or, from a text stream, the `SkillCall` of that id. */
  'bh-stop': { readonly call: number };
  /** A file that may be a card was dropped. */
  'bh-card': { readonly file: File };
  'bh-import': { readonly decision: ImportDecision };
  'bh-undo': null;
  'bh-close': null;
  /** Everything is to be deleted: plugins, what they have stored, permissions, secrets and the log. */
  'bh-erase': null;
  /** A report about the host is to be copied. */
  'bh-report': null;
  /** Switches on or off whether a tool is offered to the model. */
  'bh-offer': { readonly tool: string; readonly on: boolean };
  /** Shows a node of a memory; `null` for none any more. */
  'bh-node': { readonly id: string | null };
  'bh-node-create': { readonly type: string; readonly title: string; readonly fields: Fields };
  /** Changed fields of a node; `clear` names fields to delete. */
  'bh-node-edit': {
    readonly id: string;
    readonly title?: string;
    readonly set?: Fields;
    readonly clear?: readonly string[];
  };
  'bh-node-archive': { readonly id: string };
  'bh-link': {
    readonly id: string;
    readonly to: string;
    readonly relation: string;
    readonly direction: LinkDirection;
  };
  'bh-unlink': {
    readonly id: string;
    readonly to: string;
    readonly relation: string;
    readonly direction: LinkDirection;
  };
  /** Nodes are to stand under one that sums them up. */
  'bh-rollup': { readonly type: string; readonly childIds: readonly string[]; readonly summary: string };
  'bh-memory-import': { readonly file: File };
  'bh-memory-export': { readonly format: 'json' | 'jsonl' };
  'bh-memory-sample': { readonly nodes: number; readonly seed: number };
  /** The user's choice for a memory in quarantine. */
  'bh-quarantine': { readonly id: string; readonly what: 'export' | 'remove' };
  /** An answer is to be written anew. */
  'bh-retry': { readonly id: string };
  'bh-edit': { readonly id: string; readonly text: string };
  /** Another session is to begin with everything up to that message. */
  'bh-fork': { readonly id: string };
  /** Opens a session. */
  'bh-session': { readonly id: string };
  'bh-session-new': null;
  'bh-session-fork': { readonly id: string };
  'bh-session-rename': { readonly id: string; readonly label: string };
  /** Puts a session away, or brings it back. */
  'bh-session-extract': { readonly id: string; readonly on: boolean };
  'bh-session-remember': { readonly id: string; readonly on: boolean };
  'bh-session-archive': { readonly id: string; readonly archived: boolean };
  'bh-session-remove': { readonly id: string };
  /** Switches a skill of the engine on or off. */
  'bh-skill': { readonly name: string; readonly on: boolean };
  'bh-model-forget': null;
  /** Ends the run that is shown. */
  'bh-stop-run': Record<never, never>;
  /** The user applies or discards the effects of a simulated run. */
  'bh-run-effects': { readonly what: 'commit' | 'discard' };
  /** Another choice about the modes. */
  'bh-modes': {
    readonly mode?: 'loop' | 'spec' | 'agenda' | 'director';
    readonly auto?: boolean;
    readonly review?: boolean;
    readonly messages?: number;
    readonly replyTokens?: number;
    readonly limits?: { readonly [name: string]: number };
  };
  /** Begins a run; in a review it changes nothing. */
  'bh-run': { readonly mode: 'loop' | 'spec' | 'agenda' | 'director'; readonly review: boolean };
  /** The findings of a run are discarded. */
  'bh-forget-found': null;
  /** A message is to be said. */
  'bh-say': { readonly text: string };
  'bh-stop-answer': null;
  /** All that is now said of the changes of a message in the studio: `bh-review` is a plugin’s. */
  'bh-changes': { readonly state: ReviewState };
  /** The user approves the waiting changes, except for those that were rejected. */
  'bh-approve': null;
  /** The text of an editor is another. */
  'bh-code': { readonly text: string };
  /** What a function tool of the host application may be used for; `null` for nothing. */
  'bh-bridge': { readonly name: string; readonly mode: 'read' | 'write' | null };
}

/** One of the elements' events, for a listener. */
export type BulkheadEvent<K extends keyof BulkheadEvents> = CustomEvent<BulkheadEvents[K]>;

/** Listens for one of the elements' events. */
export function listenTo<K extends keyof BulkheadEvents>(
  element: EventTarget,
  type: K,
  work: (detail: BulkheadEvents[K], event: BulkheadEvent<K>) => unknown,
): void {
  element.addEventListener(type, (event) => {
    const typed = event as BulkheadEvent<K>;
    void work(typed.detail, typed);
  });
}

/** A reactive property with its value before anybody sets it, which all elements of a kind share. */
type Reactive<T> = PropertyDeclaration & { readonly initial: T };

/** The reactive properties of the element `E`, for `static properties`: `BulkheadElement` sets each to its `initial`. */
export const reactive = <E>(
  table: { readonly [name: string]: Reactive<unknown> } & { readonly [name in keyof E]?: Reactive<E[name]> },
): PropertyDeclarations => table;

/** What all elements have in common: they follow the language, and send typed events. */
export abstract class BulkheadElement extends LitElement {
  #offLanguage: (() => void) | undefined;
  readonly #redraw = debounce(0, () => this.requestUpdate());

  constructor() {
    super();
    const { elementProperties } = this.constructor as typeof BulkheadElement;
    for (const [name, declared] of elementProperties) {
      if ('initial' in declared) Object.assign(this, { [name]: declared.initial });
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#offLanguage = onLanguage(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#offLanguage?.();
    this.#redraw.cancel();
  }

  protected override performUpdate(): unknown {
    this.lang = language();
    return super.performUpdate();
  }

  /** Draws again after `ms` milliseconds, instead of the time set before; `undefined` cancels. Only while connected. */
  protected redrawAfter(ms: number | undefined): void {
    if (ms === undefined || !this.isConnected) this.#redraw.cancel();
    else this.#redraw.again(ms);
  }

  /** Dispatches an event that leaves the shadow root and bubbles to the page. */
  protected emit<K extends keyof BulkheadEvents>(type: K, detail: BulkheadEvents[K]): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

/** Registers an element unless its name is taken, as on a page that loads the elements twice. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
