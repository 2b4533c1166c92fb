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

export type CapabilityProviders = { readonly [group: string]: CapabilityProvider };

type Handler = (method: string, args: unknown, signal: AbortSignal) => unknown;

/**
 * Makes a grant that answers with a function of the page: for hosts that offer something small of their own.
 * A result must be JSON; a thrown error reaches the guest as its message.
 */
export function grantFunction(handler: Handler): CapabilityGrant {
  const { port1, port2 } = new MessageChannel();
  const dropped = new AbortController();
  port1.onmessage = async ({ data }: MessageEvent<{ request: number; method: string; args: string }>) => {
    const { request, method } = data;
    try {
      const value = await handler(method, JSON.parse(data.args), dropped.signal);
      if (!dropped.signal.aborted) port1.postMessage({ request, text: JSON.stringify(value) ?? '' });
    } catch (error) {
      const { message, code } = error as { message?: unknown; code?: unknown };
      const reason = {
        code: typeof code === 'string' ? code : 'CAPABILITY_DENIED',
        message: String(message ?? 'refused'),
      };
      if (!dropped.signal.aborted) port1.postMessage({ request, error: reason });
    }
  };
  return {
    port: port2,
    drop() {
      port1.onmessage = null;
      port1.close();
      dropped.abort();
    },
  };
}
