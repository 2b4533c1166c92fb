import type { Effects } from '../../worker/protocol/effects.js';
import type { ErrorCode } from '../../worker/protocol/errors.js';
import type { PinnedTool, Scope, ScopeKind } from '../../worker/protocol/grants.js';
import type { Permission } from '../../worker/protocol/permissions.js';
import type { ReadIn } from '../../worker/protocol/quotations.js';
import type { PluginInfo } from './plugin-info.js';
import type { ToolInfo } from './tool-info.js';

/**
 * What a user says yes to: `all` that the plugin needs at the start, for always; or permission ids with how far each yes
 * goes. What is not named is not granted.
 */
export type Allow = 'all' | { readonly [permission: string]: ScopeKind | readonly Scope[] };

/** One permission of a plugin as a consent sheet shows it. */
export interface PermissionView {
  readonly permission: Permission;
  /** Asked for at its first use, not at the start. */
  readonly optional: boolean;
  /** Where it stands in the manifest, e.g. `permissions/0 (weather)`. */
  readonly line: string;
  /** Why it cannot be granted here: the host's policy, or the host has nothing of the kind. */
  readonly refused?: 'policy' | 'not-provided';
  /**
   * How far a yes may go here, the farthest last: `always` is not among them where the policy forbids it, or the permission is
   * about one chat. Empty without `refused`: nothing can be kept here and now, and each use is asked about.
   */
  readonly scopes: readonly Scope[];
  /** How far the yes of today goes; empty for none. */
  readonly granted: readonly Scope[];
  /**
   * One was given, and the user is asked anew: in each other chat or character where a yes goes no further, or at each use of what
   * no yes is kept for.
   */
  readonly asked?: true;
}

/** One difference between what the user was shown and what is installed now. */
export type Change =
  | { readonly what: 'tool'; readonly name: string; readonly before?: PinnedTool; readonly after?: PinnedTool }
  | { readonly what: 'permission'; readonly id: string; readonly before?: Permission; readonly after?: Permission };

/**
 * What of a plugin was shown, for a yes that is said of nothing else: its files, its tools and, where it is there, what its manifest
 * asks for. The `plugin` of a review is one.
 */
export type ShownPlugin = Pick<PluginInfo, 'filesHash' | 'toolsHash'> & Partial<Pick<PluginInfo, 'manifest'>>;

/** What a user says yes to. */
export interface EnableOptions {
  /** Default: what was granted before in the same words. */
  readonly allow?: Allow;
  /** What the user was shown: `plugin` of the review. One that is anything else is not switched on, and nothing is granted. */
  readonly expected?: ShownPlugin;
  /** After so many milliseconds nothing of it is granted any more. Default: it does not end by itself. */
  readonly forMs?: number;
  /**
   * Whether what its calls write for a chat's memory waits, call by call, until the user has seen it. Default: as before,
   * and `true` at first and after every change of the plugin.
   */
  readonly staged?: boolean;
}

/** Everything there is to decide about a plugin. */
export interface PluginReview {
  /** What is shown: `plugins.enable` takes it as `expected`, and then grants nothing to anything else. */
  readonly plugin: PluginInfo;
  readonly permissions: readonly PermissionView[];
  /** Since the last yes; `null` when there has not been one, or nothing has changed. */
  readonly changes: {
    readonly version: { readonly before: string; readonly after: string };
    /** The code itself is another. */
    readonly files: boolean;
    readonly list: readonly Change[];
  } | null;
  /** Tools, its own and those of the page that it calls, whose calls are not asked about any more, and how far that goes. */
  readonly calls: readonly { readonly tool: string; readonly scopes: readonly Scope[] }[];
  /** What stands in its own store now; before the first yes, what another of the same id has left there. */
  readonly stored: { readonly keys: number; readonly bytes: number };
  /** Names of the secrets it may use, and whether each is set. */
  readonly secrets: readonly { readonly name: string; readonly hosts: readonly string[]; readonly set: boolean }[];
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
   * May this call of a tool that changes things be made, may the plugin have a permission it asked for now, or may what a
   * call has written for the memory be kept?
   */
  readonly kind: 'call' | 'permission' | 'memory';
  /**
   * Whose question it is: the plugin whose tool it is, or that calls a tool of the page; of a call of such a tool by anybody else,
   * the name of its owner alone.
   */
  readonly plugin: Pick<PluginInfo, 'id'> & Partial<Pick<PluginInfo, 'manifest'>>;
  readonly tool: ToolInfo;
  /** The calls that have led to this one, the first of them first; where it is a call by a tool. */
  readonly callers?: readonly AskCaller[];
  /** What the tool of the page is, in its owner's words, where a plugin calls it. */
  readonly identity?: string;
  /** Arguments of the call. */
  readonly args: unknown;
  /** What it is about, for people, e.g. `GET api.weather.com`. Of a `permission`. */
  readonly what?: string;
  /** Of a `permission`. */
  readonly permission?: Permission;
  /** What the call would do, as a simulation showed it; of `memory`, and of a `permission` for one use, exactly what a yes does. */
  readonly effects?: Effects;
  /** Why there is no such preview. */
  readonly previewError?: { readonly code: ErrorCode; readonly message: string };
  /** The tool says of itself that it cannot be undone. */
  readonly destructive: boolean;
  /** Where the model has taken the call from: such a question is never skipped, and a yes is for this call. */
  readonly readIn?: ReadIn;
  /** `true`: all that it may do can be taken back on this device. */
  readonly undoable?: boolean;
  /** `true`: `skipFor` answers it. */
  readonly skippable?: boolean;
  /** Hosts that the call itself may send data to: of the requests that are open to it, or of the tool's server. */
  readonly sendsTo: readonly string[];
  /** How far a yes may go, the nearest first: never beyond this call where a secret or a new host is concerned. */
  readonly scopes: readonly Scope[];
  /** `Date.now()` */
  readonly askedAt: number;
  /** `Date.now()` at which it will count as answered no. */
  readonly until: number;
}

/** The questions that wait for the user, as `host.asks`. Without a listener nobody is there, and each is answered no. */
export interface Asks {
  /** All that wait, the oldest first; show them as one list. */
  list(): readonly Ask[];
  /**
   * Answers one: a scope of its `scopes`, or `null` for no. An answered or unknown id is ignored. Call it in the event of the
   * user's click: a text is copied to the clipboard there.
   */
  answer(id: number, scope: Scope | null): void;
  /**
   * Answers yes, for this call, to those questions of one plugin that are `skippable`, for so long; 0 ends it, without a plugin
   * for all. It ends by itself when the plugin is replaced, switched off or removed, or a permission of it is taken back.
   * @throws `BAD_ARGS` without a plugin's id, and when the policy forbids it.
   */
  skipFor(ms: number, plugin?: string): void;
  /** The plugins whose questions are skipped, and the `Date.now()` at which that ends. */
  readonly skipping: readonly { readonly plugin: string; readonly until: number }[];
  /** `Date.now()` at which the last skipping ends; 0 when nothing is skipped. */
  readonly skippingUntil: number;
  /** Called after every change of the list. @returns a function that ends it. */
  onChange(listener: () => void): () => void;
}

/** What a plugin has used since the page was loaded, and may use. */
export interface PluginUsage {
  readonly calls: number;
  readonly failures: number;
  /** Running time of all calls. */
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
  readonly requests: number;
  readonly bytesOut: number;
  readonly refusals: number;
  /** What one call may use. */
  readonly limits: {
    readonly cpuMs: number;
    readonly timeoutMs: number;
    readonly memoryBytes: number;
    readonly requestsPerCall: number;
    readonly bytesOutPerCall: number;
  };
  /** Its own store; `quotaBytes` is 0 without the permission. */
  readonly storage: { readonly keys: number; readonly bytes: number; readonly quotaBytes: number };
  /** Wall milliseconds of its last calls, at most 30, and whether each went well. */
  readonly recent: readonly { readonly ms: number; readonly ok: boolean }[];
}
