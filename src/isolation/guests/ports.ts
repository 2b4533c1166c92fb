import type { BulkheadError } from '../../../worker/protocol/errors.js';
import type { PluginInfo } from '../../contracts/index.js';

/** One call's access to a service. The port is the grant, and is closed with the call. */
export interface CapabilityGrant {
  /** Transferred to the tool worker. Requests and replies are those of `worker/protocol/capability.ts`. */
  readonly port: MessagePort;
  /** Ends the service for the call. Resolves when no request of the call has an effect any more. */
  drop(): void | Promise<void>;
}

/** A capability that the page itself provides. */
export interface CapabilityProvider {
  /** `write` if it can change anything. Tools that only read, and simulated calls, do not get it then. */
  readonly mode: 'read' | 'write';
  /** Called once for each call of a plugin's tool. `undefined` refuses. */
  open(plugin: PluginInfo, call: { readonly tool: string }): CapabilityGrant | undefined;
}

/** Providers by group: the first part of a capability’s name. */
export type CapabilityProviders = { readonly [group: string]: CapabilityProvider };

/** The ports of one call, and the reasons why it has no others. */
export interface CallGrants {
  readonly ports: { readonly [group: string]: MessagePort };
  readonly denials: { readonly [group: string]: string };
  /** Limits that are lower than the host's. */
  readonly limits: { readonly requestsPerCall?: number; readonly bytesOutPerCall?: number };
  /** Closes the ports. Resolves when no request made over them has an effect any more. */
  drop(): Promise<void>;
}

/** The control that a call gives its services. */
export interface CallControl {
  /** Pauses the timeout while a person is asked, until `release` was called as often as `hold`. */
  hold(): void;
  release(): void;
  /** Closes a port of the call in its worker, too. Open requests of the guest over it are refused with `why`. */
  revoke(group: string, why: string): void;
  /** Ends the worker of the call, because it has broken the protocol. */
  end(error: BulkheadError): void;
  /** Ends the call, because something it depends on is lost. */
  fail(error: Error): void;
}

/** The ports of a call without permissions: none. */
export const NO_GRANTS: CallGrants = { ports: {}, denials: {}, limits: {}, drop: async () => {} };

/** Returns one grant as the only one of a call. */
export const portOf = (group: string, { port, drop }: CapabilityGrant): CallGrants => ({
  ...NO_GRANTS,
  ports: { [group]: port },
  drop: async () => drop(),
});
