import type { Scope } from '../../worker/protocol/grants.js';
import type { HostStorage } from '../../worker/protocol/storage.js';

/** What a backup has parts for. */
export type PartName = 'plugins' | 'memories' | 'chats' | 'modes' | 'studio' | 'settings';

/** How far a backup or a restore has come. */
export interface BackupProgress {
  /** `replacing`: everything has been checked, and the restore can no longer be stopped. */
  readonly part: PartName | 'replacing';
  /** Pairs of this part that are done, of `total`. */
  readonly done: number;
  readonly total: number;
}

/** How many things there are. */
export interface BackupCounts {
  readonly plugins: number;
  /** Chats that have a memory. */
  readonly memories: number;
  /** Changes in those memories. */
  readonly changes: number;
  /** Memories in quarantine. */
  readonly quarantined: number;
  readonly conversations: number;
  /** Saved profiles of modes. */
  readonly profiles: number;
  readonly studioSessions: number;
  /** Secrets of plugins, keys of the model and the MCP server. No backup has them: a restore deletes those of this device. */
  readonly secrets: number;
  readonly modelKeys: number;
  readonly mcpServers: number;
}

/** Nothing of anything. */
export const NO_COUNTS: BackupCounts = {
  ...{ plugins: 0, memories: 0, changes: 0, quarantined: 0, conversations: 0, profiles: 0, studioSessions: 0 },
  ...{ secrets: 0, modelKeys: 0, mcpServers: 0 },
};

/** What was left out of a backup, and how often. */
export type LeftOut =
  | 'secrets'
  | 'modelKey'
  | 'mcpServer'
  | 'autoApply'
  | 'log'
  | 'snapshots'
  | 'vectors'
  | 'unreadable';

/** What the user of the earlier device had allowed a plugin. It is shown, and grants nothing. */
export interface EarlierGrant {
  readonly plugin: string;
  readonly enabled: boolean;
  /** Ids of its permissions, with the scopes of each yes. */
  readonly permissions: { readonly [id: string]: readonly Scope[] };
  /** Milliseconds since 1970; 0 for a plugin that was granted nothing. */
  readonly grantedAt: number;
}

export interface SaveOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface RestoreOptions extends SaveOptions {
  /** Replaces what is on this device. Without it, a device that has anything is refused. */
  readonly replace?: boolean;
}

/** What a backup file says of itself. */
export interface BackupInfo {
  /** Milliseconds since 1970. */
  readonly created: number;
  /** The version of Bulkhead that wrote it. */
  readonly bulkhead: string;
  readonly counts: BackupCounts;
  readonly leftOut: { readonly [what in LeftOut]?: number };
  /** Host of the model's server, by the file. Show it before a restore, and before a key is entered or the model is written to. */
  readonly modelHost?: string;
}

/** What a restore has done. */
export interface RestoreReport extends BackupInfo {
  readonly earlier: readonly EarlierGrant[];
}

export interface StorageOptions {
  /** `true` asks the browser to keep what is stored; `once` does so unless it was asked before. Call it in a user's action. */
  readonly ask?: boolean | 'once';
}

/** Whether the browser keeps what is stored on this device. */
export interface StorageState {
  /** `false`: the browser may delete it when the device is short of space. */
  readonly kept: boolean;
  readonly asked: boolean;
  /** `false` where the browser cannot be asked, such as on a page without https. */
  readonly canAsk: boolean;
  /** Bytes that this site stores, by the browser's estimate. */
  readonly usageBytes?: number;
  readonly quotaBytes?: number;
}

/** Saves everything on this device into one file, and restores it. */
export interface Backup {
  /**
   * Writes everything that is stored on this device into one zip file, without secrets and keys.
   * @throws `STORE_UNAVAILABLE` for a host that stores nothing in IndexedDB, `STORE_FAILED`, or the signal's reason.
   */
  save(options?: SaveOptions): Promise<Blob>;
  /**
   * Reads a backup file and says what is in it. Nothing is written. @throws like `restore`.
   */
  read(file: Blob): Promise<BackupInfo>;
  /**
   * Replaces everything on this device by a backup file. The file is read and checked as a whole first. If this fails or the
   * page ends before that, nothing has changed; afterwards the restore finishes at the next start. Plugins are switched off and
   * granted nothing. Reload the page afterwards.
   * @throws `BAD_ARGS` for a file that is no backup, or a device that is not empty; `STORE_BROKEN` for a damaged file;
   * `STORE_NEWER` for one of a newer version; `STORE_FAILED`, `STORE_UNAVAILABLE`, or the signal's reason.
   */
  restore(file: Blob, options?: RestoreOptions): Promise<RestoreReport>;
  /** Counts what is on this device. */
  counts(): Promise<BackupCounts>;
  /** What an earlier device had allowed the plugins that were restored here and have been granted nothing yet. */
  earlier(): Promise<readonly EarlierGrant[]>;
  /** Says whether the browser keeps what is stored, and asks it to on demand. */
  storage(options?: StorageOptions): Promise<StorageState>;
}

/** Returns a value as it may be stored under its key. Rejects for one that may not. */
export type RestoreCheck = (key: string, value: unknown) => Promise<unknown>;

/** What a backup needs of its host. */
export interface BackupHost {
  readonly store: string | null;
  readonly storage?: HostStorage | undefined;
  readonly life: { readonly alive: () => void };
  readonly memory: { readonly facade: { chats(): Promise<unknown> }; readonly close: () => void };
  readonly plugins: {
    load(): Promise<{
      readonly pluginStore: { open(): Promise<void> };
      readonly broker: { call(method: 'checkRestored', given: { key: string; value: unknown }): Promise<unknown> };
    }>;
    /** Ends everything about plugins, and does `replace` while nothing is open. */
    erase(replace: () => Promise<void>): Promise<void>;
  };
}
