/**
 * The host of the page's address, always with its port; empty if it has none. `from`: its origin; a page without an address has that of its creator.
 */
export function pageHost(
  from: string = globalThis.origin === 'null' ? location.origin : (globalThis.origin ?? ''),
): string {
  const { protocol, hostname, port } = URL.canParse(from) ? new URL(from) : { protocol: '', hostname: '', port: '' };
  if (!protocol.startsWith('http')) return '';
  return `${hostname.replace(/\.$/, '')}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
