import type { Effect } from '../../worker/protocol/effects.js';
import type { BulkheadError, ErrorData } from '../../worker/protocol/errors.js';
import type { Fields } from '../../worker/protocol/memory-types.js';
import type { LogLine, Usage } from '../../worker/protocol/tool.js';
import type { PluginInfo } from '../contracts/index.js';
import type { PluginChanges } from './plugin-changes.js';
import type { PluginSystem, PluginSystemOptions } from './plugin-system.js';
import type { PluginSource } from './source.js';

/** The made-up world of a rehearsal: nothing in it is of the page, its user or a server. */
export interface RehearsedWorld {
  /** The content of its own store. */
  readonly storage?: { readonly [key: string]: unknown };
  /** Answers of servers. A request that matches none of them is not sent, and fails. */
  readonly net?: readonly {
    /** The whole address, or its beginning with a `*`. */
    readonly url: string;
    /** Default: any. */
    readonly method?: string;
    /** Default: 200. */
    readonly status?: number;
    readonly headers?: { readonly [name: string]: string };
    /** A text, or a value that is sent as JSON. */
    readonly body?: unknown;
  }[];
  /** Messages of the chat. Default: two. */
  readonly chat?: readonly {
    readonly role: 'user' | 'assistant' | 'system';
    readonly name?: string;
    readonly text: string;
  }[];
  /** Nodes of the chat’s memory. */
  readonly memory?: readonly {
    readonly type: string;
    readonly title?: string;
    readonly fields?: Fields;
  }[];
  /** Answers of the model. */
  readonly llm?: string;
  /** Answers of tools of others, by their names. */
  readonly tools?: { readonly [name: string]: unknown };
}

/** The outcome of one rehearsed call. */
export interface RehearsedCall {
  /** The tool's result. */
  readonly value?: unknown;
  /** Why it did not. */
  readonly error?: ErrorData;
  readonly log: readonly LogLine[];
  /** Its effects on the made-up world. */
  readonly effects: readonly Effect[];
  /** Ids of the permissions it has made use of. */
  readonly used: readonly string[];
  /** Refused requests, in words. */
  readonly refused: readonly string[];
  readonly usage: Usage;
}

/** How one call is rehearsed. */
export interface RehearsedCallOptions {
  readonly world?: RehearsedWorld;
  /** `simulate`: the tool’s own function for that, where it brings one. Default: `execute`. */
  readonly phase?: 'execute' | 'simulate';
  /** The promise rejects with this signal’s own reason. */
  readonly signal?: AbortSignal;
  /** Wall clock, at most the host’s limit. */
  readonly timeoutMs?: number;
  /** Running time of the guest, at most the host’s limit. */
  readonly cpuMs?: number;
}

/** A plugin that is tried out, and is not installed: its isolate is real, all around it is made up. */
export interface Rehearsal {
  /** As it has declared itself. */
  readonly plugin: PluginInfo;
  /** Permissions that this host would not grant, and why. */
  readonly forbidden: readonly { readonly permission: string; readonly why: 'policy' | 'not-provided' }[];
  /** Calls a tool; its failure is an outcome. @throws the signal’s reason, `STOPPED`. */
  call(tool: string, args: unknown, options?: RehearsedCallOptions): Promise<RehearsedCall>;
  /** Ends it; nothing of it is left. */
  end(): Promise<void>;
}

/** What is being rehearsed beside a system of plugins: it ends with that. */
export interface Rehearsing {
  /** @see Plugins.rehearse */
  begin(pluginStore: PluginChanges, source: PluginSource, signal: AbortSignal | undefined): Promise<Rehearsal>;
  /** Ends all of them. */
  end(error: BulkheadError): Promise<void>;
}

/** `make`: makes another system of plugins. */
export type MakeRehearsals = (
  options: PluginSystemOptions,
  make: (options: PluginSystemOptions) => PluginSystem,
) => Rehearsing;
