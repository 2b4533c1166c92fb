/** Names of this machine. They can be granted by name only, for development, and are the only hosts without https. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
/** Ports of a host that names none. */
const DEFAULT_PORTS = ['80', '443'];

/** True for a host that means this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * True for a host, as a manifest or a request names it, that the page itself came from. Every loopback name with the
 * page's port counts as such, whatever the page calls itself: on the machine that serves it, it is the same server.
 * `page`: its host with its port, the default one too; empty for a page that came from no server.
 */
export function isOwnHost(host: string, page: string): boolean {
  const [, name, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  const own = page.lastIndexOf(':');
  const ports = port === undefined ? DEFAULT_PORTS : [port];
  return ports.includes(page.slice(own + 1)) && (name === page.slice(0, own) || isLoopback(host));
}
