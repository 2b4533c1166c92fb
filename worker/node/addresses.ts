import { BlockList, isIP } from 'node:net';

/** Networks that are no part of the public internet (IANA's special-purpose registries), and multicast. */
const SPECIAL_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Of version 6 only what is global unicast is public; of that, networks which carry an address of version 4 are not. */
const GLOBAL_6 = '2000::/3';
const SPECIAL_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(networks: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), type);
  }
  return list;
}

const special4 = listOf(SPECIAL_4, 'ipv4');
const special6 = listOf(SPECIAL_6, 'ipv6');
const global6 = listOf([GLOBAL_6], 'ipv6');

/** True for an address on the public internet: not this machine, not its networks, and not the metadata of a cloud. */
export function isPublic(address: string): boolean {
  const plain = address.split('%')[0] ?? '';
  if (isIP(plain) === 4) return !special4.check(plain, 'ipv4');
  // An address of version 4 in one of version 6 is no global unicast, so it is refused with the rest.
  return isIP(plain) === 6 && global6.check(plain, 'ipv6') && !special6.check(plain, 'ipv6');
}
