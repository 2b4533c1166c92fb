import { expect, test } from 'vitest';
import { openSchema } from '../../../worker/adapters/schema.js';
import { isGrantableHost } from '../../../worker/protocol/hosts.js';
import { isManifest, readManifest, withoutCutKeys } from '../../../worker/protocol/manifest.js';
import { manifestJsonSchema } from '../../../worker/protocol/manifest-schema.js';

const sha = `sha256-${'A'.repeat(43)}=`;
const GOOD = {
  $schema: 'https://example.com/manifest.schema.json',
  manifest: 1,
  id: 'weather-tool',
  version: '1.2.3',
  name: { en: 'Weather', 'zh-Hans': '天气' },
  description: 'Tells the weather.',
  author: { name: 'Ada', url: 'https://example.com' },
  license: 'MIT',
  entry: 'src/main.js',
  files: { 'src/main.js': sha },
  tools: [
    { name: 'weather', description: 'd', input: { type: 'object' }, mode: 'read', uses: ['api'], consent: 'each' },
  ],
  permissions: [
    {
      id: 'api',
      cap: 'net',
      hosts: ['api.weather.com', 'localhost:8000'],
      methods: ['GET'],
      secrets: ['API_KEY'],
      reason: 'r',
    },
    { id: 'data', cap: 'store', quotaMiB: 1, reason: { en: 'r', 'zh-Hans': '理由' } },
    { id: 'others', cap: 'tool.call', tools: ['roll'], reason: 'r' },
  ],
  optionalPermissions: [
    { id: 'chat', cap: 'chat.read', scope: 'chat', reason: 'r' },
    { id: 'recall', cap: 'memory.read', scope: 'all', types: ['event', 'place 東門'], reason: 'r' },
  ],
  limits: { memoryMiB: 32, cpuMsPerCall: 500 },
  'x-shop': { price: 0 },
};

type Changed = { readonly [key: string]: unknown };
const net = (over: Changed) => ({ permissions: [{ ...GOOD.permissions[0], ...over }] });

const memory = (over: Changed) => ({ optionalPermissions: [{ ...GOOD.optionalPermissions[1], ...over }] });

/** A change of the good one, and the place where it is refused; only what one key says of another is beyond a schema. */
const BAD: readonly [place: string, change: Changed, beyondSchema?: true][] = [
  ['/surprise', { surprise: 1 }],
  ['/manifest', { manifest: 2 }],
  ['/id', { id: 'Weather' }],
  ['/version', { version: '1.2' }],
  ['/name', { name: { 'zh-Hans': '天气' } }],
  ['/entry', { entry: '../main.js' }],
  ['/files', { entry: 'other.js' }, true],
  ['/tools/0/mode', { tools: [{ ...GOOD.tools[0], mode: 'both' }] }],
  ['/tools/0/uses', { tools: [{ ...GOOD.tools[0], uses: ['nothing'] }] }, true],
  ['/permissions/0/reason', net({ reason: undefined })],
  ['/permissions/0/hosts', net({ hosts: [] })],
  ['/permissions/0/methods/0', net({ methods: ['TRACE'] })],
  ['/optionalPermissions/0/types/0', memory({ types: ['Event'] })],
  ['/optionalPermissions/0/types', memory({ types: [] })],
  ['/optionalPermissions/0/types', memory({ cap: 'chat.read' })],
  ['/permissions/0/secrets/0', net({ secrets: ['lower'] })],
  ['/permissions/0/everything', net({ everything: true })],
  ['/permissions/1/quotaMiB', { permissions: [GOOD.permissions[0], { ...GOOD.permissions[1], quotaMiB: 100_000 }] }],
  ['/optionalPermissions/0/id', { optionalPermissions: [{ ...GOOD.optionalPermissions[0], id: 'api' }] }, true],
  ['/limits/cpu', { limits: { cpu: 1 } }],
  ['/name', { name: 'ㅤ' }],
  ['/name/zh-Hans', { name: { en: 'Weather', 'zh-Hans': '\u202e天气' } }],
  ['/description', { description: 'd'.repeat(501) }],
  ['/author/name', { author: { name: 'Ada\u00ad' } }],
  ['/license', { license: '…' }],
  ['/tools/0/title', { tools: [{ ...GOOD.tools[0], title: 't'.repeat(81) }] }],
  ['/permissions/0/reason', net({ reason: 'two\nlines' })],
  ['/permissions/0/reason/en', net({ reason: { en: 'r'.repeat(81) } })],
  ['/optionalPermissions/0/types/0', memory({ types: ['\u2800'] }), true],
  ['/engines', { engines: { bulkhead: '>=0.1.0' } }],
  ['/signature', { signature: { alg: 'ed25519', key: 'a2V5', value: 'dmFsdWU' } }],
  ['/skills', { skills: [] }],
  ['/panels', { panels: [] }],
  ['/settings', { settings: {} }],
  ['/data', { data: { stores: [], leavesDevice: false } }],
  ['/limits/x-cpu', { limits: { 'x-cpu': 1 } }],
];

test('a whole manifest is read as it is', () => {
  expect(readManifest(JSON.parse(JSON.stringify(GOOD)), true)).toEqual(GOOD);
});

test('every other one is refused by the place that is wrong, and editors see the same', () => {
  const check = openSchema('manifest', manifestJsonSchema());
  expect(check(GOOD)).toEqual([]);
  for (const [place, change, beyondSchema] of BAD) {
    const value = JSON.parse(JSON.stringify({ ...GOOD, ...change }));
    expect(() => readManifest(value, true), place).toThrow(
      expect.objectContaining({ code: 'MANIFEST_INVALID', details: expect.objectContaining({ path: place }) }),
    );
    if (!beyondSchema) expect(check(value).length, place).toBeGreaterThan(0);
  }
});

test('an unknown key is named, with the two reasons that it can have; keys of the author stay as they are', () => {
  expect(() => readManifest({ id: 'small-one', panels: [] })).toThrow(
    'manifest: `panels`: unknown key: the plugin may need a newer Bulkhead. Update Bulkhead, or take the key out',
  );
  const own = { id: 'small-one', 'x-': 1, 'x-shop': { panels: [null] } };
  expect(readManifest(own)).toEqual(own);
  expect(isManifest(own)).toBe(true);
  expect(isManifest({ ...own, panels: [] })).toBe(false);
  expect(() => readManifest(['x-shop'])).toThrow(expect.objectContaining({ code: 'MANIFEST_INVALID' }));
});

test('of a manifest that was kept, the keys that are no longer accepted go by name, and no other', () => {
  const kept = { id: 'small-one', engines: {}, data: null, surprise: 1, 'x-shop': 1 };
  expect(withoutCutKeys(kept)).toEqual({
    ...{ manifest: { id: 'small-one', surprise: 1, 'x-shop': 1 }, cut: ['engines', 'data'] },
  });
  const tool = { name: 'look', output: {}, annotations: { destructive: true, idempotent: true, openWorld: false } };
  expect(withoutCutKeys({ author: { name: 'A', key: 'x' }, tools: [tool, { name: 'other' }, null] })).toEqual({
    manifest: {
      ...{ author: { name: 'A' } },
      tools: [{ name: 'look', annotations: { destructive: true } }, { name: 'other' }, null],
    },
    cut: ['author.key', 'tools.*.output', 'tools.*.annotations.idempotent', 'tools.*.annotations.openWorld'],
  });
  const good = { id: 'small-one', author: { name: 'A' }, tools: [{ name: 'look' }] };
  expect(withoutCutKeys(good).manifest).toBe(good);
  for (const none of [null, undefined, 'text']) expect(withoutCutKeys(none)).toEqual({ manifest: none, cut: [] });
});

test('a package needs what identifies it; a single file needs it only to ask for permissions', () => {
  for (const key of ['manifest', 'id', 'version', 'name', 'entry', 'files', 'permissions']) {
    const { [key]: _gone, ...rest } = GOOD as Changed;
    expect(() => readManifest(rest, true), key).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ path: `/${key}` }) }),
    );
  }
  expect(readManifest({ id: 'small-one' })).toEqual({ id: 'small-one' });
  expect(() => readManifest({ id: 'small-one', permissions: GOOD.permissions })).toThrow('needed to ask');
});

test('hosts are exact names: nothing that could mean another machine can be asked for', () => {
  const good = [
    'api.weather.com',
    'a.b',
    'x-y.example:8443',
    'xn--fsq.com',
    'localhost',
    'localhost:3000',
    '127.0.0.1:1',
    '[::1]:8',
  ];
  const bad = [
    ...['*', '*.example.com', 'example', 'Example.com', 'example.com.', '.example.com', 'ex ample.com', 'example.com/'],
    ...['http://example.com', 'user@example.com', '1.2.3.4', '10.0.0.1', '0x7f.1', '2130706433', '127.0.0.2', '[::]'],
    ...[
      '[::ffff:127.0.0.1]',
      'foo.localhost',
      'printer.local',
      'a.internal',
      'router.lan',
      'bücher.de',
      'example.com:',
      '',
    ],
    ...['127.0.0.1:', '127.1', 'example.1', '-a.com', 'a-.com', 'a..b', `${'a'.repeat(64)}.com`],
  ];
  expect(good.filter((host) => !isGrantableHost(host))).toEqual([]);
  expect(bad.filter((host) => isGrantableHost(host))).toEqual([]);
});
