import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { PluginInfo } from '../../contracts/index.js';

/** One call's way to a service: the port is the grant, and ends with the call. */
export interface CapabilityGrant {
  /** Handed to the tool worker. Requests and replies are those of `worker/protocol/capability.ts`. */
  readonly port: MessagePort;
  /** Makes the service forget the call; resolves when nothing it asked for has an effect any more. */
  drop(): void | Promise<void>;
}

/** Something of the page’s own that plugins may ask for. */
export interface CapabilityProvider {
  /** `write` when it can change anything: then a tool that only reads is not given it, and no simulated call is. */
  readonly mode: 'read' | 'write';
  /** Asked once for each call of a plugin's tool; `undefined` is a refusal. */
  open(plugin: PluginInfo, call: { readonly tool: string }): CapabilityGrant | undefined;
}

/** Providers by group: the first part of a capability’s name. */
export type CapabilityProviders = { readonly [group: string]: CapabilityProvider };

/** What one call of a guest holds: its ports, and why it has no others. */
export interface CallGrants {
  readonly ports: { readonly [group: string]: MessagePort };
  readonly denials: { readonly [group: string]: string };
  /** Where they are lower than those of the host. */
  readonly limits: { readonly requestsPerCall?: number; readonly bytesOutPerCall?: number };
  /** Closes the ports; resolves when nothing that was asked for over them has an effect any more. */
  drop(): Promise<void>;
}

/** What a call lets its services do with it. */
export interface CallControl {
  /** Stops the wall clock, as long as more holds than releases were called: a person is being asked. */
  hold(): void;
  release(): void;
  /** Closes a port of the call in its worker, too; what the guest has asked for over it is refused with `why`. */
  revoke(group: string, why: string): void;
  /** Ends the worker of the call: it is not honest. */
  end(error: BulkheadError): void;
  /** Ends the call: something it depends on is lost. */
  fail(error: Error): void;
}

/** The ports of a call without permissions: none. */
export const NO_GRANTS: CallGrants = { ports: {}, denials: {}, limits: {}, drop: async () => {} };

/** One grant as all that a call may ask for. */
export const portOf = (group: string, { port, drop }: CapabilityGrant): CallGrants => ({
  ...NO_GRANTS,
  ports: { [group]: port },
  drop: async () => drop(),
});
