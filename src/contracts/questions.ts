import type { Effects } from '../../worker/protocol/effects.js';
import type { ErrorCode } from '../../worker/protocol/errors.js';
import type { PinnedTool, Scope, ScopeKind } from '../../worker/protocol/grants.js';
import type { Permission } from '../../worker/protocol/permissions.js';
import type { ReadIn } from '../../worker/protocol/quotations.js';
import type { PluginInfo } from './plugin-info.js';
import type { ToolInfo } from './tool-info.js';

/**
 * What a user grants: `all` grants for always what the plugin needs at the start. An object maps permission ids to scopes;
 * a permission that is not named is not granted.
 */
export type Allow = 'all' | { readonly [permission: string]: ScopeKind | readonly Scope[] };

/** One permission of a plugin as a consent sheet shows it. */
export interface PermissionView {
  readonly permission: Permission;
  /** The permission is asked for at its first use, not when the plugin is switched on. */
  readonly optional: boolean;
  /** Its place in the manifest, e.g. `permissions/0 (weather)`. */
  readonly line: string;
  /** The reason why it cannot be granted here: the host's policy forbids it, or the host does not provide it. */
  readonly refused?: 'policy' | 'not-provided';
  /**
   * The scopes a yes may have here, the widest last. `always` is missing if the policy forbids it, or if the permission is
   * about one chat. An empty list without `refused` means that no yes can be kept now, so each use is asked about.
   */
  readonly scopes: readonly Scope[];
  /** The scopes that are granted now; empty for none. */
  readonly granted: readonly Scope[];
  /**
   * A yes has been given once, and the user is asked again: in every other chat or character if a yes reaches no further, or at
   * each use if no yes can be kept.
   */
  readonly asked?: true;
  /** The plugin came from a backup, which says that its user had allowed this. It grants nothing. */
  readonly earlier?: true;
}

/** One difference between what the user was shown and what is installed now. */
export type Change =
  | { readonly what: 'tool'; readonly name: string; readonly before?: PinnedTool; readonly after?: PinnedTool }
  | { readonly what: 'permission'; readonly id: string; readonly before?: Permission; readonly after?: Permission };

/**
 * Identifies the version of a plugin that was shown to the user, so that a yes counts for no other: its files, its tools and, if
 * present, its manifest. The `plugin` of a review has this form.
 */
export type ShownPlugin = Pick<PluginInfo, 'filesHash' | 'toolsHash'> & Partial<Pick<PluginInfo, 'manifest'>>;

/** What a user agrees to when they switch a plugin on. */
export interface EnableOptions {
  /** Default: the permissions that were granted before and have not changed. */
  readonly allow?: Allow;
  /** What the user was shown: `plugin` of the review. If the installed plugin differs, it is not switched on and nothing is granted. */
  readonly expected?: ShownPlugin;
  /** The grant expires after this many milliseconds. Default: it does not expire. */
  readonly forMs?: number;
  /**
   * If `true`, what a call writes to a chat's memory is held back until the user has seen it. Default: as it was before;
   * `true` at first and after every change of the plugin.
   */
  readonly staged?: boolean;
}

/** Everything a user needs to decide about a plugin. */
export interface PluginReview {
  /** The version that is shown. Pass it to `plugins.enable` as `expected`, so that no other version is granted anything. */
  readonly plugin: PluginInfo;
  readonly permissions: readonly PermissionView[];
  /** Changes since the last yes; `null` if there has been none, or nothing has changed. */
  readonly changes: {
    readonly version: { readonly before: string; readonly after: string };
    /** `true` if the code has changed. */
    readonly files: boolean;
    readonly list: readonly Change[];
  } | null;
  /** Tools whose calls are no longer asked about, with the scopes of that: the plugin's own, and tools of the page that it calls. */
  readonly calls: readonly { readonly tool: string; readonly scopes: readonly Scope[] }[];
  /** The contents of its own store now. Before the first yes: what an earlier plugin of the same id has left there. */
  readonly stored: { readonly keys: number; readonly bytes: number };
  /** Names of the secrets it may use, and whether each is set. */
  readonly secrets: readonly { readonly name: string; readonly hosts: readonly string[]; readonly set: boolean }[];
  /** The version that `plugins.rollback` would put back, if there is one; an empty text for one without a manifest. */
  readonly previous?: string;
  /** In the review of `plugins.update` only. */
  readonly update?: PluginUpdate;
}

/** What an update changes about the installed version, whatever its user has agreed to. */
export interface PluginUpdate {
  readonly version: { readonly before: string; readonly after: string };
  /** Permissions and tools that were added, removed or changed. */
  readonly list: readonly Change[];
  /** Paths of its files. */
  readonly files: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Plain text of its author: at most 4,000 characters from the beginning of `CHANGELOG.md`, if the manifest lists that file. */
  readonly changelog?: string;
}

/** A tool that has called another. */
export interface AskCaller {
  readonly plugin: Ask['plugin'];
  readonly tool: string;
}

/** One question to the user. */
export interface Ask {
  readonly id: number;
  /**
   * `call`: may this call of a tool that changes something be made? `permission`: may the plugin have a permission it asks for
   * now? `memory`: may the memory keep what a call has written?
   */
  readonly kind: 'call' | 'permission' | 'memory';
  /**
   * The plugin that the question is about: the one whose tool is called, or the one that calls a tool of the page. If no plugin
   * calls the page's tool, `id` is the name of the tool's owner and there is no manifest.
   */
  readonly plugin: Pick<PluginInfo, 'id'> & Partial<Pick<PluginInfo, 'manifest'>>;
  readonly tool: ToolInfo;
  /** The calls that have led to this one, the first one first. Only for a call by a tool. */
  readonly callers?: readonly AskCaller[];
  /** The `identity` of the page's tool, if a plugin calls it. */
  readonly identity?: string;
  /** Arguments of the call. */
  readonly args: unknown;
  /** The use that is asked about, in words for people, e.g. `GET api.weather.com`. Only for `permission`. */
  readonly what?: string;
  /** Only for `permission`. */
  readonly permission?: Permission;
  /** What the call would do, according to a simulation. For `memory`, and for a `permission` for one use: exactly what a yes does. */
  readonly effects?: Effects;
  /** The reason why the simulation failed. */
  readonly simulationError?: { readonly code: ErrorCode; readonly message: string };
  /** `true` if the tool declares that its calls cannot be undone. */
  readonly destructive: boolean;
  /** The place where the model had read the call. Such a question is never skipped, and a yes counts for this call only. */
  readonly readIn?: ReadIn;
  /** `true` if everything the call may do can be undone on this device. */
  readonly undoable?: boolean;
  /** `true` if `skipFor` answers this question. */
  readonly skippable?: boolean;
  /** Hosts that the call may send data to: those of its granted requests, or that of the tool's server. */
  readonly sendsTo: readonly string[];
  /** The scopes a yes may have, the narrowest first. Only this call if a secret or a new host is involved. */
  readonly scopes: readonly Scope[];
  /** `Date.now()` */
  readonly askedAt: number;
  /** `Date.now()` at which the question counts as answered no. */
  readonly until: number;
}

/** The questions that wait for the user, as `host.asks`. Without a listener, every question is answered no. */
export interface Asks {
  /** Returns all waiting questions, the oldest first. Show them as one list. */
  list(): readonly Ask[];
  /**
   * Answers one question: a scope of its `scopes`, or `null` for no. An answered or unknown id is ignored. Call it in the event
   * of the user's click: a text is copied to the clipboard there.
   */
  answer(id: number, scope: Scope | null): void;
  /**
   * For `ms` milliseconds, answers yes (for one call each) to the `skippable` questions of one plugin. 0 ends the skipping of that
   * plugin, or of all plugins if none is named. Skipping also ends when the plugin is replaced, switched off or removed, or when
   * one of its permissions is revoked.
   * @throws `BAD_ARGS` without a plugin's id, and when the policy forbids it.
   */
  skipFor(ms: number, plugin?: string): void;
  /** The plugins whose questions are skipped, each with the `Date.now()` at which that ends. */
  readonly skipping: readonly { readonly plugin: string; readonly until: number }[];
  /** `Date.now()` at which the last skipping ends; 0 when nothing is skipped. */
  readonly skippingUntil: number;
  /**
   * Calls `listener` after every change of the list. @returns a function that removes the listener.
   *
   * @example
   * import { createHost } from 'bulkhead';
   * const { asks } = createHost();
   * asks.onChange(() => {
   *   for (const { id, tool, scopes } of asks.list()) {
   *     asks.answer(id, confirm(tool.name) ? (scopes[0] ?? null) : null);
   *   }
   * });
   */
  onChange(listener: () => void): () => void;
}

/** What a plugin has used since the page was loaded, and its limits. */
export interface PluginUsage {
  readonly calls: number;
  readonly failures: number;
  /** Running time of all calls, in milliseconds. */
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
  readonly requests: number;
  readonly bytesOut: number;
  readonly refusals: number;
  /** Limits of one call. */
  readonly limits: {
    readonly cpuMs: number;
    readonly timeoutMs: number;
    readonly memoryBytes: number;
    readonly requestsPerCall: number;
    readonly bytesOutPerCall: number;
  };
  /** The plugin's own store; `quotaBytes` is 0 without the permission. */
  readonly storage: { readonly keys: number; readonly bytes: number; readonly quotaBytes: number };
  /** The last calls, at most 30: the wall time of each in milliseconds, and whether it succeeded. */
  readonly recent: readonly { readonly ms: number; readonly ok: boolean }[];
}
