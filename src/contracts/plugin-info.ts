import type { PluginRecord } from '../../worker/protocol/broker.js';

/** Whether a plugin’s tools can be called. */
export type PluginState =
  /** Its tools can be called. */
  | 'on'
  /** Installed; its tools cannot be called. */
  | 'off'
  /** Off because it is no longer what its user agreed to. `plugins.review` lists what has changed. */
  | 'changed'
  /** Switched off by Bulkhead after too many failures in a row. */
  | 'struck';

/** A plugin as a page sees it. */
export interface PluginInfo extends PluginRecord {
  readonly state: PluginState;
  /** Failures in a row. */
  readonly strikes: number;
  /** The reason why it was switched off, in words for the user. */
  readonly notice?: string;
}
