/**
 * The host that the page came from, with its port, the default one too; empty where there is none. `from`: its origin; a
 * page without an address of its own has that of whoever made it.
 */
export function pageHost(from: string = origin === 'null' ? location.origin : origin): string {
  const { protocol, hostname, port } = URL.canParse(from) ? new URL(from) : { protocol: '', hostname: '', port: '' };
  if (!protocol.startsWith('http')) return '';
  return `${hostname.replace(/\.$/, '')}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
