import { expect, test } from 'vitest';
import { pageHost } from '../../../src/host/page-host.js';
import { findRule, readAddress } from '../../../worker/broker/net-rules.js';
import { type Outgoing, secretsOf, withSecrets } from '../../../worker/broker/outgoing.js';
import { isGrantableHost } from '../../../worker/protocol/hosts.js';
import { isLoopback, isOwnHost } from '../../../worker/protocol/own-host.js';
import type { NetRule } from '../../../worker/protocol/rights.js';

const rule = (over: Partial<NetRule>): NetRule => ({
  permission: 'api',
  state: 'granted',
  line: 'permissions/0 (api)',
  hosts: ['api.example.com'],
  methods: ['GET'],
  secrets: [],
  ...over,
});
const outgoing = (over: Partial<Outgoing>): Outgoing => ({
  url: new URL('https://api.example.com/'),
  method: 'POST',
  headers: {},
  body: null,
  ...over,
});

const PAGE = '127.0.0.1:8000';

/** What a refusal says, or `undefined`. */
function refusal(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

test('a manifest may name hosts by their exact names, and this machine only as three names', () => {
  for (const host of [
    'api.example.com',
    'a.b',
    'xn--e1afmkfd.xn--p1ai',
    'example.com:8443',
    'localhost',
    '127.0.0.1:8080',
    '[::1]:1',
  ]) {
    expect(isGrantableHost(host), host).toBe(true);
  }
  const refused = [
    'example',
    '*.example.com',
    'Example.com',
    'example.com.',
    'a..b',
    '-a.example',
    '1.2.3.4',
    '0x7f.1',
    '1.0x7f',
    '2130706433',
    '[::2]',
    '127.0.0.2',
    'a.localhost',
    'printer.local',
    'x.internal',
    'https://a.b',
    'a.b/',
    'a.b:123456',
    'пример.рф',
    '',
  ];
  for (const host of refused) expect(isGrantableHost(host), host).toBe(false);
  expect(isLoopback('localhost.evil.example')).toBe(false);
});

test('every refusal of an address names its rule', () => {
  const refused: readonly [address: string, words: string][] = [
    ['nonsense', 'no URL'],
    ['ftp://api.example.com/', 'https only'],
    ['http://api.example.com/', 'https only'],
    ['https://a@api.example.com/', 'no user name'],
    ['https://@api.example.com/', 'no user name'],
    ['https://api.example.com./', 'ends in a dot'],
    ['https://1.2.3.4/', 'address in numbers'],
    ['https://16909060/', 'address in numbers'],
    ['https://[::2]/', 'address in numbers'],
    ['https://router/', 'no name of a host'],
    ['https://a.localhost/', 'no name of a host'],
    ['http://2130706433/', 'written just so'],
    [`https://api.example.com/${'x'.repeat(9000)}`, 'more than 8192'],
    ['http://[::1]:8000/', '[::1]:8000 is the server of the page itself'],
  ];
  for (const [address, words] of refused)
    expect(
      refusal(() => readAddress(address, PAGE)),
      address,
    ).toContain(words);
  for (const address of [
    'https://api.example.com/a@b',
    'HTTPS://API.example.com/?a@b',
    'http://localhost:1/',
    'http://[::1]/',
  ]) {
    expect(
      refusal(() => readAddress(address, PAGE)),
      address,
    ).toBeUndefined();
  }
});

test('the server of the page is known by its own name, and on loopback by every name with its port', () => {
  const own: readonly [page: string, ...hosts: string[]][] = [
    ['http://127.0.0.1:8000', '127.0.0.1:8000', 'localhost:8000', '[::1]:8000'],
    ['http://localhost', 'localhost', '127.0.0.1', '[::1]:80'],
    ['https://localhost', 'localhost', '127.0.0.1:443', '[::1]'],
    ['http://chat.example.com', 'chat.example.com'],
    ['https://chat.example.com', 'chat.example.com', 'localhost:443'],
    ['https://chat.example.com.:8443', 'chat.example.com:8443'],
    ['http://0.0.0.0:8000', 'localhost:8000'],
    ['http://app.localhost:8000', '127.0.0.1:8000'],
    ['http://192.168.1.5:8000', '[::1]:8000'],
  ];
  for (const [page, ...hosts] of own)
    for (const host of hosts) expect(isOwnHost(host, pageHost(page)), `${page} ${host}`).toBe(true);
  const others: readonly [page: string, ...hosts: string[]][] = [
    ['http://127.0.0.1:8000', '127.0.0.1:8001', 'localhost', 'localhost:80', 'api.example.com', 'api.example.com:8000'],
    ['http://localhost', 'localhost:8080', 'localhost:443', 'api.example.com'],
    ['chrome-extension://localhost', 'localhost'],
    ['https://chat.example.com', 'example.com', 'x.chat.example.com', 'chat.example.com:8443', 'localhost:8000'],
    ['file://', 'localhost', '127.0.0.1:80'],
    ['null', 'localhost'],
  ];
  for (const [page, ...hosts] of others)
    for (const host of hosts) expect(isOwnHost(host, pageHost(page)), `${page} ${host}`).toBe(false);
});

test('the rule that is found is granted before askable, and has the secrets where one has', () => {
  const askable = rule({ permission: 'askable', state: 'askable', secrets: ['KEY'] });
  const granted = rule({ permission: 'granted' });
  const denied = rule({ permission: 'denied', state: 'denied', secrets: ['KEY'] });
  const find = (rules: NetRule[], secrets: string[] = []) =>
    findRule(rules, 'api.example.com', 'GET', secrets).permission;
  expect(find([denied, askable, granted])).toBe('granted');
  expect(find([denied, askable, granted], ['KEY'])).toBe('askable');
  expect(find([denied, granted], ['KEY'])).toBe('granted');
  expect(refusal(() => find([denied]))).toBe('not granted: net api.example.com, permissions/0 (api)');
  expect(refusal(() => findRule([granted], 'api.example.com', 'PUT', []))).toContain('is for GET');
  expect(refusal(() => findRule([granted], 'example.com', 'GET', []))).toContain('in no permission');
});

test('secrets are found where they may stand, and spelled as their place needs', () => {
  const request = outgoing({
    url: new URL('https://api.example.com/?a={{secret:ONE}}#x'),
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-key': '{{secret:TWO}}' },
    body: '{"a":"{{secret:ONE}}"}',
  });
  expect(secretsOf(request)).toEqual(['ONE', 'TWO']);
  const filled = withSecrets(
    request,
    new Map([
      ['ONE', 'a"&=$& #'],
      ['TWO', 'plain'],
    ]),
  );
  expect(new URL(filled.url).searchParams.get('a')).toBe('a"&=$& #');
  expect(filled.url).not.toContain('#');
  expect(JSON.parse(String(filled.body))).toEqual({ a: 'a"&=$& #' });
  expect(filled.headers['x-key']).toBe('plain');
  for (const url of [
    'https://api.example.com/{{secret:ONE}}',
    'https://api.example.com/?{{secret:ONE}}=1',
    'https://api.example.com/#{{secret:ONE}}',
  ]) {
    expect(
      refusal(() => secretsOf(outgoing({ url: new URL(url) }))),
      url,
    ).toContain('a secret belongs');
  }
  expect(
    refusal(() =>
      withSecrets(
        request,
        new Map([
          ['ONE', 'x'],
          ['TWO', 'a\nb'],
        ]),
      ),
    ),
  ).not.toContain('a\nb');
});
