import { expect, test } from 'vitest';
import { isPublic } from '../../worker/node/addresses.js';

test('addresses of this machine, of private networks, of clouds’ metadata and of no network at all are not public', () => {
  const inside = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9'],
    ...['169.254.169.254', '169.254.0.1', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.1.1'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.9', '224.0.0.1', '239.1.1.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '100::1', '2001:db8::1', '2001::1'],
    ...['2002:7f00:1::', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '3fff::1'],
    ...['', 'localhost', 'not an address', '1.2.3', '0x7f.1'],
  ];
  expect(inside.filter(isPublic)).toEqual([]);
});

test('addresses of the internet are public', () => {
  const outside = [
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1'],
    ...['192.167.1.1', '198.17.0.1', '198.20.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450::1'],
  ];
  expect(outside.filter((address) => !isPublic(address))).toEqual([]);
});
