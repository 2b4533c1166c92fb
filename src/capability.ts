import type { PluginInfo } from './plugin-info.js';

/** One plugin's way to a service: the port is the grant, already narrowed to this plugin. */
export interface CapabilityGrant {
  /** Handed to the tool worker. Requests and replies are those of `worker/protocol/capability.ts`. */
  readonly port: MessagePort;
  /** Makes the service forget the plugin; resolves when nothing it asked for has an effect any more. */
  drop(): void | Promise<void>;
}

/** Asked once for each worker of a plugin; `undefined` is a refusal. */
export type CapabilityProvider = (plugin: PluginInfo) => CapabilityGrant | undefined;

/** Providers by group: the first part of a capability’s name. */
export type CapabilityProviders = { readonly [group: string]: CapabilityProvider };
